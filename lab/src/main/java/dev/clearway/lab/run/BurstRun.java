package dev.clearway.lab.run;

import dev.clearway.client.ClearwayClient;
import dev.clearway.lab.child.RemoteOrigin;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.ServerFigures;
import dev.clearway.lab.scenario.Burst;
import dev.clearway.transport.observe.ExchangeRecord;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;

/** A burst through our client. */
final class BurstRun {
    /** How long the client may take to tell the end of exchanges whose callers have their answers. */
    static final Duration LISTENER_PATIENCE = Duration.ofSeconds(5);

    /** How much longer than all requests one after the other, in waves of a server's limit, a burst may take. */
    private static final Duration SPARE = Duration.ofSeconds(30);

    private final ScenarioRunner runner;
    private final Burst burst;
    private final RunProgress progress;

    BurstRun(ScenarioRunner runner, Burst burst, RunProgress progress) {
        this.runner = runner;
        this.burst = burst;
        this.progress = progress;
    }

    Measured run() throws IOException {
        if (burst.cold() || handshakes()) {
            runner.warmCode(burst.wire(), burst.requests());
        }
        ExchangeLog log = new ExchangeLog();
        try (RemoteOrigin origin = runner.open(burst.limit());
                Route route = Route.to(origin, burst.wire(), burst.roundTrip());
                ClearwayClient client = runner.clients().clearway(burst.wire(), burst.limits(), log)) {
            if (!burst.cold()) {
                warmUp(client, route, log);
            }
            origin.mark();
            Volley volley = new Volley(client, request(route.uri(burst.delay())), progress);
            List<Answer> answers = volley.atOnce(burst.requests(), patience(burst));
            List<ExchangeRecord> exchanges = log.take(burst.requests(), LISTENER_PATIENCE);
            ServerFigures server = origin.read();
            return new Findings(answers, exchanges, server).figures();
        }
    }

    /** Whether TLS connections are made in the burst: code that runs for the first time makes each handshake many times as long. */
    private boolean handshakes() {
        return burst.wire().tls() && burst.ceiling() > 1 && burst.requests() > burst.places();
    }

    private void warmUp(ClearwayClient client, Route route, ExchangeLog log) throws IOException {
        HttpRequest request = ScenarioRunner.get(route.uri(Duration.ZERO));
        Answer answer = new Volley(client, request, progress).once();
        if (!answer.succeeded()) {
            throw new IOException("the warm-up request failed", answer.failure());
        }
        log.take(1, LISTENER_PATIENCE);
    }

    private HttpRequest request(URI uri) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(uri);
        if (burst.timeout() != null) {
            builder.timeout(burst.timeout());
        }
        return builder.build();
    }

    /** Twice what the waves through one connection take, and something to spare. */
    static Duration patience(Burst burst) {
        int waves = burst.requests() / burst.places() + 1;
        int parallel = Math.min(waves, burst.ceiling());
        return burst.delay()
                .plus(burst.roundTrip())
                .multipliedBy(2L * (waves / parallel + 1))
                .plus(SPARE);
    }
}
