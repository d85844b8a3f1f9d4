package dev.clearway.lab.run;

import dev.clearway.client.ClearwayClient;
import dev.clearway.lab.child.RemoteOrigin;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.scenario.Overload;
import dev.clearway.transport.observe.ExchangeRecord;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** More requests than the server can answer, at an even rate. */
final class OverloadRun {
    private static final long SEED = 1;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ScenarioRunner runner;
    private final Overload overload;
    private final RunProgress progress;

    OverloadRun(ScenarioRunner runner, Overload overload, RunProgress progress) {
        this.runner = runner;
        this.overload = overload;
        this.progress = progress;
    }

    Measured run() throws IOException {
        ExchangeLog log = new ExchangeLog();
        try (RemoteOrigin origin = runner.open(overload.limit());
                Route route = Route.to(origin, overload.wire(), Duration.ZERO);
                ClearwayClient client = runner.clients().clearway(overload.wire(), overload.limits(), log)) {
            HttpRequest first = ScenarioRunner.get(route.uri(Duration.ZERO));
            Answer warm = new Volley(client, first, progress).once();
            if (!warm.succeeded()) {
                throw new IOException("the warm-up request failed", warm.failure());
            }
            log.take(1, BurstRun.LISTENER_PATIENCE);
            origin.mark();
            Duration gap = Duration.ofNanos(Math.round(1e9 / overload.rate()));
            List<Answer> answers = new Volley(client, first, progress).paced(requests(route), gap, PATIENCE);
            List<ExchangeRecord> exchanges = log.take(overload.requests(), BurstRun.LISTENER_PATIENCE);
            return new Findings(answers, exchanges, origin.read()).figures();
        }
    }

    private List<HttpRequest> requests(Route route) {
        Random random = new Random(SEED);
        long least = overload.least().toMillis();
        long most = overload.most().toMillis();
        List<HttpRequest> requests = new ArrayList<>();
        for (int i = 0; i < overload.requests(); i++) {
            Duration delay = Duration.ofMillis(least + Math.round((most - least) * random.nextDouble()));
            requests.add(HttpRequest.newBuilder(route.uri(delay))
                    .timeout(overload.timeout())
                    .build());
        }
        return requests;
    }
}
