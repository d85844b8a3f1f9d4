package dev.clearway.lab.expect;

import dev.clearway.lab.scenario.Burst;
import dev.clearway.lab.scenario.Overload;
import dev.clearway.lab.scenario.Reuse;
import dev.clearway.lab.scenario.ReuseBurst;
import dev.clearway.lab.scenario.Scenario;

/** Gives each scenario its expectation. */
public final class Expectations {
    private Expectations() {}

    /** What the scenario, with the figures that it has, must show. */
    public static Expectation of(Scenario scenario) {
        if (scenario instanceof Burst burst) {
            return BurstExpectation.of(burst);
        }
        if (scenario instanceof Reuse reuse) {
            return ReuseExpectation.of(reuse);
        }
        if (scenario instanceof Overload overload) {
            return OverloadExpectation.of(overload);
        }
        return ReuseExpectation.of((ReuseBurst) scenario);
    }
}
