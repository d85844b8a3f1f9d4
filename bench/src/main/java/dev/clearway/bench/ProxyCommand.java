package dev.clearway.bench;

import dev.clearway.bench.report.HopReport;
import dev.clearway.bench.report.Machine;
import dev.clearway.bench.run.BenchServer;
import dev.clearway.bench.run.Hop;
import dev.clearway.bench.run.HopPlan;
import dev.clearway.bench.run.HopRow;
import dev.clearway.bench.run.HopRun;
import dev.clearway.bench.run.Servers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options, plan, run, report, exit code of a run of hops. */
@Command(
        name = "proxy",
        description = "Speed and CPU of our proxy as a TLS hop, beside those of others that are installed.",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        sortOptions = false)
final class ProxyCommand implements Callable<Integer> {
    /** As many streams as the page needs, so that none waits at the server. */
    private static final int STREAMS = 256;

    @Option(
            names = "--hop",
            paramLabel = "NAME",
            description = "What to measure; repeatable: direct, clearway, clearway-h1, nginx, nghttpx, mitmproxy."
                    + " Default: all that are installed.")
    private List<String> hops = List.of();

    @Option(names = "--rounds", paramLabel = "N", description = "Measurements of each hop. Default: 3.")
    private @Nullable Integer rounds;

    @Option(
            names = "--interval",
            paramLabel = "MS",
            description = "Length of a measurement in milliseconds. Default: 2000.")
    private @Nullable Integer interval;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            description = "CPU seconds of the client to warm each hop with. Default: 5.")
    private @Nullable Integer warmUp;

    @Option(
            names = "--pages",
            paramLabel = "N",
            description = "Pages of 171 requests to fetch through each hop. Default: 20.")
    private @Nullable Integer pages;

    @Mixin
    private ResultOptions options = new ResultOptions();

    @Override
    public Integer call() throws Exception {
        HopPlan plan = plan();
        left(plan).forEach(kind -> System.err.println("  " + kind + " is not installed: left out"));
        try (Scratch scratch = new Scratch("clearway-bench");
                BenchServer server = Servers.start("origin", STREAMS, scratch.directory())) {
            List<HopRow> rows = new HopRun(plan, scratch.directory(), System.err::println).run(server);
            HopReport report = new HopReport(plan, Machine.here(server.name(), "512m"), rows);
            options.write(report.json(), report.markdown());
            return rows.stream().allMatch(HopRow::holds) ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        }
    }

    /** What would be measured if it were installed. */
    private List<String> left(HopPlan plan) {
        return Arrays.stream(Hop.Kind.values())
                .filter(kind -> hops.isEmpty() && !plan.hops().contains(kind))
                .map(Hop.Kind::label)
                .toList();
    }

    private HopPlan plan() {
        return new HopPlan(
                chosen(),
                options.positive("--rounds", rounds, 3),
                options.between("--interval", interval, 2000, 600_000),
                options.between("--warm-up", warmUp, 5, 40),
                40,
                options.positive("--pages", pages, 20),
                171,
                100);
    }

    private List<Hop.Kind> chosen() {
        if (hops.isEmpty()) {
            return Arrays.stream(Hop.Kind.values())
                    .filter(Hop.Kind::isAvailable)
                    .toList();
        }
        List<Hop.Kind> found = new ArrayList<>();
        for (String name : new LinkedHashSet<>(hops)) {
            Hop.Kind kind = Arrays.stream(Hop.Kind.values())
                    .filter(each -> each.label().equals(name.toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> options.wrong("There is no hop " + name + "; there are "
                            + Arrays.stream(Hop.Kind.values())
                                    .map(Hop.Kind::label)
                                    .collect(Collectors.joining(", ")) + "."));
            if (!kind.isAvailable()) {
                throw options.wrong(name + " is not installed.");
            }
            found.add(kind);
        }
        return found;
    }
}
