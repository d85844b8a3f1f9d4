package dev.clearway.analysis.read;

import dev.clearway.analysis.model.Kind;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.model.RecordingBuilder;
import dev.clearway.analysis.read.har.HarReader;
import dev.clearway.analysis.read.netlog.NetlogReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out what a file is and reads it. */
public final class Recordings {
    private static final Pattern FIRST_MEMBER =
            Pattern.compile("\\s*\\{\\s*\"([^\"\\\\]{1,40})\"\\s*:\\s*(?:\"([^\"\\\\]{0,40})\")?");

    private Recordings() {}

    /** How a file is laid out. */
    enum Layout {
        NETLOG,
        NETLOG_LINES,
        HAR,
        JOURNAL
    }

    /**
     * Reads {@code file}.
     *
     * @throws UnreadableException if nothing of it can be judged
     * @throws IOException if it cannot be opened or read from
     */
    public static Recording read(Path file, ReadOptions options) throws IOException {
        try (Input in = Input.open(file)) {
            Layout layout = layout(in.look(4_096));
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

    static Layout layout(String start) throws UnreadableException {
        if (start.isBlank()) {
            throw new UnreadableException("The file is empty.");
        }
        if (start.startsWith("Logging is in progress")) {
            throw new UnreadableException(
                    "This is the notice that Chrome leaves while a size-limited netlog is being written, not the log."
                            + " The browser ended before it put the log together. The events are in the folder that the"
                            + " notice names (with the ending .inprogress): join them with Chromium's"
                            + " net/tools/stitch_net_log_files.py, or record again without a size limit and stop the"
                            + " log before closing the browser.");
        }
        Matcher first = FIRST_MEMBER.matcher(start);
        if (!first.lookingAt()) {
            if (start.stripLeading().startsWith("{")) {
                return Layout.HAR;
            }
            throw new UnreadableException(
                    "This is neither a netlog nor a HAR file nor a journal: it does not begin as an"
                            + " object of JSON.");
        }
        String value = first.group(2) == null ? "" : first.group(2);
        return switch (first.group(1)) {
            case "constants", "events", "polledData" -> Layout.NETLOG;
            case "journal" -> Layout.JOURNAL;
            case "type" -> value.equals("constants") || value.equals("event") ? Layout.NETLOG_LINES : Layout.HAR;
            default -> Layout.HAR;
        };
    }
}
