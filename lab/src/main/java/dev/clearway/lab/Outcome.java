package dev.clearway.lab;

import dev.clearway.lab.expect.Check;
import dev.clearway.lab.expect.Expectation;
import dev.clearway.lab.expect.Expectations;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.Work;
import dev.clearway.lab.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of a scenario: what was expected, what was measured, and whether it held.
 *
 * @param scenario what was run, with the figures that it was run with
 * @param run which run of it, from 1
 * @param expected what it must show, in a sentence
 * @param checks each expected figure beside the measured one
 * @param differences counts that differ from those of the scenario's first run, in words; empty for that run
 * @param measured what was measured
 * @param work what code cost on the machine just before; {@code null} where that was not asked for
 */
public record Outcome(
        Scenario scenario,
        int run,
        String expected,
        List<Check> checks,
        List<String> differences,
        Measured measured,
        @Nullable Work work) {

    /** Judges a scenario's run by what it must show and by the run before it, if there was one. */
    static Outcome judge(Scenario scenario, Measured measured, List<Outcome> earlier) {
        Expectation expectation = Expectations.of(scenario);
        List<Check> checks = expectation.check(measured);
        List<String> differences = earlier.isEmpty()
                ? List.of()
                : Counts.differences(expectation.steadyCounts(), earlier.get(0).measured(), measured);
        return new Outcome(scenario, earlier.size() + 1, expectation.text(), checks, differences, measured, null);
    }

    Outcome withWork(@Nullable Work value) {
        return new Outcome(scenario, run, expected, checks, differences, measured, value);
    }

    /** Whether every figure lies where it must, by the scenario's protocol, and every count is that of the first run. */
    public boolean holds() {
        return objections().isEmpty();
    }

    /** Why it does not hold, a line each; empty if it does. */
    public List<String> objections() {
        List<String> lines = new ArrayList<>();
        checks.stream().filter(check -> !check.holds()).map(Check::toString).forEach(lines::add);
        String wanted = scenario.wire().protocol().toString();
        if (measured.succeeded() > 0 && !measured.protocol().equals(wanted)) {
            lines.add("protocol is " + measured.protocol() + ", not " + wanted);
        }
        lines.addAll(differences);
        return lines;
    }
}
