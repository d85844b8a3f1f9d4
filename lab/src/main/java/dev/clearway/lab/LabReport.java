package dev.clearway.lab;

import java.util.List;

/**
 * What the lab found.
 *
 * @param machine what it ran on
 * @param outcomes each run, in order
 * @param planned how many runs were planned; fewer outcomes mean that the lab was stopped
 */
public record LabReport(Machine machine, List<Outcome> outcomes, int planned) {
    public LabReport {
        outcomes = List.copyOf(outcomes);
    }

    /** Whether every run of the plan was made. */
    public boolean complete() {
        return outcomes.size() == planned;
    }

    /** Whether every run was made and held. */
    public boolean holds() {
        return complete() && outcomes.stream().allMatch(Outcome::holds);
    }
}
