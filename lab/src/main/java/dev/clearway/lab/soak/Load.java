package dev.clearway.lab.soak;

import dev.clearway.client.ClearwayClient;
import dev.clearway.transport.TransportFailure;
import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/** Sends requests at a steady rate, whatever becomes of those before. A request's time counts from when it was due. */
@SuppressWarnings("FutureReturnValueIgnored") // what becomes of a request is counted as it ends
final class Load implements Runnable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final byte[] CONTENT = new byte[1_000];
    private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(2);

    /** With more than that under way the client, or the machine, is too slow for the rate. */
    private static final int MOST_OPEN = 5_000;

    private final ClearwayClient client;
    private final String base;
    private final int rate;
    private final Recorder latencies = new Recorder(3);
    private final LongAdder ended = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicLong open = new AtomicLong();
    private final Map<String, LongAdder> failures = new ConcurrentHashMap<>();
    private volatile boolean stopped;

    Load(ClearwayClient client, String base, int rate) {
        this.client = client;
        this.base = base;
        this.rate = rate;
    }

    @Override
    public void run() {
        long start = System.nanoTime();
        for (long i = 0; !stopped; i++) {
            long due = start + i * TimeUnit.SECONDS.toNanos(1) / rate;
            for (long left = due - System.nanoTime(); left > 0 && !stopped; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            if (!stopped) {
                offer(i, due);
            }
        }
    }

    /** A request that cannot be sent has failed: what is left out would look like a service without trouble. */
    private void offer(long number, long due) {
        if (open.get() >= MOST_OPEN) {
            failed("not sent, " + MOST_OPEN + " were under way");
            return;
        }
        open.incrementAndGet();
        try {
            send(number, due);
        } catch (RuntimeException thrown) {
            open.decrementAndGet();
            failed(kind(thrown));
        }
    }

    private void failed(String what) {
        ended.increment();
        failed.increment();
        failures.computeIfAbsent(what, absent -> new LongAdder()).increment();
    }

    /** Sends no more. */
    void stop() {
        stopped = true;
    }

    /** Requests under way. */
    long open() {
        return open.get();
    }

    long ended() {
        return ended.sum();
    }

    long failed() {
        return failed.sum();
    }

    /** The latencies, in microseconds, since the last call. */
    Histogram latencies() {
        return latencies.getIntervalHistogram();
    }

    /** Failed requests by type and delivery. */
    Map<String, Long> failures() {
        Map<String, Long> all = new TreeMap<>();
        failures.forEach((what, times) -> all.put(what, times.sum()));
        return all;
    }

    /** Of ten requests six are small and short, two have content both ways, one is larger, one goes by HTTP/1.1. */
    private HttpRequest request(long number) {
        HttpRequest.Builder builder = HttpRequest.newBuilder().timeout(TIMEOUT);
        return switch ((int) (number % 10)) {
            case 0 -> builder.uri(URI.create(base + "/bytes/100000")).build();
            case 1, 2 ->
                builder.uri(URI.create(base + "/echo"))
                        .PUT(BodyPublishers.ofByteArray(CONTENT))
                        .build();
            case 3 ->
                builder.uri(URI.create(base + "/delay/5"))
                        .version(Version.HTTP_1_1)
                        .build();
            default -> builder.uri(URI.create(base + "/delay/5")).build();
        };
    }

    private void send(long number, long due) {
        client.sendAsync(request(number), BodyHandlers.discarding()).whenComplete((response, failure) -> {
            open.decrementAndGet();
            if (failure == null && response.statusCode() == 200) {
                ended.increment();
                latencies.recordValue(Math.min(LONGEST_MICROS, (System.nanoTime() - due) / 1_000));
            } else {
                failed(failure == null ? "status " + response.statusCode() : kind(failure));
            }
        });
    }

    private static String kind(@Nullable Throwable failure) {
        Throwable bare = failure instanceof CompletionException wrapper ? wrapper.getCause() : failure;
        String name = bare == null ? "" : bare.getClass().getSimpleName();
        return bare instanceof TransportFailure known ? name + ", " + known.delivery() : name;
    }
}
