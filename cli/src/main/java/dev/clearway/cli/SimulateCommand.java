package dev.clearway.cli;

import dev.clearway.lab.measure.Work;
import dev.clearway.lab.report.SimulationJson;
import dev.clearway.lab.report.SimulationText;
import dev.clearway.lab.simulate.Arrivals;
import dev.clearway.lab.simulate.Network;
import dev.clearway.lab.simulate.ServiceTimes;
import dev.clearway.lab.simulate.Simulated;
import dev.clearway.lab.simulate.Simulation;
import dev.clearway.lab.simulate.SimulationPlan;
import dev.clearway.lab.simulate.SimulationSetup;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Asks the pool "what if", without a network. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs the client's own pool in virtual time: what would so many clients do to a service, and how long would"
                    + " their requests wait?",
            "",
            "No network and no waiting: the same figures come out on every machine, and ten million requests take less"
                    + " than a minute. What the model leaves out stands in docs/simulate.md.",
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  clearway simulate --growth single                  300 at once on one connection",
            "  clearway simulate --requests 1000 --round-trip 100ms --compare",
            "  clearway simulate --clients 1000 --rate 100 --duration 100s --service exponential:50ms",
            "  clearway simulate --rate 200 --duration 60s --timeout 1.5s --ceiling 1 --overload-rule off",
            "  clearway simulate --service samples:times.txt --json - | jq '.simulations[0].slowestSeconds'",
            "",
            "Exit codes: 0 done; 1 it could not be done; 2 wrong arguments; 130 interrupted.",
        })
final class SimulateCommand implements Callable<Integer> {
    private static final long DEFAULT_REQUESTS = 300;

    private final Screen out;
    private final Screen err;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--requests",
            paramLabel = "N",
            description = "Requests of each client. Default: 300, or as many as --rate and --duration make.")
    private @Nullable Long requests;

    @Option(
            names = "--rate",
            paramLabel = "R",
            description = "Requests a second of each client, in place of all at once.")
    private @Nullable Double rate;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = SpanConverter.class,
            description = "For how long each client sends at that rate: milliseconds, or as 90s, 5m or 1h.")
    private @Nullable Duration duration;

    @Option(
            names = "--arrivals",
            paramLabel = "HOW",
            defaultValue = "poisson",
            description = "How requests at a rate follow one another: poisson (at random, independent) or even."
                    + " Default: ${DEFAULT-VALUE}.")
    private Arrivals.Spacing arrivals = Arrivals.Spacing.POISSON;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "1",
            description = "Clients, each with a pool of its own. Default: ${DEFAULT-VALUE}.")
    private int clients = 1;

    @Option(
            names = "--service",
            paramLabel = "TIMES",
            defaultValue = "1s",
            converter = ServiceConverter.class,
            description = "How long the server takes: a time as 1s or 20ms; exponential:MEAN; uniform:LEAST-MOST; or"
                    + " samples:FILE, with a time a line, each as likely as it occurs. Default: ${DEFAULT-VALUE}.")
    private ServiceTimes service = ServiceTimes.fixed(Duration.ofSeconds(1));

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DelayConverter.class,
            description = "Timeout of each request. Default: none.")
    private @Nullable Duration timeout;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "100",
            description = "Streams that the server allows on one HTTP/2 connection. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Option(names = "--http1", description = "Connections speak HTTP/1.1: one request each.")
    private boolean http1;

    @Option(
            names = "--round-trip",
            paramLabel = "TIME",
            defaultValue = "0",
            converter = DelayConverter.class,
            description = "Round trip time of the network. Default: ${DEFAULT-VALUE}.")
    private Duration roundTrip = Duration.ZERO;

    @Option(
            names = "--handshake-round-trips",
            paramLabel = "N",
            defaultValue = "2",
            description = "Round trips until a request can leave on a new connection: 2 for TCP and TLS 1.3, 3 for TLS"
                    + " 1.2, 1 for cleartext. Default: ${DEFAULT-VALUE}.")
    private double handshakeRoundTrips;

    @Option(
            names = "--handshake",
            paramLabel = "TIME",
            converter = DelayConverter.class,
            description = "Time until a request can leave on a new connection, whatever the round trip.")
    private @Nullable Duration handshake;

    @Option(
            names = "--connection-work",
            paramLabel = "TIME",
            defaultValue = "0",
            converter = SpanConverter.class,
            description =
                    "What making a connection costs a client's machine, one after the other. Default: ${DEFAULT-VALUE}.")
    private Duration connectionWork = Duration.ZERO;

    @Option(
            names = "--request-work",
            paramLabel = "TIME",
            defaultValue = "0",
            converter = SpanConverter.class,
            description = "What a request costs a client's machine, one after the other. Default: ${DEFAULT-VALUE}.")
    private Duration requestWork = Duration.ZERO;

    @Option(names = "--warm", description = "Each client has sent one request before it begins.")
    private boolean warm;

    @Mixin
    private SimulatedPoolOptions pool = new SimulatedPoolOptions();

    @Option(names = "--compare", description = "Run all three growth rules, side by side.")
    private boolean compare;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Where chance begins: the same seed gives the same figures. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Mixin
    private JsonOption json = new JsonOption();

    SimulateCommand(Screen out, Screen err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<SimulationPlan> plans = plans();
        Screen screen = json.screen(out, err);
        try (JsonTarget target = json.target(out)) {
            List<Simulated> results = new ArrayList<>();
            for (SimulationPlan plan : plans) {
                screen.status("  simulating " + plan.requests() + " requests");
                results.add(Simulation.run(plan));
            }
            screen.clearStatus();
            screen.lines(SimulationText.lines(results, screen.width()));
            target.write(stream -> SimulationJson.write(results, stream));
        }
        return ExitCode.OK;
    }

    private List<SimulationPlan> plans() {
        try {
            SimulationSetup setup = setup();
            return compare ? setup.compared() : List.of(setup.plan());
        } catch (IllegalArgumentException e) {
            throw UsageErrors.wrong(spec, e);
        }
    }

    private SimulationSetup setup() {
        Network network = Network.of(roundTrip, handshakeRoundTrips).withWork(new Work(connectionWork, requestWork));
        return new SimulationSetup(
                clients,
                arrivals(),
                service,
                timeout,
                http1,
                limit,
                handshake == null ? network : network.withHandshake(handshake),
                pool.setup(),
                warm,
                seed);
    }

    private Arrivals arrivals() {
        if (rate == null) {
            if (duration != null) {
                throw new IllegalArgumentException("--duration needs a --rate");
            }
            return Arrivals.burst(requests == null ? DEFAULT_REQUESTS : requests);
        }
        if (!(rate > 0)) {
            throw new IllegalArgumentException("rate must be above 0: " + rate);
        }
        if (duration != null && requests != null) {
            throw new IllegalArgumentException("with a --rate, give --duration or --requests, not both");
        }
        double count = duration == null
                ? requests == null ? DEFAULT_REQUESTS : requests
                : Math.max(1, Math.round(rate * duration.toNanos() / 1e9));
        return new Arrivals((long) count, rate, arrivals);
    }
}
