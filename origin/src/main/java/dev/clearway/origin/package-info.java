/**
 * The test server, whose answers take as long as they are asked to, and the relay, a wire that delays, stalls and cuts.
 *
 * <p>An {@link dev.clearway.origin.OriginServer} listens on up to four ports, one an {@link dev.clearway.origin.OriginPort},
 * and limits the streams of each HTTP/2 connection as it is told. A {@link dev.clearway.origin.Relay} stands before any
 * TCP server and adds a round trip. What the server saw is read from an {@link dev.clearway.origin.OriginStats} in
 * process, or as Prometheus text at {@code /metrics}. Delays are timers on the event loop of their connection, so that a
 * waiting request costs memory and no thread.
 */
@NullMarked
package dev.clearway.origin;

import org.jspecify.annotations.NullMarked;
