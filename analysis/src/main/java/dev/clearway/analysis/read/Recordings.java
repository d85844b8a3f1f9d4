package dev.clearway.analysis.read;

import dev.clearway.analysis.model.Kind;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.model.RecordingBuilder;
import dev.clearway.analysis.read.har.HarReader;
import dev.clearway.analysis.read.netlog.NetlogReader;
import java.io.IOException;
import java.nio.file.Path;

/** Finds out what a file is and reads it. */
public final class Recordings {
    private Recordings() {}

    /**
     * Reads {@code file}.
     *
     * @throws UnreadableException if nothing of it can be judged
     * @throws IOException if it cannot be opened or read from
     */
    public static Recording read(Path file, ReadOptions options) throws IOException {
        try (Input in = Input.open(file, options.progress())) {
            Layout layout = Layout.of(in.look(4_096));
            Path name = file.getFileName();
            RecordingBuilder recording =
                    new RecordingBuilder(name == null ? "" : name.toString(), kind(layout), options.selection());
            in.notes().forEach(note -> recording.note(note, ""));
            switch (layout) {
                case NETLOG -> NetlogReader.document(in, options, recording);
                case NETLOG_LINES -> NetlogReader.lines(in, options, recording);
                case HAR -> HarReader.read(in, options, recording);
                case JOURNAL -> JournalReader.read(in, options, recording);
            }
            if (in.damaged()) {
                recording.cut();
                recording.note("The compressed file is cut or damaged; what came before was read.", "");
            }
            return recording.build();
        }
    }

    private static Kind kind(Layout layout) {
        return switch (layout) {
            case NETLOG, NETLOG_LINES -> Kind.NETLOG;
            case HAR -> Kind.HAR;
            case JOURNAL -> Kind.JOURNAL;
        };
    }
}
