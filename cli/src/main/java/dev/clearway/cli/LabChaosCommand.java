package dev.clearway.cli;

import dev.clearway.lab.chaos.BufferLeaks;
import dev.clearway.lab.chaos.Chaos;
import dev.clearway.lab.chaos.ChaosJson;
import dev.clearway.lab.chaos.ChaosPlan;
import dev.clearway.lab.chaos.ChaosReport;
import dev.clearway.lab.chaos.ChaosText;
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

/** Runs a chaos. */
@Command(
        name = "chaos",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Sends requests with numbers through the client while origin and wire do everything that they can do wrong:"
                    + " refuse, reset, go away, stall, cut, move their limits, answer late, early or not at all.",
            "",
            "Afterwards each request's history is judged: one outcome; not processed twice, unless it is idempotent and its"
                    + " connection was a kept one that closed; not processed where the client says so; answer and body"
                    + " whole and its own; no stream above a limit that the client had acknowledged; and nothing open,"
                    + " queued or left behind in the end. What does not hold is told with the request's history.",
            "",
            "The seed decides which requests there are and what befalls each arrival of them. When it strikes, and which"
                    + " other requests it takes along, is up to the machine: the same seed gives the same plan, not the"
                    + " same run.",
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  clearway lab chaos                               20,000 requests, some seconds",
            "  clearway lab chaos --requests 200000 --seed 7",
            "  clearway lab chaos --json - | jq '.retries'",
            "",
            "Exit codes: 0 all held; 1 something did not hold or could not be run;",
            "2 wrong arguments; 130 interrupted.",
        })
final class LabChaosCommand implements Callable<Integer> {
    private final Screen out;
    private final Screen err;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--requests",
            paramLabel = "N",
            defaultValue = "20000",
            description = "How many requests. Default: ${DEFAULT-VALUE}.")
    private int requests;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "What requests and faults are drawn from. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--concurrent",
            paramLabel = "N",
            defaultValue = "200",
            description = "How many requests are under way at once. Default: ${DEFAULT-VALUE}.")
    private int concurrent;

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = SpanConverter.class,
            description = "How long nothing may happen before what is left counts as lost. Default: ${DEFAULT-VALUE}.")
    private Duration patience = Duration.ofSeconds(30);

    @Mixin
    private JsonOption json = new JsonOption();

    LabChaosCommand(Screen out, Screen err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ChaosPlan plan = plan();
        Screen screen = json.screen(out, err);
        ServerLog.quieten();
        BufferLeaks.install();
        Chaos chaos = new Chaos(
                plan,
                (over, all, elapsed) ->
                        err.status("  " + over + " of " + all + " over, " + elapsed.toSeconds() + " s"));
        try (JsonTarget target = json.target(out)) {
            CountDownLatch reported = new CountDownLatch(1);
            Interruption interruption = Interruption.stopping(chaos::stop, reported);
            try {
                ChaosReport report = chaos.run();
                err.clearStatus();
                screen.lines(ChaosText.lines(report));
                target.write(stream -> ChaosJson.write(report, stream));
                return report.holds() ? ExitCode.OK : ExitCode.FAILED;
            } finally {
                reported.countDown();
                interruption.disarm();
            }
        }
    }

    private ChaosPlan plan() {
        try {
            return new ChaosPlan(requests, seed, concurrent, patience);
        } catch (IllegalArgumentException e) {
            throw UsageErrors.wrong(spec, e);
        }
    }
}
