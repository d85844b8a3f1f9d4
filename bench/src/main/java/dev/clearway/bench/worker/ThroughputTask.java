package dev.clearway.bench.worker;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.measure.Allocation;
import dev.clearway.bench.measure.CpuTime;
import dev.clearway.bench.measure.MachineTime;
import dev.clearway.bench.measure.OwnConnections;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Steady load and what it costs. Commands: {@code load PATH LENGTH} once, {@code warm CPU-SECONDS LIMIT-SECONDS}, then
 * {@code measure MILLIS} as often as wanted; between them the load is paused.
 */
final class ThroughputTask implements Task {
    private static final long PRE_ROLL_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final double COMPILED_JIT_SHARE = 0.15;
    private static final double LEAST_CPU_SHARE = 0.35;
    private static final int PATIENCE_FACTOR = 3;
    private static final Duration SAMPLING = Duration.ofMillis(5);

    private final ClientProvider provider;
    private final WorkerOptions options;
    private final long pid = ProcessHandle.current().pid();
    private final Allocation allocation = new Allocation();
    private @Nullable BenchClient client;
    private @Nullable Load load;
    private @Nullable Recording recording;

    ThroughputTask(ClientProvider provider, WorkerOptions options) {
        this.provider = provider;
        this.options = options;
    }

    @Override
    public String run(String[] words) throws Exception {
        return switch (words[0]) {
            case "load" -> {
                BenchClient opened = provider.open(options.setup());
                client = opened;
                load = new Load(
                        client,
                        words[1],
                        Long.parseLong(words[2]),
                        options.setup().inFlight());
                yield "loaded";
            }
            case "warm" -> warm(seconds(words[1]), seconds(words[2]));
            case "measure" ->
                measure(TimeUnit.MILLISECONDS.toNanos(Long.parseLong(words[1]))).encode();
            case "failures" -> load().failures().toString();
            default -> throw new IllegalArgumentException("no such command: " + words[0]);
        };
    }

    private static long seconds(String word) {
        return TimeUnit.SECONDS.toNanos(Long.parseLong(word));
    }

    private Load load() {
        if (load == null) {
            throw new IllegalStateException("no load given yet");
        }
        return load;
    }

    /**
     * Runs the load until it has used that much CPU and the JIT compilers are nearly done; but no longer than
     * the limit by the clock. By CPU rather than by the clock, since on a busy machine time warms nothing.
     */
    private String warm(long cpuNanos, long limitNanos) throws Exception {
        CpuTime begin = CpuTime.of(pid);
        CpuTime last = begin;
        long deadline = System.nanoTime() + limitNanos;
        double jitShare = 1;
        load().start();
        while (System.nanoTime() < deadline) {
            pass(LOOK_NANOS);
            CpuTime now = CpuTime.of(pid);
            CpuTime step = now.since(last);
            jitShare = (double) step.jitNanos() / Math.max(1, step.nanos());
            last = now;
            if (now.since(begin).workNanos() >= cpuNanos && jitShare < COMPILED_JIT_SHARE) {
                break;
            }
        }
        load().pause();
        return String.format(
                java.util.Locale.ROOT, "%.1f %.2f", last.since(begin).workNanos() / 1e9, jitShare);
    }

    private Interval measure(long nanos) throws Exception {
        record();
        Load running = load();
        running.start();
        pass(PRE_ROLL_NANOS);
        running.times();
        long failuresBefore = running.failures().count();
        long bytesBefore = allocation.bytes();
        MachineTime machineBefore = MachineTime.now();
        CpuTime serverBefore = CpuTime.of(options.serverPid());
        CpuTime clientBefore = CpuTime.of(pid);
        long begin = System.nanoTime();
        passBusily(nanos, clientBefore);
        Histogram times = running.times();
        long elapsed = System.nanoTime() - begin;
        CpuTime clientUsed = CpuTime.of(pid).since(clientBefore);
        CpuTime serverUsed = CpuTime.of(options.serverPid()).since(serverBefore);
        double others = MachineTime.now().othersShare(machineBefore, clientUsed.nanos() + serverUsed.nanos());
        long bytes = allocation.bytes() - bytesBefore;
        long failed = running.failures().count() - failuresBefore;
        int connections = OwnConnections.to(options.setup().port());
        running.pause();
        return new Interval(
                times.getTotalCount(),
                failed,
                elapsed,
                clientUsed.workNanos(),
                clientUsed.jitNanos(),
                clientUsed.gcNanos(),
                serverUsed.workNanos(),
                bytes,
                times.getValueAtPercentile(50),
                times.getValueAtPercentile(99),
                times.getValueAtPercentile(99.9),
                connections,
                others);
    }

    /** Lets that much time pass, and up to three times that until the client had a fair share of a core. */
    private void passBusily(long nanos, CpuTime before) {
        long begin = System.nanoTime();
        pass(nanos);
        while (System.nanoTime() - begin < PATIENCE_FACTOR * nanos
                && CpuTime.of(pid).since(before).nanos() < nanos * LEAST_CPU_SHARE) {
            pass(STEP_NANOS);
        }
    }

    private static void pass(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Starts the flight recording with the first measured interval. Samples of CPU time exist from JDK 25 on; before, only those of running Java code. */
    private void record() throws Exception {
        if (options.profile() != null && recording == null) {
            recording = new Recording(Configuration.getConfiguration("profile"));
            recording.enable("jdk.ExecutionSample").withPeriod(SAMPLING);
            recording.enable("jdk.CPUTimeSample").with("throttle", SAMPLING.toMillis() + "ms");
            recording.start();
        }
    }

    @Override
    public void end() throws Exception {
        if (recording != null && options.profile() != null) {
            recording.dump(options.profile());
            recording.close();
        }
        if (client != null) {
            client.close();
        }
    }
}
