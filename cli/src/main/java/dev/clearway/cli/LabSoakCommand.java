package dev.clearway.cli;

import dev.clearway.lab.soak.MovingName;
import dev.clearway.lab.soak.Soak;
import dev.clearway.lab.soak.SoakJson;
import dev.clearway.lab.soak.SoakPlan;
import dev.clearway.lab.soak.SoakReport;
import dev.clearway.lab.soak.SoakText;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a soak. */
@Command(
        name = "soak",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Offers a steady load for long, to see whether anything grows: connections age and are replaced, the server's"
                    + " name moves between two loopback addresses, and the server that it has left is restarted in good"
                    + " order.",
            "",
            "Each interval is a line: requests and failures, p50 and p99 from when a request was due, heap after the last"
                    + " collection, descriptors, threads, connections. The verdict compares the first and the last third by a"
                    + " rule that is printed with it. Ctrl-C ends it early, with the report so far.",
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  clearway lab soak                                an hour",
            "  clearway lab soak --duration 20m --rate 500",
            "  clearway lab soak --duration 10m --json - | jq '.verdicts'",
            "",
            "Exit codes: 0 flat; 1 not flat, or it could not be run;",
            "2 wrong arguments; 130 interrupted.",
        })
final class LabSoakCommand implements Callable<Integer> {
    private final Screen out;
    private final Screen err;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "1h",
            converter = SpanConverter.class,
            description = "How long: as 90s, 20m or 1h. Default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ofHours(1);

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "200",
            description = "Requests a second. Default: ${DEFAULT-VALUE}.")
    private int rate;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = SpanConverter.class,
            description =
                    "How long a line of figures is, a sixth of the duration at most. Default: a twentieth, a minute at"
                            + " most.")
    private @Nullable Duration interval;

    @Mixin
    private JsonOption json = new JsonOption();

    LabSoakCommand(Screen out, Screen err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        SoakPlan plan = plan();
        Screen screen = json.screen(out, err);
        ServerLog.quieten();
        try (JsonTarget target = json.target(out);
                MovingName name = MovingName.prepare()) {
            Soak soak = new Soak(plan, name, sample -> screen.line(SoakText.line(sample)));
            CountDownLatch reported = new CountDownLatch(1);
            Interruption interruption = Interruption.stopping(soak::stop, reported);
            try {
                screen.line(SoakText.heading());
                SoakReport report = soak.run();
                screen.lines(SoakText.verdict(report));
                target.write(stream -> SoakJson.write(report, stream));
                return report.flat() ? ExitCode.OK : ExitCode.FAILED;
            } finally {
                reported.countDown();
                interruption.disarm();
            }
        }
    }

    private SoakPlan plan() {
        try {
            SoakPlan plan = SoakPlan.of(duration, rate);
            return interval == null ? plan : new SoakPlan(duration, rate, interval, plan.maxAge(), plan.moves());
        } catch (IllegalArgumentException e) {
            throw UsageErrors.wrong(spec, e);
        }
    }
}
