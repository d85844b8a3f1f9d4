/**
 * What the lab can run: plain values, without any network.
 *
 * <p>A {@link dev.clearway.lab.scenario.Scenario} is a {@link dev.clearway.lab.scenario.Burst} of requests at once, an
 * {@link dev.clearway.lab.scenario.Overload} of requests at twice the rate that can be answered, a
 * {@link dev.clearway.lab.scenario.Reuse} of one connection by requests in a row, or a
 * {@link dev.clearway.lab.scenario.ReuseBurst} of the same burst cold and warm. {@link dev.clearway.lab.scenario.Catalogue}
 * holds them by name and in their order. {@link dev.clearway.lab.scenario.Overrides} replace a scenario's own figures.
 * Delays and round trips are durations, limits and counts are plain numbers. Everything here is immutable.
 */
@NullMarked
package dev.clearway.lab.scenario;

import org.jspecify.annotations.NullMarked;
