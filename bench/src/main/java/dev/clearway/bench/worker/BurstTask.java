package dev.clearway.bench.worker;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.Reply;
import dev.clearway.bench.measure.CpuTime;
import dev.clearway.bench.measure.OwnConnections;
import dev.clearway.bench.measure.Values;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Many delayed requests at once on a new client: {@code burst REQUESTS DELAY-MILLIS WARM-REQUESTS [PATIENCE-SECONDS
 * [TIMEOUT-MILLIS]]}. The delay is the server's, the timeout each request's. With {@code flight} in place of {@code burst}, the heap is measured while all requests are under
 * way. {@code said} tells what the failures of the last burst said.
 */
final class BurstTask implements Task {
    private static final long LOOK_MILLIS = 20;
    /** To count connections the kernel walks a table for some milliseconds, which are taken from the burst that is watched. */
    private static final long WATCH_MILLIS = 100;

    private static final int MOST_LOOKS = 250;
    private static final long PATIENCE_SECONDS = 120;
    private static final double IN_FLIGHT_SHARE = 0.6;
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final ClientProvider provider;
    private final WorkerOptions options;
    private String said = "";

    BurstTask(ClientProvider provider, WorkerOptions options) {
        this.provider = provider;
        this.options = options;
    }

    @Override
    public String run(String[] words) throws Exception {
        if (words[0].equals("said")) {
            return said;
        }
        int requests = Integer.parseInt(words[1]);
        long delayMillis = Long.parseLong(words[2]);
        int warm = Integer.parseInt(words[3]);
        long patience = words.length > 4 ? Long.parseLong(words[4]) : PATIENCE_SECONDS;
        Duration timeout = words.length > 5 ? Duration.ofMillis(Long.parseLong(words[5])) : null;
        BenchClient client = provider.open(options.setup());
        try {
            for (int i = 0; i < warm; i++) {
                Burst one = new Burst(1);
                one.send(client, "/delay/0", null);
                one.await(PATIENCE_SECONDS);
            }
            Watching watching = new Watching(words[0].equals("flight"), patience, timeout);
            return burst(client, new Burst(requests), delayMillis, watching).encode();
        } finally {
            client.close();
            waitUntilClosed();
        }
    }

    /** Some clients close by and by: connections of one burst are not to be counted with the next. */
    private void waitUntilClosed() throws Exception {
        int port = options.setup().port();
        for (int looks = 0; OwnConnections.to(port) > 0 && looks < MOST_LOOKS; looks++) {
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /** Whether the heap is looked at, how long the burst is waited for, and how long its requests may take. */
    private record Watching(
            boolean heap, long patienceSeconds, @Nullable Duration timeout) {}

    private Values burst(BenchClient client, Burst burst, long delayMillis, Watching watching) throws Exception {
        int requests = burst.requests;
        boolean heap = watching.heap;
        long heapBefore = heap ? usedHeap() : 0;
        long pid = ProcessHandle.current().pid();
        CpuTime cpuBefore = CpuTime.of(pid);
        burst.send(client, "/delay/" + delayMillis, watching.timeout);
        int connections = -1;
        int threads = 0;
        double heapInFlight = Double.NaN;
        long lookAtHeap = burst.beginNanos + (long) (IN_FLIGHT_SHARE * TimeUnit.MILLISECONDS.toNanos(delayMillis));
        boolean over = false;
        while (!over) {
            // One more look at the end, while connections are still up: what ended before the first was never seen.
            over = burst.ended.await(WATCH_MILLIS, TimeUnit.MILLISECONDS) || burst.isOver(watching.patienceSeconds);
            connections =
                    Math.max(connections, OwnConnections.to(options.setup().port()));
            threads = Math.max(threads, ManagementFactory.getThreadMXBean().getThreadCount());
            if (heap && !over && Double.isNaN(heapInFlight) && System.nanoTime() > lookAtHeap) {
                heapInFlight = usedHeap();
            }
        }
        said = burst.failures.toString(); // before the client is closed and fails what is left
        double cpuMillis = CpuTime.of(pid).since(cpuBefore).workNanos() / 1e6;
        Values values = new Values()
                .with("succeeded", (double) burst.times.getTotalCount())
                .with("failed", (double) (requests - burst.times.getTotalCount()))
                .with("unended", (double) burst.ended.getCount())
                .with("slowestSeconds", burst.times.getMaxValue() / 1e9)
                .with("p50Seconds", burst.times.getValueAtPercentile(50) / 1e9)
                .with("connections", connections < 0 ? Double.NaN : connections)
                .with("threads", threads)
                .with("clientCpuMillis", cpuMillis);
        return heap ? values.with("heapBytesPerRequest", (heapInFlight - heapBefore) / requests) : values;
    }

    /** Bytes in use on the heap after a full collection. */
    private static long usedHeap() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Requests sent at once. */
    private static final class Burst implements Reply {
        private final int requests;
        private final CountDownLatch ended;
        private final Failures failures = new Failures();
        private final ConcurrentHistogram times = new ConcurrentHistogram(1000, LONGEST_NANOS, 3);
        private long beginNanos = System.nanoTime();

        Burst(int requests) {
            this.requests = requests;
            ended = new CountDownLatch(requests);
        }

        void send(BenchClient client, String path, @Nullable Duration timeout) {
            beginNanos = System.nanoTime();
            for (int i = 0; i < requests; i++) {
                try {
                    if (timeout == null) {
                        client.get(path, this);
                    } else {
                        client.get(path, timeout, this);
                    }
                } catch (RuntimeException e) {
                    failed(e);
                }
            }
        }

        void await(long seconds) throws Exception {
            if (!ended.await(seconds, TimeUnit.SECONDS)) {
                throw new IOException("no answer within " + seconds + " s");
            }
            if (times.getTotalCount() < requests) {
                throw new IOException("failed: " + failures);
            }
        }

        boolean isOver(long seconds) {
            return System.nanoTime() - beginNanos > TimeUnit.SECONDS.toNanos(seconds);
        }

        @Override
        public void done(int status, long length) {
            if (status == 200) {
                times.recordValue(Math.min(LONGEST_NANOS, System.nanoTime() - beginNanos));
                ended.countDown();
            } else {
                failed(new IOException("status " + status));
            }
        }

        @Override
        public void failed(Throwable cause) {
            failures.add(cause);
            ended.countDown();
        }
    }
}
