package dev.clearway.lab.wire;

import dev.clearway.client.ClearwayClient;
import dev.clearway.lab.child.OriginProcess;
import dev.clearway.lab.child.RemoteOrigin;
import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.measure.Sample;
import dev.clearway.lab.scenario.Wire;
import dev.clearway.origin.Relay;
import dev.clearway.origin.RelayConnection;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** What a lost packet does to those who share its connection. */
public final class LossExperiment implements WireExperiment {
    private static final Duration ROUND_TRIP = Duration.ofMillis(20);
    private static final Duration STALL = Duration.ofMillis(200);
    private static final Duration BETWEEN_STALLS = Duration.ofMillis(500);
    private static final Duration BETWEEN_REQUESTS = Duration.ofMillis(10);
    private static final int REQUESTS = 800;
    private static final double SLOW_SECONDS = 0.1;

    private final int requests;

    LossExperiment() {
        this(REQUESTS);
    }

    /** With so many requests a setup. */
    LossExperiment(int requests) {
        this.requests = requests;
    }

    /** Clients, of which each has its own connections, take turns. */
    private record Setup(String label, String name, Wire wire, int clients, int connectionsEach) {}

    private record Times(double p50, double p99, double slow) {}

    private static final List<Setup> SETUPS = List.of(
            new Setup("one HTTP/2 connection", "http2x1", Wire.H2C, 1, 1),
            new Setup("two HTTP/2 connections", "http2x2", Wire.H2C, 2, 1),
            new Setup("six HTTP/1.1 connections", "http1x6", Wire.H1, 1, 6));

    @Override
    public String name() {
        return "loss";
    }

    @Override
    public String what() {
        return "100 requests a second, round trip 20 ms; twice a second one connection stalls for 200 ms, as after a lost"
                + " packet";
    }

    @Override
    public String expected() {
        return "a stall hits all who share the connection: many on one HTTP/2 connection, half as many on two, few on"
                + " six HTTP/1.1 ones; HTTP/2 ends head-of-line blocking in HTTP, not in TCP";
    }

    @Override
    public WireResult run(OriginProcess servers) throws IOException {
        Map<String, Double> figures = new LinkedHashMap<>();
        List<List<String>> rows = new ArrayList<>();
        List<Times> all = new ArrayList<>();
        for (Setup setup : SETUPS) {
            Times times = measure(servers, setup);
            all.add(times);
            figures.put(setup.name + ".p50Seconds", times.p50);
            figures.put(setup.name + ".p99Seconds", times.p99);
            figures.put(setup.name + ".slowShare", times.slow);
            rows.add(List.of(setup.label, Amount.seconds(times.p50), Amount.seconds(times.p99), percent(times.slow)));
        }
        return new WireResult(
                name(), what(), List.of("", "p50", "p99", "slower than 100 ms"), rows, figures, claims(all));
    }

    private static List<Claim> claims(List<Times> times) {
        double one = times.get(0).slow;
        double two = times.get(1).slow;
        double six = times.get(2).slow;
        return List.of(
                new Claim(
                        "on one HTTP/2 connection more requests are slow than on two: " + percent(one) + " and "
                                + percent(two),
                        one > two),
                new Claim(
                        "on six HTTP/1.1 connections fewer than on two of HTTP/2: " + percent(six) + " and "
                                + percent(two),
                        six < two),
                new Claim(
                        "one request in a hundred on one HTTP/2 connection bears most of a stall: "
                                + Amount.seconds(times.get(0).p99),
                        times.get(0).p99 >= 0.15));
    }

    private static String percent(double share) {
        return Amount.plain(share * 100) + " %";
    }

    private Times measure(OriginProcess servers, Setup setup) throws IOException {
        try (RemoteOrigin origin = servers.open(1000);
                Relay relay = Relay.start(origin.address(setup.wire), ROUND_TRIP)) {
            List<ClearwayClient> clients = new ArrayList<>();
            try {
                for (int i = 0; i < setup.clients; i++) {
                    clients.add(Calls.client(setup.wire)
                            .http1Connections(setup.connectionsEach)
                            .build());
                }
                HttpRequest request =
                        HttpRequest.newBuilder(Calls.uri(relay, "/delay/5")).build();
                warm(clients, request, setup.connectionsEach);
                return times(load(clients, request, relay));
            } finally {
                clients.forEach(ClearwayClient::close);
            }
        }
    }

    /** Opens the connections, and lets the code run hot. */
    private static void warm(List<ClearwayClient> clients, HttpRequest request, int connections) throws IOException {
        for (ClearwayClient client : clients) {
            for (int round = 0; round < 20; round++) {
                List<CompletableFuture<Long>> answers = new ArrayList<>();
                for (int i = 0; i < connections; i++) {
                    answers.add(Calls.start(client, request));
                }
                for (CompletableFuture<Long> answer : answers) {
                    Calls.await(answer);
                }
            }
        }
    }

    /** A request's time counts from when it is due, whatever holds this thread up. */
    private List<Double> load(List<ClearwayClient> clients, HttpRequest request, Relay relay) throws IOException {
        Random random = new Random(1);
        long start = System.nanoTime();
        long stall = start + BETWEEN_STALLS.toNanos();
        List<CompletableFuture<Double>> answers = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            long due = start + i * BETWEEN_REQUESTS.toNanos();
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            if (due - stall >= 0) {
                stall += BETWEEN_STALLS.toNanos();
                List<RelayConnection> open = relay.connections();
                open.get(random.nextInt(open.size())).stall(STALL);
            }
            answers.add(Calls.start(clients.get(i % clients.size()), request).thenApply(end -> (end - due) / 1e9));
        }
        List<Double> seconds = new ArrayList<>();
        for (CompletableFuture<Double> answer : answers) {
            seconds.add(Calls.await(answer));
        }
        return seconds;
    }

    private static Times times(List<Double> seconds) {
        Sample sample = Sample.of(seconds);
        double slow =
                (double) seconds.stream().filter(each -> each > SLOW_SECONDS).count() / seconds.size();
        return new Times(sample.quantile(0.5), sample.quantile(0.99), slow);
    }
}
