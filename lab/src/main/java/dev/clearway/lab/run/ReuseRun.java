package dev.clearway.lab.run;

import dev.clearway.client.ClearwayClient;
import dev.clearway.lab.child.RemoteOrigin;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.ReuseFigures;
import dev.clearway.lab.measure.Sample;
import dev.clearway.lab.measure.Split;
import dev.clearway.lab.scenario.Reuse;
import dev.clearway.transport.Limits;
import dev.clearway.transport.observe.ExchangeRecord;
import java.io.IOException;
import java.util.List;

/** Requests one after another over one connection. */
final class ReuseRun {
    /** How many requests run first against another origin, so that the code is compiled and its classes loaded. */
    private static final int WARM_REQUESTS = 100;
    /** How many are sent to show what TLS 1.2 costs; each of them takes a round trip. */
    private static final int OLDER_TLS_REQUESTS = 6;

    private static final String OLDER_TLS = "TLSv1.2";

    private final ScenarioRunner runner;
    private final Reuse reuse;
    private final RunProgress progress;

    ReuseRun(ScenarioRunner runner, Reuse reuse, RunProgress progress) {
        this.runner = runner;
        this.reuse = reuse;
        this.progress = progress;
    }

    Measured run() throws IOException {
        runner.warmCode(reuse.wire(), WARM_REQUESTS);
        ExchangeLog log = new ExchangeLog();
        Measured measured;
        try (ClearwayClient client = runner.clients().clearway(reuse.wire(), Limits.DEFAULT, log)) {
            measured = measure(client, log, reuse.requests());
        }
        if (reuse.roundTrip().isZero() || measured.reuse() == null) {
            return measured;
        }
        return measured.with(measured.reuse().beside("tls12", olderTls()));
    }

    private ReuseFigures olderTls() throws IOException {
        ExchangeLog log = new ExchangeLog();
        try (ClearwayClient client = runner.clients().clearway(reuse.wire(), Limits.DEFAULT, log, OLDER_TLS)) {
            ReuseFigures figures = measure(client, log, Math.min(OLDER_TLS_REQUESTS, reuse.requests()))
                    .reuse();
            if (figures == null) {
                throw new IOException("no request succeeded over " + OLDER_TLS);
            }
            return figures;
        }
    }

    private Measured measure(ClearwayClient client, ExchangeLog log, int requests) throws IOException {
        try (RemoteOrigin origin = runner.open(reuse.limit());
                Route route = Route.to(origin, reuse.wire(), reuse.roundTrip())) {
            Volley volley = new Volley(client, ScenarioRunner.get(route.uri(reuse.delay())), progress);
            List<Answer> answers = volley.inTurn(requests);
            List<ExchangeRecord> exchanges = log.take(requests, BurstRun.LISTENER_PATIENCE);
            Measured measured = new Findings(answers, exchanges, origin.read()).figures();
            return measured.succeeded() < requests
                    ? measured
                    : measured.with(figures(answers.get(0).tls(), exchanges.get(0), exchanges.subList(1, requests)));
        }
    }

    private static ReuseFigures figures(String tls, ExchangeRecord first, List<ExchangeRecord> rest) {
        List<ExchangeRecord> all = new java.util.ArrayList<>(rest);
        all.add(first);
        Sample times = Sample.of(rest.stream().map(Split::of).map(Split::total).toList());
        return ReuseFigures.of(tls, Findings.connections(all), Split.of(first), times);
    }
}
