/**
 * Publishes what a transport does in the instruments of OpenTelemetry's HTTP conventions, by Micrometer.
 *
 * <p>A binder is a {@link dev.clearway.transport.observe.TransportListener} that is given to a transport and a registry.
 * Counts and times come from events as they happen; what stands open or waits is read from the transport's snapshots
 * when the registry asks. Names, units and buckets are the conventions' own, and .NET's where the conventions have none.
 * Attributes are bounded: no path and no full URL ever becomes one.
 */
@NullMarked
package dev.clearway.metrics;

import org.jspecify.annotations.NullMarked;
