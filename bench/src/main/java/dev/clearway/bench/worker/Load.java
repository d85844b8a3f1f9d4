package dev.clearway.bench.worker;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.BlockingBenchClient;
import dev.clearway.bench.client.Reply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * A closed loop: a fixed number of slots, each with one request in flight while the load runs. Started and paused by
 * one thread; slots run on whatever threads the client completes requests on.
 */
final class Load {
    private static final long RETRY_MILLIS = 2;
    private static final long PATIENCE_SECONDS = 15;
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final long UNIT_NANOS = 1000;

    private final BenchClient client;
    private final String path;
    private final long expectedLength;
    private final Slot[] slots;
    private final Recorder times = new Recorder(UNIT_NANOS, LONGEST_NANOS, 2);
    private final Failures failures = new Failures();
    private final AtomicInteger busySlots = new AtomicInteger();
    private final ScheduledThreadPoolExecutor retries = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "load-retries");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean running;
    private volatile CompletableFuture<Void> parked = CompletableFuture.completedFuture(null);

    Load(BenchClient client, String path, long expectedLength, int inFlight) {
        this.client = client;
        this.path = path;
        this.expectedLength = expectedLength;
        slots = new Slot[inFlight];
        for (int i = 0; i < inFlight; i++) {
            slots[i] = new Slot();
        }
    }

    /** Sends one request and waits for it, so that a connection is there before the load is; then starts every slot. */
    void start() throws Exception {
        FirstRequest.send(client, path, expectedLength);
        parked = new CompletableFuture<>();
        busySlots.set(slots.length);
        running = true;
        for (Slot slot : slots) {
            if (client instanceof BlockingBenchClient blocking) {
                blocking.fork(() -> slot.block(blocking));
            } else {
                slot.send();
            }
        }
    }

    /** Lets every request in flight end and sends no other. */
    void pause() throws Exception {
        running = false;
        try {
            parked.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new TimeoutException(busySlots.get() + " requests did not end within " + PATIENCE_SECONDS + " s");
        }
    }

    /** The times of the requests that ended since the last call, in nanoseconds. */
    Histogram times() {
        return times.getIntervalHistogram();
    }

    Failures failures() {
        return failures;
    }

    private boolean isExpected(int status, long length) {
        return status == 200 && length == expectedLength;
    }

    private void park() {
        if (busySlots.decrementAndGet() == 0) {
            parked.complete(null);
        }
    }

    /** One request after another. Confined to whoever holds the current request. */
    private final class Slot implements Reply {
        private long sentNanos;

        void send() {
            sentNanos = System.nanoTime();
            try {
                client.get(path, this);
            } catch (RuntimeException e) {
                failed(e);
            }
        }

        private void record() {
            times.recordValue(Math.min(LONGEST_NANOS, System.nanoTime() - sentNanos));
        }

        @Override
        public void done(int status, long length) {
            if (!isExpected(status, length)) {
                failed(FirstRequest.unexpected(status, length));
                return;
            }
            record();
            if (running) {
                send();
            } else {
                park();
            }
        }

        /** A short pause before the next try keeps a client that refuses at once from being a busy loop. */
        @Override
        public void failed(Throwable cause) {
            failures.add(cause);
            var unused = retries.schedule(
                    () -> {
                        if (running) {
                            send();
                        } else {
                            park();
                        }
                    },
                    RETRY_MILLIS,
                    TimeUnit.MILLISECONDS);
        }

        void block(BlockingBenchClient blocking) {
            while (running) {
                sentNanos = System.nanoTime();
                try {
                    long length = blocking.fetch(path, null);
                    if (length != expectedLength) {
                        throw FirstRequest.unexpected(200, length);
                    }
                    record();
                } catch (Exception e) {
                    failures.add(e);
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS));
                }
            }
            park();
        }
    }
}
