package dev.clearway.bench;

import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.report.ExposedReport;
import dev.clearway.bench.report.Machine;
import dev.clearway.bench.run.BenchServer;
import dev.clearway.bench.run.ExposedRun;
import dev.clearway.bench.run.Exposure;
import dev.clearway.bench.run.Servers;
import dev.clearway.bench.run.ThroughputPlan.Subject;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What callers meet, client by client, when more requests come at once than a connection carries. */
@Command(
        name = "exposed",
        description = {
            "What requests meet at default settings when more come at once than a connection carries.",
            "How long they took, on how many connections, and whether anything told the caller; then what requests",
            "meet that have a timeout, of which some would have to wait longer than that for their turn.",
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        sortOptions = false)
final class ExposedCommand implements Callable<Integer> {
    private static final int MOST_REQUESTS = 100_000;
    private static final int MOST_MILLIS = 60_000;
    private static final int MOST_SECONDS = 600;

    /** Everyone's own way, and not the floor, which is no client. */
    private static final List<String> CLIENTS = List.of(
            "clearway-executor", "jdk", "okhttp", "jetty", "hc5", "reactor", "vertx", "helidon", "armeria", "grpc");

    @Option(
            names = "--requests",
            paramLabel = "N",
            description = "Requests in a burst; repeatable. Default: 101, 150 and 1000.")
    private List<Integer> requests = List.of(101, 150, 1000);

    @Option(names = "--delay", paramLabel = "MS", description = "The server's delay. Default: 1000.")
    private @Nullable Integer delay;

    @Option(names = "--limit", paramLabel = "N", description = "Streams a connection. Default: 100.")
    private @Nullable Integer limit;

    @Option(
            names = "--timed",
            paramLabel = "N",
            description = "Requests of the burst with a timeout, which comes last. Default: 300.")
    private @Nullable Integer timed;

    @Option(names = "--timeout", paramLabel = "MS", description = "That timeout. Default: 1500.")
    private @Nullable Integer timeout;

    @Option(names = "--patience", paramLabel = "S", description = "Seconds a burst is waited for. Default: 30.")
    private @Nullable Integer patience;

    @Mixin
    ClientOptions options = new ClientOptions();

    @Override
    public Integer call() throws Exception {
        requests.forEach(size -> options.between("--requests", size, 1, MOST_REQUESTS));
        ExposedRun run = new ExposedRun(
                requests,
                options.between("--delay", delay, 1000, MOST_MILLIS),
                options.positive("--limit", limit, 100),
                options.between("--patience", patience, 30, MOST_SECONDS),
                new ExposedRun.Timed(
                        options.between("--timed", timed, 300, MOST_REQUESTS),
                        options.between("--timeout", timeout, 1500, MOST_MILLIS)));
        List<String> clients = options.chosen(CLIENTS, Set.of(), List.of(Tuning.DEFAULT)).stream()
                .map(Subject::client)
                .distinct()
                .toList();
        ExposedReport report;
        try (Scratch scratch = new Scratch("clearway-bench");
                BenchServer server = Servers.start("origin", run.streamLimit(), scratch.directory())) {
            List<Exposure> exposures = run.run(clients, server, scratch.directory(), System.err::println);
            report = new ExposedReport(run, Machine.here(server.name(), ExposedRun.HEAP), exposures);
        }
        options.write(report.json(), report.markdown());
        return report.exposures().stream().allMatch(exposure -> exposure.failure() == null)
                ? CommandLine.ExitCode.OK
                : CommandLine.ExitCode.SOFTWARE;
    }
}
