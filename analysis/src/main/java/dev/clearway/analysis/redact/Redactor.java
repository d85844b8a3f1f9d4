package dev.clearway.analysis.redact;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import dev.clearway.analysis.json.Json;
import dev.clearway.analysis.json.Piece;
import dev.clearway.analysis.json.PieceReader;
import dev.clearway.analysis.read.Input;
import dev.clearway.analysis.read.Layout;
import dev.clearway.analysis.read.Progress;
import dev.clearway.journal.JournalLine;
import dev.clearway.journal.JournalWriter;
import dev.clearway.journal.RequestLife;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * Writes a copy of a recording that is safe to hand on. A netlog becomes one closed document whatever form it had, a HAR
 * file and a journal stay what they are; records that cannot be read are left out.
 */
public final class Redactor {
    /** What is said of a copy to the one who made it. */
    public static final String NOTICE =
            "Kept: hosts, paths, times, protocols, certificates, and the headers that findings"
                    + " rest on. Gone: queries, fragments, user names, cookies, credentials, other headers, bodies, the command line.";

    private static final JsonFactory JSON = new JsonFactory();

    private Redactor() {}

    /**
     * Copies {@code file} to {@code target}, which is not closed.
     *
     * @throws IOException if the one cannot be read or the other not be written
     */
    public static void redact(Path file, OutputStream target) throws IOException {
        Scrubber scrubber = new Scrubber();
        try (Input in = Input.open(file, Progress.NONE)) {
            Layout layout = Layout.of(in.look(4_096));
            if (layout == Layout.JOURNAL) {
                journal(in, scrubber, target);
                return;
            }
            try (JsonGenerator out = generator(target)) {
                switch (layout) {
                    case NETLOG -> new NetlogCopy(scrubber, out).document(in);
                    case NETLOG_LINES -> new NetlogCopy(scrubber, out).lines(in);
                    default -> new HarCopy(scrubber, out).document(in);
                }
            }
        }
    }

    private static JsonGenerator generator(OutputStream target) throws IOException {
        JsonGenerator out = JSON.createGenerator(target);
        out.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        out.setPrettyPrinter(new MinimalPrettyPrinter(""));
        return out;
    }

    /** The value of {@code piece}; absent if it cannot be read. */
    static Json parse(Piece piece) {
        if (piece.state() != Piece.State.WHOLE) {
            return Json.ABSENT;
        }
        try {
            return piece.json();
        } catch (IOException e) {
            return Json.ABSENT;
        }
    }

    private static void journal(Input in, Scrubber scrubber, OutputStream target) throws IOException {
        PieceReader lines = PieceReader.ofLines(in);
        JournalWriter journal = JournalWriter.on(target);
        for (Piece line = lines.next(); line != null; line = lines.next()) {
            if (line.state() == Piece.State.WHOLE) {
                line(line, scrubber, journal);
            }
        }
        target.flush();
    }

    private static void line(Piece line, Scrubber scrubber, JournalWriter journal) throws IOException {
        RequestLife life;
        try {
            life = JournalLine.read(line.bytes(), 0, line.length());
        } catch (IOException e) {
            return;
        }
        journal.write(life.withUrl(scrubber.url(life.url())));
    }
}
