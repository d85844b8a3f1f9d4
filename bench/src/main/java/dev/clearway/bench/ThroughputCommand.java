package dev.clearway.bench;

import dev.clearway.bench.client.Clients;
import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.report.Machine;
import dev.clearway.bench.report.ThroughputReport;
import dev.clearway.bench.run.BenchServer;
import dev.clearway.bench.run.Row;
import dev.clearway.bench.run.Servers;
import dev.clearway.bench.run.ThroughputPlan;
import dev.clearway.bench.run.ThroughputRun;
import dev.clearway.bench.run.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options, plan, run, report, exit code of a throughput run. */
@Command(
        name = "throughput",
        description = "CPU, garbage, rate and latency of small requests under steady load.",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        sortOptions = false)
final class ThroughputCommand implements Callable<Integer> {
    private static final List<String> QUICK = List.of("raw", "clearway", "clearway-executor", "vertx", "jdk");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--quick",
            description =
                    "The first workload with raw, clearway, clearway-executor, vertx and jdk, in under three minutes.")
    private boolean quick;

    @Option(
            names = "--client",
            paramLabel = "NAME",
            description = "A client to measure; repeatable. Default: every one there is, or those of --quick.")
    private List<String> clients = List.of();

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            description =
                    "A workload; repeatable. Default: all, with --quick the first: h2-1x100, h2-4x400, h2c-1x100, h1-tls-64.")
    private List<String> workloads = List.of();

    @Option(
            names = "--tuning",
            paramLabel = "best|default|both",
            description = "Settings of the clients. Default: ${DEFAULT-VALUE}.",
            defaultValue = "best")
    private String tuning = "best";

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Measurements of each client. Default: 5, with --quick 3.")
    private int rounds;

    @Option(
            names = "--interval",
            paramLabel = "MS",
            description = "Length of a measurement in milliseconds. Default: 3000, with --quick 2000.")
    private int interval;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            description = "CPU seconds to warm each client with. Default: 9, with --quick 5.")
    private int warmUp;

    @Option(
            names = "--warm-up-limit",
            paramLabel = "S",
            description =
                    "Seconds by the clock that warming up a client may take at most. Default: 60, with --quick 15.")
    private int warmUpLimit;

    @Option(
            names = "--server",
            paramLabel = "origin|nghttpd",
            description = "Who answers: our own origin, or nghttpd where it is installed. Default: ${DEFAULT-VALUE}.",
            defaultValue = "origin")
    private String server = "origin";

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "Heap of each client. Default: ${DEFAULT-VALUE}.",
            defaultValue = "1g")
    private String heap = "1g";

    @Option(
            names = "--profile",
            paramLabel = "DIR",
            description = "Write a flight recording of each client there; it costs some of what is measured.")
    private @Nullable Path profiles;

    @Option(
            names = "--json",
            paramLabel = "FILE|-",
            description = "Write the results as JSON; with - to standard output, and the table to standard error.")
    private @Nullable String json;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Write the table there, too.")
    private @Nullable Path markdown;

    @Override
    public Integer call() throws Exception {
        ThroughputPlan plan;
        try {
            plan = plan();
        } catch (Choice.Unavailable e) {
            System.err.println(e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
        if (plan.profiles() != null) {
            Files.createDirectories(plan.profiles());
        }
        try (Scratch scratch = new Scratch("clearway-bench");
                BenchServer serving = Servers.start(plan.server(), scratch.directory())) {
            Machine machine = Machine.here(serving.name(), plan.heap());
            List<Row> rows = new ThroughputRun(plan, scratch.directory(), System.err::println).run(serving);
            write(new ThroughputReport(plan, machine, rows));
            return rows.stream().allMatch(Row::holds) && !rows.isEmpty()
                    ? CommandLine.ExitCode.OK
                    : CommandLine.ExitCode.SOFTWARE;
        }
    }

    private ThroughputPlan plan() throws Choice.Unavailable {
        Choice choice = new Choice(Clients.available(), Runtime.version().feature());
        List<String> names = clients;
        if (names.isEmpty()) {
            names = quick ? QUICK : new ArrayList<>(Clients.available().keySet());
        }
        return new ThroughputPlan(
                chosenWorkloads(),
                choice.subjects(names, tunings()),
                orElse(rounds, quick ? 3 : 5),
                orElse(interval, quick ? 2000 : 3000),
                orElse(warmUp, quick ? 5 : 9),
                orElse(warmUpLimit, quick ? 15 : 60),
                server,
                heap,
                profiles);
    }

    private static int orElse(int given, int other) {
        return given > 0 ? given : other;
    }

    private List<Workload> chosenWorkloads() {
        if (workloads.isEmpty()) {
            return quick ? Workload.ALL.subList(0, 1) : Workload.ALL;
        }
        List<Workload> chosen = new ArrayList<>();
        for (String name : workloads) {
            chosen.add(Workload.ALL.stream()
                    .filter(workload -> workload.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> wrong("There is no workload " + name + ".")));
        }
        return chosen;
    }

    private List<Tuning> tunings() {
        return switch (tuning) {
            case "best" -> List.of(Tuning.BEST);
            case "default" -> List.of(Tuning.DEFAULT);
            case "both" -> List.of(Tuning.BEST, Tuning.DEFAULT);
            default -> throw wrong("--tuning is best, default or both, not " + tuning + ".");
        };
    }

    private CommandLine.ParameterException wrong(String message) {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }

    private void write(ThroughputReport report) throws IOException {
        String table = report.markdown();
        if (markdown != null) {
            Files.writeString(markdown, table);
        }
        if (json == null) {
            System.out.print(table);
        } else if (json.equals("-")) {
            System.err.print(table);
            System.out.print(report.json());
        } else {
            Files.writeString(Path.of(json), report.json());
            System.out.print(table);
        }
    }
}
