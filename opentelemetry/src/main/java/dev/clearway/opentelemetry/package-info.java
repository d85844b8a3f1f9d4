/**
 * Publishes what a transport does in the instruments of OpenTelemetry's HTTP conventions, by OpenTelemetry's own API.
 *
 * <p>The same instruments as of module {@code metrics}, for those who export OTLP and want no Micrometer. The binder is a
 * {@link dev.clearway.transport.observe.TransportListener}; what stands open or waits is read from the transport's
 * snapshots when a reader collects. Names, units, buckets and attributes are the conventions' own, .NET's where these have
 * none, and ours where neither has any. An attribute that a measurement lacks is left out, and no path and no full URL ever
 * becomes one.
 */
@NullMarked
package dev.clearway.opentelemetry;

import org.jspecify.annotations.NullMarked;
