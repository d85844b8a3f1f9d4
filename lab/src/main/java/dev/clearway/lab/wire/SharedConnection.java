package dev.clearway.lab.wire;

import dev.clearway.client.ClearwayClient;
import dev.clearway.client.ClearwayClientBuilder;
import dev.clearway.lab.child.OriginProcess;
import dev.clearway.lab.child.RemoteOrigin;
import dev.clearway.lab.measure.Sample;
import dev.clearway.lab.scenario.Wire;
import dev.clearway.origin.Relay;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * One HTTP/2 connection on which downloads that do not end run beside requests whose time is measured.
 *
 * @param downloads how many
 * @param path what the requests ask for
 * @param requests how many of them are measured
 * @param gap from one to the next; with none, each follows when the one before is answered
 * @param priorities whether requests and downloads say how urgent they are
 */
record SharedConnection(int downloads, String path, int requests, Duration gap, boolean priorities) {
    static final Duration ROUND_TRIP = Duration.ofMillis(50);
    /** RFC 9218: urgency from 0, most urgent, to 7; 3 where none is given. */
    static final String URGENT = "u=1";

    static final String BACKGROUND = "u=7, i";

    private static final String DOWNLOAD = "/bytes/1073741824";
    private static final String FIELD = "priority";
    private static final String TAKEN = "taken-priority";
    private static final int WARM_REQUESTS = 20;
    private static final double MEGA = 1e6;
    private static final long PATIENCE_SECONDS = 60;

    /**
     * What was measured.
     *
     * @param p50 median time of a request, in seconds
     * @param p99 of a hundred, all but one take no longer
     * @param megabytesPerSecond what the downloads took meanwhile, all together
     * @param taken the priority that the server says it took for the requests; empty if it says none
     */
    record Flows(double p50, double p99, double megabytesPerSecond, String taken) {}

    Flows measure(OriginProcess servers, ClearwayClientBuilder options) throws IOException {
        try (RemoteOrigin origin = servers.open(100);
                Relay relay = Relay.start(origin.address(Wire.H2C), ROUND_TRIP);
                ClearwayClient client = options.build()) {
            HttpRequest request = request(relay, path, URGENT);
            String taken = taken(client, request);
            for (int i = 1; i < Math.min(requests, WARM_REQUESTS); i++) {
                Calls.send(client, request);
            }
            LongAdder received = new LongAdder();
            List<CompletableFuture<HttpResponse<Void>>> running = downloads(client, relay, received);
            long start = System.nanoTime();
            Sample times = Sample.of(load(client, request));
            double seconds = (System.nanoTime() - start) / 1e9;
            double megabytes = received.sum() / MEGA;
            if (running.stream().anyMatch(CompletableFuture::isDone)) {
                throw new IOException("a download ended before the measurement");
            }
            running.forEach(download -> download.cancel(true));
            return new Flows(times.quantile(0.5), times.quantile(0.99), megabytes / seconds, taken);
        }
    }

    private HttpRequest request(Relay relay, String what, String priority) {
        HttpRequest.Builder request = HttpRequest.newBuilder(Calls.uri(relay, what));
        return (priorities ? request.header(FIELD, priority) : request).build();
    }

    private static String taken(ClearwayClient client, HttpRequest request) throws IOException {
        return Calls.await(client.sendAsync(request, BodyHandlers.discarding()))
                .headers()
                .firstValue(TAKEN)
                .orElse("");
    }

    /** Begins them; each has sent its first bytes. */
    private List<CompletableFuture<HttpResponse<Void>>> downloads(
            ClearwayClient client, Relay relay, LongAdder received) throws IOException {
        List<CompletableFuture<HttpResponse<Void>>> running = new ArrayList<>();
        for (int i = 0; i < downloads; i++) {
            CompletableFuture<Void> began = new CompletableFuture<>();
            running.add(client.sendAsync(
                    request(relay, DOWNLOAD, BACKGROUND),
                    BodyHandlers.ofByteArrayConsumer(bytes -> bytes.ifPresent(some -> {
                        received.add(some.length);
                        began.complete(null);
                    }))));
            Calls.await(began.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
        received.reset();
        return running;
    }

    private List<Double> load(ClearwayClient client, HttpRequest request) throws IOException {
        long start = System.nanoTime();
        List<CompletableFuture<Double>> answers = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            long due = gap.isZero() ? System.nanoTime() : start + i * gap.toNanos();
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            CompletableFuture<Double> answer = Calls.start(client, request).thenApply(end -> (end - due) / 1e9);
            answers.add(answer);
            if (gap.isZero()) {
                Calls.await(answer);
            }
        }
        List<Double> seconds = new ArrayList<>();
        for (CompletableFuture<Double> answer : answers) {
            seconds.add(Calls.await(answer));
        }
        return seconds;
    }
}
