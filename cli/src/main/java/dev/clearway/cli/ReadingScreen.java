package dev.clearway.cli;

import dev.clearway.analysis.read.Progress;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Shows how far the reading of a file has come, if it takes more than two seconds; says nothing before. */
final class ReadingScreen implements Progress, AutoCloseable {
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long BETWEEN_STATUS_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long BETWEEN_LINES_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Screen screen;
    private final Path file;
    private long nextAt = System.nanoTime() + SILENT_NANOS;

    ReadingScreen(Screen screen, Path file) {
        this.screen = screen;
        this.file = file;
    }

    @Override
    public void read(long read, long size) {
        long now = System.nanoTime();
        if (now - nextAt < 0) {
            return;
        }
        nextAt = now + (screen.terminal() ? BETWEEN_STATUS_NANOS : BETWEEN_LINES_NANOS);
        String text = "clearway: reading " + file.getFileName() + ": "
                + String.format(Locale.ROOT, "%.0f MB", read / 1e6)
                + (size > 0 ? String.format(Locale.ROOT, " of %.0f, %d %%", size / 1e6, 100 * read / size) : "");
        if (screen.terminal()) {
            screen.status(text);
        } else {
            screen.line(text);
        }
    }

    @Override
    public void close() {
        screen.clearStatus();
    }
}
