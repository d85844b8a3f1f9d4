package dev.clearway.bench;

import dev.clearway.bench.report.Machine;
import dev.clearway.bench.report.ThroughputReport;
import dev.clearway.bench.run.BenchServer;
import dev.clearway.bench.run.H2load;
import dev.clearway.bench.run.Row;
import dev.clearway.bench.run.Servers;
import dev.clearway.bench.run.ThroughputPlan;
import dev.clearway.bench.run.ThroughputRun;
import dev.clearway.bench.run.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options, plan, run, report, exit code of a throughput run. */
@Command(
        name = "throughput",
        description = {
            "CPU, garbage, rate and latency of small requests under steady load.",
            "Where h2load is installed it is a client, too: a program in C, with OpenSSL."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        sortOptions = false)
final class ThroughputCommand implements Callable<Integer> {
    private static final String WORKLOADS = "h2-1x100, h2-4x400, h2c-1x100, h1-tls-64";
    private static final List<String> QUICK = List.of("raw", "clearway", "clearway-executor", "vertx", "jdk");
    private static final int MOST_MILLIS = 600_000;
    private static final int MOST_SECONDS = 3_600;

    @Option(
            names = "--quick",
            description =
                    "The first workload with raw, clearway, clearway-executor, vertx and jdk, in under three minutes.")
    private boolean quick;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            description = "A workload; repeatable. Default: all, with --quick the first: " + WORKLOADS
                    + ". The name says protocol (h2c: HTTP/2 in cleartext), connections and requests in flight.")
    private List<String> workloads = List.of();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Measurements of each client. Default: 5, with --quick 3.")
    private @Nullable Integer rounds;

    @Option(
            names = "--interval",
            paramLabel = "MS",
            description = "Length of a measurement in milliseconds. Default: 3000, with --quick 2000.")
    private @Nullable Integer interval;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            description = "CPU seconds to warm each client with. Default: 9, with --quick 5.")
    private @Nullable Integer warmUp;

    @Option(
            names = "--warm-up-limit",
            paramLabel = "S",
            description =
                    "Seconds by the clock that warming up a client may take at most. Default: 60, with --quick 15.")
    private @Nullable Integer warmUpLimit;

    @Option(
            names = "--server",
            paramLabel = "origin|nghttpd",
            description = "Who answers: our own origin, or nghttpd where it is installed. Default: ${DEFAULT-VALUE}.",
            defaultValue = "origin")
    private String server = "origin";

    @Option(
            names = "--profile",
            paramLabel = "DIR",
            description = "Write a flight recording of each client there; it costs some of what is measured.")
    private @Nullable Path profiles;

    @Mixin
    private RunOptions options = new RunOptions();

    @Override
    public Integer call() throws Exception {
        ThroughputPlan plan = plan();
        if (plan.profiles() != null) {
            Files.createDirectories(plan.profiles());
        }
        try (Scratch scratch = new Scratch("clearway-bench");
                BenchServer serving = Servers.start(plan.server(), Workload.STREAM_LIMIT, scratch.directory())) {
            Machine machine = Machine.here(serving.name(), plan.heap());
            List<Row> rows = new ThroughputRun(plan, scratch.directory(), System.err::println).run(serving);
            ThroughputReport report = new ThroughputReport(plan, machine, rows);
            options.write(report.json(), report.markdown());
            return rows.stream().allMatch(Row::holds) && !rows.isEmpty()
                    ? CommandLine.ExitCode.OK
                    : CommandLine.ExitCode.SOFTWARE;
        }
    }

    private ThroughputPlan plan() {
        String fault = Servers.fault(server);
        if (fault != null) {
            throw options.wrong(fault);
        }
        return new ThroughputPlan(
                chosenWorkloads(),
                options.subjects(quick ? QUICK : List.of(), H2load.isInstalled() ? Set.of(H2load.NAME) : Set.of()),
                options.positive("--rounds", rounds, quick ? 3 : 5),
                options.between("--interval", interval, quick ? 2000 : 3000, MOST_MILLIS),
                options.between("--warm-up", warmUp, quick ? 5 : 9, MOST_SECONDS),
                options.between("--warm-up-limit", warmUpLimit, quick ? 15 : 60, MOST_SECONDS),
                server,
                options.heap(),
                profiles);
    }

    private List<Workload> chosenWorkloads() {
        if (workloads.isEmpty()) {
            return quick ? Workload.ALL.subList(0, 1) : Workload.ALL;
        }
        List<Workload> chosen = new ArrayList<>();
        for (String name : new LinkedHashSet<>(workloads)) {
            chosen.add(Workload.ALL.stream()
                    .filter(workload -> workload.name().equals(name))
                    .findFirst()
                    .orElseThrow(
                            () -> options.wrong("There is no workload " + name + "; there are " + WORKLOADS + ".")));
        }
        return chosen;
    }
}
