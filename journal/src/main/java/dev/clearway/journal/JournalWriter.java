package dev.clearway.journal;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Writes a journal: one {@link JournalLine} a request, each in one write, so that a line is whole or absent however the
 * process ends. May be used by several threads at once.
 */
public final class JournalWriter implements Closeable {
    private final OutputStream out;

    private JournalWriter(OutputStream out) {
        this.out = out;
    }

    /** A journal on {@code out}, which is written to without further buffering and closed with the journal. */
    public static JournalWriter on(OutputStream out) {
        return new JournalWriter(out);
    }

    /** A journal appended to {@code file}, which is made if it is not there. */
    public static JournalWriter to(Path file) throws IOException {
        return new JournalWriter(Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }

    /** Writes {@code life}. */
    public void write(RequestLife life) throws IOException {
        byte[] line = JournalLine.write(life);
        byte[] ended = Arrays.copyOf(line, line.length + 1);
        ended[line.length] = '\n';
        synchronized (out) {
            out.write(ended);
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (out) {
            out.close();
        }
    }
}
