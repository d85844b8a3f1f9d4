package dev.clearway.lab.run;

import dev.clearway.client.ClearwayClient;
import dev.clearway.lab.child.OriginProcess;
import dev.clearway.lab.child.RemoteOrigin;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.Work;
import dev.clearway.lab.scenario.Burst;
import dev.clearway.lab.scenario.Caller;
import dev.clearway.lab.scenario.Overload;
import dev.clearway.lab.scenario.Reuse;
import dev.clearway.lab.scenario.ReuseBurst;
import dev.clearway.lab.scenario.Scenario;
import dev.clearway.lab.scenario.Wire;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Protocol;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;

/** Runs scenarios against the servers of a child process, one at a time. */
public final class ScenarioRunner {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int WARM_CONNECTIONS = 50;

    private final OriginProcess servers;
    private final Clients clients;

    /** A runner with that child process, which stays the caller's to close. */
    public ScenarioRunner(OriginProcess servers) {
        this.servers = servers;
        clients = new Clients(servers.authority());
    }

    /**
     * Runs a scenario once.
     *
     * @throws IOException if it could not be run; requests that fail are results
     */
    public Measured run(Scenario scenario, RunProgress progress) throws IOException {
        if (scenario instanceof Burst burst) {
            return burst.caller() == Caller.JDK
                    ? new JdkBurstRun(this, burst, progress).run()
                    : new BurstRun(this, burst, progress).run();
        }
        if (scenario instanceof Reuse reuse) {
            return new ReuseRun(this, reuse, progress).run();
        }
        if (scenario instanceof Overload overload) {
            return new OverloadRun(this, overload, progress).run();
        }
        return new ReuseBurstRun(this, (ReuseBurst) scenario, progress).run();
    }

    /**
     * Measures what code costs on this machine over that wire, just now.
     *
     * @throws IOException if it could not be measured
     */
    public Work work(Wire wire) throws IOException {
        return new WorkRun(this).measure(wire);
    }

    Clients clients() {
        return clients;
    }

    RemoteOrigin open(int limit) throws IOException {
        return servers.open(limit);
    }

    /** Lets the code of client and servers run hot for that wire, against a server that no scenario meets. */
    public void warmCode(Wire wire, int requests) throws IOException {
        try (RemoteOrigin other = servers.open(100);
                Route route = Route.to(other, wire, Duration.ZERO);
                ClearwayClient client = clients.clearway(wire, Limits.DEFAULT, new ExchangeLog())) {
            Volley volley = new Volley(client, get(route.uri(Duration.ZERO)), new RunProgress());
            volley.inTurn(requests);
            boolean multiplexed = wire.protocol() == Protocol.HTTP_2;
            volley.atOnce(multiplexed ? requests : Math.min(requests, WARM_CONNECTIONS), PATIENCE);
        }
    }

    static HttpRequest get(URI uri) {
        return HttpRequest.newBuilder(uri).build();
    }
}
