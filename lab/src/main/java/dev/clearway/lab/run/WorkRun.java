package dev.clearway.lab.run;

import dev.clearway.client.ClearwayClient;
import dev.clearway.lab.child.RemoteOrigin;
import dev.clearway.lab.measure.Work;
import dev.clearway.lab.scenario.Wire;
import dev.clearway.transport.Limits;
import dev.clearway.transport.observe.ExchangeRecord;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;

/**
 * Measures what code costs on this machine, as it is now: many connections are made at once over HTTP/1.1, which has a
 * connection for each request, and many requests are sent at once on connections that are there.
 */
final class WorkRun {
    private static final int TRIES = 3;
    private static final int CONNECTIONS = 20;
    private static final int REQUESTS = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Longer than the connections take, so that none is there for a second request meanwhile. */
    private static final Duration HELD = Duration.ofMillis(400);

    private final ScenarioRunner runner;

    WorkRun(ScenarioRunner runner) {
        this.runner = runner;
    }

    /** The least of some tries each: what else the machine does makes a try longer, nothing makes it shorter. */
    Work measure(Wire wire) throws IOException {
        runner.warmCode(wire, REQUESTS);
        Wire single = wire.tls() ? Wire.H1_TLS : Wire.H1;
        return new Work(least(() -> connection(single)), least(() -> request(wire)));
    }

    private interface Try {
        long nanos() throws IOException;
    }

    private static Duration least(Try measurement) throws IOException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            least = Math.min(least, measurement.nanos());
        }
        return Duration.ofNanos(least);
    }

    private long connection(Wire wire) throws IOException {
        ExchangeLog log = new ExchangeLog();
        try (RemoteOrigin origin = runner.open(1);
                Route route = Route.to(origin, wire, Duration.ZERO);
                ClearwayClient client = runner.clients().clearway(wire, Limits.DEFAULT, log)) {
            HttpRequest request = ScenarioRunner.get(route.uri(HELD));
            new Volley(client, request, new RunProgress()).atOnce(CONNECTIONS, PATIENCE);
            List<ExchangeRecord> exchanges = log.take(CONNECTIONS, BurstRun.LISTENER_PATIENCE);
            long longest = exchanges.stream()
                    .mapToLong(exchange -> exchange.waited().toNanos())
                    .max()
                    .orElse(0);
            return longest / Math.max(1, Findings.connections(exchanges));
        }
    }

    private long request(Wire wire) throws IOException {
        try (RemoteOrigin origin = runner.open(REQUESTS);
                Route route = Route.to(origin, wire, Duration.ZERO);
                ClearwayClient client = runner.clients().clearway(wire, Limits.DEFAULT, new ExchangeLog())) {
            int count = wire.multiplexes() ? REQUESTS : CONNECTIONS;
            HttpRequest first = ScenarioRunner.get(route.uri(wire.multiplexes() ? Duration.ZERO : HELD));
            new Volley(client, first, new RunProgress()).atOnce(wire.multiplexes() ? 1 : count, PATIENCE);
            HttpRequest request = ScenarioRunner.get(route.uri(Duration.ZERO));
            long start = System.nanoTime();
            new Volley(client, request, new RunProgress()).atOnce(count, PATIENCE);
            return (System.nanoTime() - start) / count;
        }
    }
}
