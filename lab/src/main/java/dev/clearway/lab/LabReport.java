package dev.clearway.lab;

import java.util.List;

/**
 * What the lab found.
 *
 * @param machine what it ran on
 * @param outcomes each run, in order
 * @param complete whether every run of the plan is among them
 */
public record LabReport(Machine machine, List<Outcome> outcomes, boolean complete) {
    public LabReport {
        outcomes = List.copyOf(outcomes);
    }

    /** Whether every run was made and held. */
    public boolean holds() {
        return complete && outcomes.stream().allMatch(Outcome::holds);
    }
}
