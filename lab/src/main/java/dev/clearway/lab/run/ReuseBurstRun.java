package dev.clearway.lab.run;

import dev.clearway.client.ClearwayClient;
import dev.clearway.lab.child.RemoteOrigin;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.ReuseFigures;
import dev.clearway.lab.measure.Sample;
import dev.clearway.lab.measure.Split;
import dev.clearway.lab.scenario.ReuseBurst;
import dev.clearway.lab.scenario.Wire;
import dev.clearway.transport.Limits;
import dev.clearway.transport.observe.ExchangeRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The same burst cold and on the connections that it left, over HTTP/2 and over HTTP/1.1. */
final class ReuseBurstRun {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ScenarioRunner runner;
    private final ReuseBurst burst;
    private final RunProgress progress;

    ReuseBurstRun(ScenarioRunner runner, ReuseBurst burst, RunProgress progress) {
        this.runner = runner;
        this.burst = burst;
        this.progress = progress;
    }

    Measured run() throws IOException {
        Measured http2 = measure(Wire.H2_TLS);
        Measured http1 = measure(Wire.H1_TLS);
        if (http2.reuse() == null || http1.reuse() == null) {
            return http2;
        }
        return http2.with(http2.reuse().beside("http1", http1.reuse()));
    }

    private Measured measure(Wire wire) throws IOException {
        int count = burst.requests();
        runner.warmCode(wire, count);
        ExchangeLog log = new ExchangeLog();
        try (RemoteOrigin origin = runner.open(burst.limit());
                Route route = Route.to(origin, wire, Duration.ZERO);
                ClearwayClient client = runner.clients().clearway(wire, Limits.DEFAULT, log)) {
            Volley volley = new Volley(client, ScenarioRunner.get(route.uri(burst.delay())), progress);
            List<Answer> answers = new ArrayList<>(
                    volley.atOnce(count, PATIENCE.plus(burst.delay().multipliedBy(count))));
            List<ExchangeRecord> cold = log.take(count, BurstRun.LISTENER_PATIENCE);
            answers.addAll(volley.atOnce(count, PATIENCE.plus(burst.delay().multipliedBy(count))));
            List<ExchangeRecord> warm = log.take(count, BurstRun.LISTENER_PATIENCE);
            List<ExchangeRecord> all = new ArrayList<>(cold);
            all.addAll(warm);
            Measured measured = new Findings(answers, all, origin.read()).figures();
            return measured.succeeded() < measured.requests()
                    ? measured
                    : measured.with(figures(answers.get(0).tls(), cold, warm, Findings.connections(all)));
        }
    }

    private static ReuseFigures figures(
            String tls, List<ExchangeRecord> cold, List<ExchangeRecord> warm, int connections) throws IOException {
        ExchangeRecord opener = cold.stream()
                .filter(exchange -> exchange.connect() != null)
                .min(java.util.Comparator.comparingLong(ExchangeRecord::startedNanos))
                .orElseThrow(() -> new IOException("no exchange says that a connection was made for it"));
        Sample times = Sample.of(warm.stream().map(Split::of).map(Split::total).toList());
        return ReuseFigures.of(tls, connections, Split.of(opener), times);
    }
}
