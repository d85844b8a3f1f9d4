package dev.clearway.lab;

import dev.clearway.lab.scenario.Scenario;
import java.util.List;

/**
 * What the lab is to run.
 *
 * @param scenarios in the order in which they run
 * @param repeat how often each runs before the next one does, at least once
 * @param work whether what code costs is measured before each run
 */
public record Plan(List<Scenario> scenarios, int repeat, boolean work) {
    /** The most repetitions. */
    public static final int MOST_REPETITIONS = 1000;

    public Plan {
        scenarios = List.copyOf(scenarios);
        if (repeat < 1 || repeat > MOST_REPETITIONS) {
            throw new IllegalArgumentException("repeat must be 1 to " + MOST_REPETITIONS + ": " + repeat);
        }
    }
}
