/**
 * What was seen when a scenario ran: plain values, all times in seconds.
 *
 * <p>A {@link dev.clearway.lab.measure.Measured} holds what the client's callers saw, what the client itself says of
 * its wait line, and what the server saw, each from its own side. Where a side cannot tell, the figure is {@code NaN}
 * or empty, never made up. {@link dev.clearway.lab.measure.ReuseFigures} compares a first request with those after it.
 * {@link dev.clearway.lab.measure.Sample} turns many times into few. Everything here is immutable.
 */
@NullMarked
package dev.clearway.lab.measure;

import org.jspecify.annotations.NullMarked;
