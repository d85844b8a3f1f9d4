package dev.clearway.cli;

import dev.clearway.lab.Lab;
import dev.clearway.lab.LabReport;
import dev.clearway.lab.Outcome;
import dev.clearway.lab.Plan;
import dev.clearway.lab.report.AgreementText;
import dev.clearway.lab.report.TextReport;
import dev.clearway.lab.scenario.Burst;
import dev.clearway.lab.scenario.Overrides;
import dev.clearway.lab.scenario.Scenario;
import dev.clearway.lab.simulate.Agreement;
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

/** Runs the experiments. */
@Command(
        name = "lab",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs experiments on real sockets of this machine: bursts of requests that wait, or do not;"
                    + " the same work over HTTP/1.1 and HTTP/2; what reuse of a connection saves.",
            "",
            "Each says what it expects, by arithmetic from its figures, and whether that held. The server runs in a"
                    + " process of its own.",
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  clearway lab                                     all of them, about two minutes",
            "  clearway lab wire                                headers, windows and lost packets, on request",
            "  clearway lab chaos                               everything goes wrong at once, on request",
            "  clearway lab soak                                an hour of steady load, on request",
            "  clearway lab --list                              their names and what each expects",
            "  clearway lab --scenario h2-300 --scenario h2-grow-300",
            "  clearway lab --scenario h2-300 --requests 500 --limit 50 --delay 200ms",
            "  clearway lab --against-simulation                bursts beside the simulation of each",
            "  clearway lab --json - | jq '.scenarios[] | {name, holds, slowestSeconds}'",
            "",
            "Exit codes: 0 all held; 1 something did not hold or could not be run;",
            "2 wrong arguments; 130 interrupted.",
        })
final class LabCommand implements Callable<Integer> {
    private final Screen out;
    private final Screen err;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            description = "Run this one; may be given several times. Default: all. See --list.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--list", description = "List the scenarios with what they do and expect, and run none.")
    private boolean list;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            description = "Run each N times: counts must be the same each time, times are shown with their spread."
                    + " Default: ${DEFAULT-VALUE}.")
    private int repeat = 1;

    @Option(
            names = "--requests",
            paramLabel = "N",
            description = "Requests of each scenario, in place of its own number.")
    private @Nullable Integer requests;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description =
                    "Streams that the server allows on one HTTP/2 connection, in place of the scenario's own limit."
                            + " Without meaning for scenarios over HTTP/1.1.")
    private @Nullable Integer limit;

    @Option(
            names = "--delay",
            paramLabel = "TIME",
            converter = DelayConverter.class,
            description = "How long the server takes for an answer, in place of the scenario's own delay:"
                    + " milliseconds, or with a unit, as 250ms or 1.5s.")
    private @Nullable Duration delay;

    @Option(
            names = "--against-simulation",
            description = "Simulate each burst too and compare: counts must be equal, times within the larger of 10 %%"
                    + " and 150 ms. Default: all bursts of this client.")
    private boolean againstSimulation;

    @Mixin
    private JsonOption json = new JsonOption();

    LabCommand(Screen out, Screen err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Plan plan = plan();
        Screen screen = json.screen(out, err);
        if (list) {
            screen.lines(ScenarioList.lines(plan.scenarios(), screen.width()));
            return ExitCode.OK;
        }
        ServerLog.quieten();
        JsonTarget target = json.target(out);
        LabScreen shown = new LabScreen(screen, plan.repeat());
        try (target;
                Lab lab = new Lab(plan, shown)) {
            Interruption interruption = Interruption.reporting(lab, report -> end(report, screen, target));
            LabReport report;
            try {
                report = lab.run();
            } catch (IOException e) {
                interruption.disarmAfterFailure();
                end(lab.report(), screen, target);
                throw e;
            }
            interruption.disarm();
            int code = end(report, screen, target);
            return againstSimulation && !agrees(report, screen) ? ExitCode.FAILED : code;
        }
    }

    private Plan plan() {
        try {
            Overrides overrides = new Overrides(requests, limit, delay);
            List<Scenario> scenarios = ScenarioList.named(names).stream()
                    .filter(scenario -> !againstSimulation || !names.isEmpty() || Agreement.covers(scenario))
                    .map(scenario -> scenario.with(overrides))
                    .toList();
            refuseUnlessSimulated(scenarios);
            if (limit != null
                    && scenarios.stream().noneMatch(scenario -> scenario.wire().multiplexes())) {
                throw new IllegalArgumentException(
                        "--limit is the streams on an HTTP/2 connection, and what you chose runs over HTTP/1.1");
            }
            return new Plan(scenarios, repeat, againstSimulation);
        } catch (IllegalArgumentException e) {
            throw UsageErrors.wrong(spec, e);
        }
    }

    private void refuseUnlessSimulated(List<Scenario> scenarios) {
        scenarios.stream()
                .filter(scenario -> againstSimulation && !Agreement.covers(scenario))
                .findFirst()
                .ifPresent(scenario -> {
                    throw new IllegalArgumentException("there is no simulation of " + scenario.name()
                            + ": --against-simulation takes bursts of this client");
                });
    }

    private static boolean agrees(LabReport report, Screen screen) throws InterruptedException {
        List<Agreement> agreements = new ArrayList<>();
        for (Outcome outcome : report.outcomes()) {
            if (outcome.scenario() instanceof Burst burst && outcome.work() != null) {
                agreements.add(Agreement.of(burst, outcome.measured(), outcome.work()));
            }
        }
        screen.lines(AgreementText.lines(agreements, screen.width(), screen.paint()));
        return agreements.stream().allMatch(Agreement::holds);
    }

    private static int end(LabReport report, Screen screen, JsonTarget target) {
        screen.lines(TextReport.lines(report, screen.width(), screen.paint()));
        try {
            target.write(report);
        } catch (IOException e) {
            screen.line("clearway: the results could not be written: " + Messages.of(e));
            return ExitCode.FAILED;
        }
        return report.holds() ? ExitCode.OK : ExitCode.FAILED;
    }
}
