package dev.clearway.lab.simulate;

import dev.clearway.lab.measure.Measured;

/**
 * What came of a simulation.
 *
 * @param plan what was simulated
 * @param measured the figures that the lab would have measured, by the same names, over all clients; processor time is {@code NaN}
 * @param p99Seconds the time that 99 of 100 successes did not exceed, {@code NaN} if there was none
 * @param opened connections opened, used or not
 * @param spanSeconds from the first request to the last end
 * @param load what the server had to do over time
 */
public record Simulated(
        SimulationPlan plan, Measured measured, double p99Seconds, long opened, double spanSeconds, Load load) {}
