package dev.clearway.lab.wire;

import dev.clearway.client.ClearwayClient;
import dev.clearway.client.ClearwayClientBuilder;
import dev.clearway.lab.child.OriginProcess;
import dev.clearway.lab.child.RemoteOrigin;
import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.measure.Sample;
import dev.clearway.lab.scenario.Wire;
import dev.clearway.origin.Relay;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** What a large download does to small requests on its connection, and what its window does to it. */
public final class FlowExperiment implements WireExperiment {
    private static final Duration ROUND_TRIP = Duration.ofMillis(50);
    private static final Duration BETWEEN_REQUESTS = Duration.ofMillis(50);
    private static final int REQUESTS = 60;
    private static final int WARM_REQUESTS = 20;
    private static final int SMALL_WINDOW = 16 << 10;
    private static final int GROWTH = 16;
    private static final String DOWNLOAD = "/bytes/1073741824";
    private static final double MEGA = 1e6;

    /** RFC 9218: urgency from 0, most urgent, to 7; 3 where none is given. */
    private static final String URGENT = "u=1";

    private static final String BACKGROUND = "u=7, i";

    FlowExperiment() {}

    private record Flows(double p50, double p99, double megabytesPerSecond) {}

    @Override
    public String name() {
        return "flow";
    }

    @Override
    public String what() {
        return "20 small requests a second (priority: " + URGENT + ") beside a download of 1 GiB (priority: "
                + BACKGROUND + ") on one HTTP/2 connection, round trip 50 ms";
    }

    @Override
    public String expected() {
        return "a small window, which grows to 256 KiB, holds the download to a window a round trip, 5.2 MB/s; the"
                + " default one lets it take several times that, and small requests then wait behind its bytes";
    }

    @Override
    public WireResult run(OriginProcess servers) throws IOException {
        Flows alone = measure(servers, Calls.client(Wire.H2C), false);
        Flows small = measure(servers, Calls.client(Wire.H2C).streamWindow(SMALL_WINDOW), true);
        Flows large = measure(servers, Calls.client(Wire.H2C), true);
        Map<String, Double> figures = new LinkedHashMap<>();
        List<List<String>> rows = List.of(
                row("no download", "alone", alone, figures),
                row("window 16 KiB, grows to 256", "smallWindow", small, figures),
                row("window 1 MiB, grows to 16", "largeWindow", large, figures));
        return new WireResult(
                name(), what(), List.of("", "small: p50", "p99", "download"), rows, figures, claims(small, large));
    }

    private static List<Claim> claims(Flows small, Flows large) {
        double windowARoundTrip = (double) GROWTH * SMALL_WINDOW / MEGA / (ROUND_TRIP.toMillis() / 1e3);
        return List.of(
                new Claim(
                        "a window that grows to 256 KiB holds the download to " + rate(small.megabytesPerSecond)
                                + ", a window a round trip being " + rate(windowARoundTrip),
                        small.megabytesPerSecond > 0 && small.megabytesPerSecond <= windowARoundTrip),
                new Claim(
                        "the default window lets it take " + rate(large.megabytesPerSecond) + ", at least twice that",
                        large.megabytesPerSecond >= 2 * small.megabytesPerSecond),
                new Claim(
                        "small requests pay for that: half of them take " + Amount.seconds(large.p50)
                                + " or more behind the bytes of a large window, "
                                + Amount.seconds(small.p50) + " beside the small one",
                        small.p50 < large.p50));
    }

    private static List<String> row(String label, String name, Flows flows, Map<String, Double> figures) {
        figures.put(name + ".p50Seconds", flows.p50);
        figures.put(name + ".p99Seconds", flows.p99);
        figures.put(name + ".downloadMegabytesPerSecond", flows.megabytesPerSecond);
        return List.of(
                label,
                Amount.seconds(flows.p50),
                Amount.seconds(flows.p99),
                flows.megabytesPerSecond == 0 ? "–" : rate(flows.megabytesPerSecond));
    }

    private static String rate(double megabytes) {
        return Amount.plain(megabytes) + " MB/s";
    }

    private static Flows measure(OriginProcess servers, ClearwayClientBuilder options, boolean downloads)
            throws IOException {
        try (RemoteOrigin origin = servers.open(100);
                Relay relay = Relay.start(origin.address(Wire.H2C), ROUND_TRIP);
                ClearwayClient client = options.build()) {
            HttpRequest small = HttpRequest.newBuilder(Calls.uri(relay, "/whoami"))
                    .header("priority", URGENT)
                    .build();
            for (int i = 0; i < WARM_REQUESTS; i++) {
                Calls.send(client, small);
            }
            LongAdder received = new LongAdder();
            CompletableFuture<HttpResponse<Void>> download =
                    downloads ? download(client, relay, received) : new CompletableFuture<>();
            long start = System.nanoTime();
            Sample times = Sample.of(load(client, small));
            double seconds = (System.nanoTime() - start) / 1e9;
            double megabytes = received.sum() / MEGA;
            if (download.isDone()) {
                throw new IOException("the download ended before the measurement");
            }
            download.cancel(true);
            return new Flows(times.quantile(0.5), times.quantile(0.99), megabytes / seconds);
        }
    }

    private static CompletableFuture<HttpResponse<Void>> download(
            ClearwayClient client, Relay relay, LongAdder received) {
        HttpRequest request = HttpRequest.newBuilder(Calls.uri(relay, DOWNLOAD))
                .header("priority", BACKGROUND)
                .build();
        return client.sendAsync(
                request, BodyHandlers.ofByteArrayConsumer(bytes -> bytes.ifPresent(some -> received.add(some.length))));
    }

    private static List<Double> load(ClearwayClient client, HttpRequest request) throws IOException {
        long start = System.nanoTime();
        List<CompletableFuture<Double>> answers = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            long due = start + i * BETWEEN_REQUESTS.toNanos();
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            answers.add(Calls.start(client, request).thenApply(end -> (end - due) / 1e9));
        }
        List<Double> seconds = new ArrayList<>();
        for (CompletableFuture<Double> answer : answers) {
            seconds.add(Calls.await(answer));
        }
        return seconds;
    }
}
