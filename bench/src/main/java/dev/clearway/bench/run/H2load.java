package dev.clearway.bench.run;

import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.measure.CpuTime;
import dev.clearway.bench.measure.MachineTime;
import dev.clearway.bench.worker.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * h2load of the nghttp2 project where it is installed: what the same load costs a program in C that has no pool, no API and
 * OpenSSL for TLS. One process a measurement; its times of single requests are not asked for, since writing them down would
 * cost as much as the requests.
 */
public final class H2load implements Measured {
    /** By which it is chosen and reported. */
    public static final String NAME = "h2load";

    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final long LONGEST_STEP_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int UNKNOWN = -1;
    private static final long FEW = 10;
    private static final Pattern FINISHED = Pattern.compile("finished in ([0-9.]+)(us|ms|s|m|h)");
    private static final Pattern REQUESTS =
            Pattern.compile("(\\d+) succeeded, (\\d+) failed, (\\d+) errored, (\\d+) timeout");

    private final Workload workload;
    private final BenchServer server;
    private final Path log;
    private final Consumer<String> progress;
    private final List<Interval> intervals = new ArrayList<>();
    private double requestsPerNano;
    private @Nullable String failure;

    /**
     * @param log takes what it says of errors
     * @param progress is told, line by line, what is done
     */
    H2load(Workload workload, BenchServer server, Path log, Consumer<String> progress) {
        this.workload = workload;
        this.server = server;
        this.log = log;
        this.progress = progress;
    }

    /** Whether it can be started here. */
    public static boolean isInstalled() {
        return ServerFiles.isInstalled(NAME, "--version");
    }

    /** Its name and version. */
    static String library() throws IOException, InterruptedException {
        return ServerFiles.version(NAME, "--version").replace("nghttp2/", "");
    }

    /** A program in C needs no warming; the server may, and how much it answers has to be known. */
    @Override
    public void warm(int cpuSeconds, int limitSeconds) throws InterruptedException {
        if (failure != null) {
            return;
        }
        long nanos = TimeUnit.SECONDS.toNanos(Math.min(cpuSeconds, limitSeconds));
        try {
            long spent = load(FEW * workload.inFlight()).nanos;
            while (spent < nanos) {
                spent += load(requestsIn(Math.min(LONGEST_STEP_NANOS, nanos - spent))).nanos;
            }
            progress.accept(String.format(Locale.ROOT, "  %-28s warmed: %.1f s", NAME, spent / 1e9));
        } catch (IOException e) {
            fail(e);
        }
    }

    /** How many requests take about that long, as it went last. */
    private long requestsIn(long nanos) {
        return Math.max(FEW * workload.inFlight(), (long) (requestsPerNano * nanos));
    }

    @Override
    public void measure(int round, int intervalMillis) throws InterruptedException {
        if (failure != null) {
            return;
        }
        try {
            long serverPid = server.pid(workload.wire());
            MachineTime machineBefore = MachineTime.now();
            CpuTime serverBefore = CpuTime.of(serverPid);
            CpuTime clientBefore = CpuTime.ofEndedChildren();
            Summary summary = load(requestsIn(TimeUnit.MILLISECONDS.toNanos(intervalMillis)));
            CpuTime clientUsed = CpuTime.ofEndedChildren().since(clientBefore);
            CpuTime serverUsed = CpuTime.of(serverPid).since(serverBefore);
            double others = MachineTime.now().othersShare(machineBefore, clientUsed.nanos() + serverUsed.nanos());
            Interval interval = new Interval(
                    summary.succeeded,
                    summary.failed,
                    summary.nanos,
                    clientUsed.nanos(),
                    0,
                    0,
                    serverUsed.workNanos(),
                    UNKNOWN,
                    UNKNOWN,
                    UNKNOWN,
                    UNKNOWN,
                    workload.connections(),
                    others);
            intervals.add(interval);
            progress.accept(interval.line(NAME, round));
        } catch (IOException e) {
            fail(e);
        }
    }

    /** Sends that many requests. By their number and not by time, since h2load does not end where its time is over before it has begun. */
    private Summary load(long requests) throws IOException, InterruptedException {
        Summary summary;
        try (Child child = new Child(command(requests), log)) {
            String said = child.rest(LONGEST);
            summary = Summary.of(said.isBlank() ? child.tail() : said);
        }
        requestsPerNano = (double) summary.succeeded / Math.max(1, summary.nanos);
        return summary;
    }

    private List<String> command(long requests) {
        List<String> command = new ArrayList<>(List.of(
                NAME,
                "-n",
                String.valueOf(requests),
                "-t",
                "1",
                "-c",
                String.valueOf(workload.connections()),
                "-m",
                String.valueOf(workload.inFlight() / workload.connections())));
        if (!workload.wire().http2()) {
            command.add("--h1");
        }
        command.add((workload.wire().tls() ? "https" : "http") + "://" + ClientSetup.HOST + ":"
                + server.port(workload.wire()) + Workload.PATH);
        return command;
    }

    private void fail(IOException cause) {
        failure = String.valueOf(cause.getMessage());
        progress.accept("  " + NAME + " failed: " + failure);
    }

    @Override
    public void finish() {}

    @Override
    public List<Interval> intervals() {
        return List.copyOf(intervals);
    }

    @Override
    public @Nullable String failure() {
        return failure;
    }

    @Override
    public void close() {}

    /** What it says at its end. */
    record Summary(long succeeded, long failed, long nanos) {
        /** @throws IOException when the text does not say it */
        static Summary of(String text) throws IOException {
            Matcher finished = FINISHED.matcher(text);
            Matcher requests = REQUESTS.matcher(text);
            if (!finished.find() || !requests.find()) {
                throw new IOException(NAME + " gave no figures: " + text.strip());
            }
            long failed = Long.parseLong(requests.group(2))
                    + Long.parseLong(requests.group(3))
                    + Long.parseLong(requests.group(4));
            long nanos = (long) (Double.parseDouble(finished.group(1)) * unitNanos(finished.group(2)));
            return new Summary(Long.parseLong(requests.group(1)), failed, nanos);
        }

        private static double unitNanos(String unit) {
            return switch (unit) {
                case "us" -> 1e3;
                case "ms" -> 1e6;
                case "s" -> 1e9;
                case "m" -> 60e9;
                default -> 3600e9;
            };
        }
    }
}
