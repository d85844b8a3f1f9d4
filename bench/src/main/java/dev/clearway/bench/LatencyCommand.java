package dev.clearway.bench;

import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.client.Wire;
import dev.clearway.bench.run.BenchServer;
import dev.clearway.bench.run.Row;
import dev.clearway.bench.run.Servers;
import dev.clearway.bench.run.ThroughputPlan;
import dev.clearway.bench.run.ThroughputPlan.Subject;
import dev.clearway.bench.run.ThroughputRun;
import dev.clearway.bench.run.Trial;
import dev.clearway.bench.run.Workload;
import dev.clearway.bench.worker.Interval;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How long requests take that begin at a fixed rate, whether or not earlier ones have ended. */
@Command(
        name = "latency",
        description = {
            "Latency at a fixed rate (open loop), corrected for coordinated omission, on one HTTP/2 connection over TLS.",
            "A request's time counts from its turn. The rates are shares of what the raw client reached just before.",
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        sortOptions = false)
final class LatencyCommand extends TrialCommand {
    /** What is under way beyond this waits for its turn, and its time runs. */
    private static final int MOST_IN_FLIGHT = 1_000;

    private static final int MOST_MILLIS = 60_000;
    private static final int MOST_PERCENT = 1_000;
    private static final int MOST_RATE = 1_000_000;

    private static final int FLOOR_ROUNDS = 3;
    private static final int FLOOR_MILLIS = 2_000;
    private static final int FLOOR_WARM_UP_SECONDS = 5;
    private static final int FLOOR_WARM_UP_LIMIT_SECONDS = 15;

    @Option(
            names = "--share",
            paramLabel = "PERCENT",
            description = "Share of the raw client's own rate; repeatable. Default: 50 and 80.")
    private List<Integer> shares = List.of(50, 80);

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Requests a second, in place of shares; repeatable. The raw client is not asked then.")
    private List<Integer> rates = List.of();

    @Option(
            names = "--interval",
            paramLabel = "MS",
            description = "Length of a measurement in milliseconds. Default: 5000.")
    private @Nullable Integer interval;

    LatencyCommand() {
        super("latency");
    }

    @Override
    List<Trial> trials() throws Exception {
        int millis = options.between("--interval", interval, 5_000, MOST_MILLIS);
        shares.forEach(share -> options.between("--share", share, 1, MOST_PERCENT));
        List<Trial> trials = new ArrayList<>();
        for (int rate : new LinkedHashSet<>(rates)) {
            trials.add(trial("rate-" + rate, "", options.between("--rate", rate, 1, MOST_RATE), millis));
        }
        if (trials.isEmpty()) {
            double floor = floor();
            for (int percent : new LinkedHashSet<>(shares)) {
                int rate = Math.max(1, (int) (floor * percent / 100));
                trials.add(trial("share-" + percent, ", " + percent + " % of the raw client's own rate", rate, millis));
            }
        }
        return trials;
    }

    private Trial trial(String name, String remark, int rate, int millis) {
        String title =
                rate + " requests a second over one HTTP/2 connection over TLS" + remark + ", GET " + Workload.PATH;
        String command = "paced " + Workload.PATH + " " + Workload.LENGTH + " " + rate + " " + millis;
        return new Trial(
                name, title, Wire.H2, 1, MOST_IN_FLIGHT, MOST_IN_FLIGHT, command, command, warmUps(3), rounds());
    }

    /** Requests a second of the raw client in a closed loop with a hundred in flight. */
    private double floor() throws Exception {
        ThroughputPlan plan = new ThroughputPlan(
                Workload.ALL.subList(0, 1),
                List.of(new Subject("raw", Tuning.BEST)),
                FLOOR_ROUNDS,
                FLOOR_MILLIS,
                FLOOR_WARM_UP_SECONDS,
                FLOOR_WARM_UP_LIMIT_SECONDS,
                "origin",
                options.heap(),
                null);
        try (Scratch scratch = new Scratch("clearway-bench");
                BenchServer server = Servers.start("origin", Workload.STREAM_LIMIT, scratch.directory())) {
            Row row = new ThroughputRun(plan, scratch.directory(), System.err::println)
                    .run(server)
                    .get(0);
            if (!row.holds()) {
                throw new IOException("the raw client's rate could not be measured: " + row.failure());
            }
            return row.spread(Interval::requestsPerSecond).median();
        }
    }
}
