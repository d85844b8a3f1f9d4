package dev.clearway.bench.worker;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.Reply;
import dev.clearway.bench.measure.CpuTime;
import dev.clearway.bench.measure.MachineTime;
import dev.clearway.bench.measure.Values;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.jspecify.annotations.Nullable;

/**
 * An open loop: requests begin at a fixed rate, whether or not earlier ones have ended: {@code paced PATH LENGTH RATE
 * MILLIS}. The time of a request counts from the moment at which its turn was, not from when it could be sent, so that a
 * client that stalls is charged for all that should have been sent meanwhile (coordinated omission).
 */
final class PacedTask implements Task {
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final long STEP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final int DIGITS = 3;

    private final ClientProvider provider;
    private final WorkerOptions options;
    private final Failures failures = new Failures();
    private @Nullable BenchClient client;

    PacedTask(ClientProvider provider, WorkerOptions options) {
        this.provider = provider;
        this.options = options;
    }

    @Override
    public String run(String[] words) throws Exception {
        long length = Long.parseLong(words[2]);
        if (client == null) {
            client = provider.open(options.setup());
            FirstRequest.send(client, words[1], length);
        }
        Pace pace = new Pace(client, words[1], length);
        long count = Long.parseLong(words[3]) * Long.parseLong(words[4]) / 1_000;
        return pace.run(count, TimeUnit.SECONDS.toNanos(1) / Double.parseDouble(words[3]))
                .encode();
    }

    @Override
    public void end() throws Exception {
        if (client != null) {
            client.close();
        }
    }

    /** One stretch of load. Sent by one thread; answers come on the client's threads. */
    private final class Pace {
        private final BenchClient target;
        private final String path;
        private final long expectedLength;
        private final ConcurrentHistogram times = new ConcurrentHistogram(1_000, LONGEST_NANOS, DIGITS);
        private final AtomicLong ended = new AtomicLong();
        private final AtomicLong failed = new AtomicLong();

        Pace(BenchClient target, String path, long expectedLength) {
            this.target = target;
            this.path = path;
            this.expectedLength = expectedLength;
        }

        Values run(long count, double gapNanos) throws IOException {
            long pid = ProcessHandle.current().pid();
            int most = options.setup().inFlight();
            MachineTime machineBefore = MachineTime.now();
            CpuTime serverBefore = CpuTime.of(options.serverPid());
            CpuTime before = CpuTime.of(pid);
            long begin = System.nanoTime();
            for (long i = 0; i < count; i++) {
                long turn = begin + (long) (i * gapNanos);
                while (System.nanoTime() < turn || i - ended.get() >= most) {
                    giveUpAfter(turn + PATIENCE_NANOS);
                    LockSupport.parkNanos(STEP_NANOS);
                }
                new Paced(this, turn).send();
            }
            long deadline = System.nanoTime() + PATIENCE_NANOS;
            while (ended.get() < count) {
                giveUpAfter(deadline);
                LockSupport.parkNanos(STEP_NANOS);
            }
            long elapsed = System.nanoTime() - begin;
            CpuTime used = CpuTime.of(pid).since(before);
            long serverUsed =
                    CpuTime.of(options.serverPid()).since(serverBefore).nanos();
            double others = MachineTime.now().othersShare(machineBefore, used.nanos() + serverUsed);
            return new Values()
                    .with("requestsPerSecond", count * 1e9 / elapsed)
                    .with("p50Millis", times.getValueAtPercentile(50) / 1e6)
                    .with("p99Millis", times.getValueAtPercentile(99) / 1e6)
                    .with("p999Millis", times.getValueAtPercentile(99.9) / 1e6)
                    .with("maxMillis", times.getMaxValue() / 1e6)
                    .with("failed", (double) failed.get())
                    .with("clientCpuMicros", used.workNanos() / 1e3 / count)
                    .with("othersShare", others);
        }

        void fail(Throwable cause) {
            failures.add(cause);
            failed.incrementAndGet();
            ended.incrementAndGet();
        }

        private void giveUpAfter(long deadline) throws IOException {
            if (System.nanoTime() > deadline) {
                throw new IOException(
                        TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS) + " s behind its pace; failures: " + failures);
            }
        }
    }

    /** A request whose turn was at a moment. */
    private record Paced(Pace pace, long turnNanos) implements Reply {
        void send() {
            try {
                pace.target.get(pace.path, this);
            } catch (RuntimeException e) {
                failed(e);
            }
        }

        @Override
        public void done(int status, long length) {
            if (status == 200 && length == pace.expectedLength) {
                pace.times.recordValue(Math.min(LONGEST_NANOS, Math.max(0, System.nanoTime() - turnNanos)));
                pace.ended.incrementAndGet();
            } else {
                failed(FirstRequest.unexpected(status, length));
            }
        }

        @Override
        public void failed(Throwable cause) {
            pace.fail(cause);
        }
    }
}
