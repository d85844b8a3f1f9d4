package dev.clearway.lab.run;

import dev.clearway.lab.child.RemoteOrigin;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.scenario.Burst;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;

/** A burst through the JDK's own client, which says nothing of connections and has no line. */
final class JdkBurstRun {
    private final ScenarioRunner runner;
    private final Burst burst;
    private final RunProgress progress;

    JdkBurstRun(ScenarioRunner runner, Burst burst, RunProgress progress) {
        this.runner = runner;
        this.burst = burst;
        this.progress = progress;
    }

    Measured run() throws IOException {
        try (RemoteOrigin origin = runner.open(burst.limit());
                Route route = Route.to(origin, burst.wire(), burst.roundTrip())) {
            HttpClient client = runner.clients().jdk();
            Answer warmUp = new Volley(client, ScenarioRunner.get(route.uri(Duration.ZERO)), progress).once();
            if (!warmUp.succeeded()) {
                throw new IOException("the warm-up request failed", warmUp.failure());
            }
            origin.mark();
            Volley volley = new Volley(client, ScenarioRunner.get(route.uri(burst.delay())), progress);
            List<Answer> answers = volley.atOnce(burst.requests(), BurstRun.patience(burst));
            return new Findings(answers, List.of(), origin.read()).figures();
        }
    }
}
