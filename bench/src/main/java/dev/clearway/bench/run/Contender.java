package dev.clearway.bench.run;

import dev.clearway.bench.worker.Interval;
import dev.clearway.bench.worker.WorkerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One worker under steady load, and what has been measured of it so far. For use by one thread. */
final class Contender implements Measured {
    private static final int PATIENCE_FACTOR = 4;
    private static final Duration MARGIN = Duration.ofSeconds(45);

    private final String label;
    private final Consumer<String> progress;
    private final List<Interval> intervals = new ArrayList<>();
    private @Nullable WorkerProcess worker;
    private @Nullable String failure;

    /**
     * @param label what it is called in progress lines
     * @param progress is told, line by line, what is done
     */
    Contender(String label, Consumer<String> progress) {
        this.label = label;
        this.progress = progress;
    }

    /** The log of that name, in the folder for logs below the directory. */
    static Path log(Path directory, String name) throws IOException {
        return Files.createDirectories(directory.resolve("logs")).resolve(name + ".log");
    }

    /** Starts the worker with these options, and warms it and what it asks. A failure is kept and told, not thrown. */
    void prepare(List<String> flags, WorkerOptions options, Path log, int cpuSeconds, int limitSeconds)
            throws InterruptedException {
        try {
            WorkerProcess started = new WorkerProcess(flags, options, log);
            worker = started;
            started.ask("load " + Workload.PATH + " " + Workload.LENGTH, MARGIN);
        } catch (IOException e) {
            fail(e);
            return;
        }
        warm(cpuSeconds, limitSeconds);
    }

    /**
     * Warms the worker: at first, and once more when what it asks and the other workers are warm, too. The first of them
     * was warmed against a cold server, at its pace.
     */
    @Override
    public void warm(int cpuSeconds, int limitSeconds) throws InterruptedException {
        if (worker == null) {
            return;
        }
        try {
            String warm = worker.ask(
                    "warm " + cpuSeconds + " " + limitSeconds,
                    Duration.ofSeconds(limitSeconds).plus(MARGIN));
            String[] words = warm.split(" ", -1);
            progress.accept(String.format(
                    Locale.ROOT,
                    "  %-28s warmed: %s CPU s, JIT's share of the last %.0f %%",
                    label,
                    words[0],
                    100 * Double.parseDouble(words[1])));
        } catch (IOException e) {
            fail(e);
        }
    }

    @Override
    public void measure(int round, int intervalMillis) throws InterruptedException {
        if (worker == null) {
            return;
        }
        try {
            Duration patience =
                    Duration.ofMillis((long) PATIENCE_FACTOR * intervalMillis).plus(MARGIN);
            Interval interval = Interval.decode(worker.ask("measure " + intervalMillis, patience));
            intervals.add(interval);
            progress.accept(interval.line(label, round));
        } catch (IOException e) {
            fail(e);
        }
    }

    /** Asks the worker once for something of its own. @throws IOException when it failed or none came in time */
    String ask(String command, Duration patience) throws IOException, InterruptedException {
        if (worker == null) {
            throw new IOException(failure == null ? "the worker has ended" : failure);
        }
        return worker.ask(command, patience);
    }

    /** Lets the worker write what it recorded, and ends it. */
    @Override
    public void finish() throws InterruptedException {
        if (worker == null) {
            return;
        }
        try {
            if (intervals.stream().anyMatch(interval -> interval.failures() > 0)) {
                progress.accept("  " + label + " failures: " + worker.ask("failures", MARGIN));
            }
            worker.quit();
            worker = null;
        } catch (IOException e) {
            fail(e);
        }
    }

    @Override
    public List<Interval> intervals() {
        return List.copyOf(intervals);
    }

    @Override
    public @Nullable String failure() {
        return failure;
    }

    void fail(Exception cause) {
        failure = String.valueOf(cause.getMessage());
        progress.accept("  " + label + " failed: " + failure);
        close();
    }

    @Override
    public void close() {
        if (worker != null) {
            worker.close();
            worker = null;
        }
    }
}
