package dev.clearway.cli;

import dev.clearway.lab.report.Paint;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One of the two streams that a command prints to. On a terminal it can show a status: a last line whose place the next
 * one takes. Characters that the stream's charset lacks are replaced by others that read the same. Safe for use by
 * several threads.
 */
final class Screen {
    private static final int DEFAULT_WIDTH = 120;
    private static final int LEAST_WIDTH = 40;

    private final OutputStream raw;
    private final PrintStream stream;
    private final Charset charset;
    private final boolean terminal;
    private final boolean plain;
    private final int width;
    private int statusLength; // guarded by this

    /** A screen of that width on a stream with that charset; {@code terminal} says whether a person watches it. */
    Screen(OutputStream raw, Charset charset, boolean terminal, int width) {
        this.raw = raw;
        this.charset = charset;
        stream = new PrintStream(raw, true, charset);
        this.terminal = terminal;
        this.width = width;
        plain = !charset.canEncode() || !charset.newEncoder().canEncode('≈');
    }

    static Screen standardOutput() {
        return standard(FileDescriptor.out, "out");
    }

    static Screen standardError() {
        return standard(FileDescriptor.err, "err");
    }

    /** The launcher says which streams are terminals and how wide they are: Java itself cannot tell. */
    private static Screen standard(FileDescriptor descriptor, String name) {
        boolean terminal =
                List.of(System.getProperty("clearway.terminals", "").split(",")).contains(name);
        int columns = terminal ? Integer.getInteger("clearway.columns", DEFAULT_WIDTH) : DEFAULT_WIDTH;
        Charset charset = charset(System.getProperty("std" + name + ".encoding"));
        return new Screen(new FileOutputStream(descriptor), charset, terminal, Math.max(LEAST_WIDTH, columns));
    }

    private static Charset charset(@Nullable String name) {
        return name != null && Charset.isSupported(name) ? Charset.forName(name) : Charset.defaultCharset();
    }

    /** Whether a person watches. */
    boolean terminal() {
        return terminal;
    }

    /** How many characters fit in a line. */
    int width() {
        return width;
    }

    /** Whether colours are welcome: see no-color.org. */
    boolean coloured() {
        String noColor = System.getenv("NO_COLOR");
        return terminal && (noColor == null || noColor.isEmpty()) && !"dumb".equals(System.getenv("TERM"));
    }

    /** The colours to use. */
    Paint paint() {
        return coloured() ? Paint.ANSI : Paint.NONE;
    }

    /** Prints a line in place of the status, if there is one. */
    synchronized void line(String text) {
        clearStatus();
        stream.println(shown(text));
    }

    /** Prints lines. */
    void lines(List<String> texts) {
        texts.forEach(this::line);
    }

    /** Shows a status on a terminal, cut to its width; does nothing elsewhere. */
    synchronized void status(String text) {
        if (terminal) {
            String cut = shown(text.length() < width ? text : text.substring(0, width - 1));
            stream.print("\r" + cut + " ".repeat(Math.max(0, statusLength - cut.length())));
            stream.flush();
            statusLength = cut.length();
        }
    }

    /** Takes the status away. */
    synchronized void clearStatus() {
        if (statusLength > 0) {
            stream.print("\r" + " ".repeat(statusLength) + "\r");
            stream.flush();
            statusLength = 0;
        }
    }

    /** A writer for what prints by itself. */
    PrintWriter writer() {
        return new PrintWriter(stream, true, charset);
    }

    /** The stream itself, for bytes. */
    OutputStream raw() {
        return raw;
    }

    private String shown(String text) {
        return plain
                ? text.replace("≈", "~")
                        .replace('–', '-')
                        .replace('·', '.')
                        .replace('█', '#')
                        .replace('×', 'x')
                        .replace("≤", "<=")
                        .replace("…", "...")
                : text;
    }
}
