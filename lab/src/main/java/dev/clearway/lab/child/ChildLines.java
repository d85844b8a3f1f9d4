package dev.clearway.lab.child;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The lines of a child's output, read by a thread of their own so that waiting for one can have an end. */
final class ChildLines {
    /** An empty element stands for the end of the output. */
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();

    private volatile boolean ended;

    private ChildLines() {}

    static ChildLines of(BufferedReader output) {
        ChildLines lines = new ChildLines();
        Thread reader = new Thread(() -> lines.read(output), "clearway-lab-server-output");
        reader.setDaemon(true);
        reader.start();
        return lines;
    }

    /** The next line; {@code null} if none came in time or the output has ended. */
    @Nullable
    String next(long time, TimeUnit unit) throws InterruptedException {
        if (ended) {
            return null;
        }
        Optional<String> line = lines.poll(time, unit);
        if (line == null) {
            return null;
        }
        ended = line.isEmpty();
        return line.orElse(null);
    }

    /** Whether the end of the output has been met. */
    boolean ended() {
        return ended;
    }

    private void read(BufferedReader output) {
        try (output) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(Optional.of(line));
            }
        } catch (IOException e) {
            // A broken pipe is an end like any other: the child's exit code says more.
        } finally {
            lines.add(Optional.empty());
        }
    }
}
