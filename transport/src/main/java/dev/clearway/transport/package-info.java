/**
 * Sends HTTP requests over connections that it opens, shares and closes, and says for each request where it waited.
 *
 * <p>A {@link dev.clearway.transport.Transport} holds one pool an {@link dev.clearway.transport.Origin} and
 * {@link dev.clearway.transport.VersionPolicy}; the pool owns the connections and the one line in which requests wait
 * for a place on them. A {@link dev.clearway.transport.Request} becomes an {@link dev.clearway.transport.Exchange},
 * whose response arrives at an {@link dev.clearway.transport.ExchangeHandler} on the event loop of its connection. A
 * request that fails says what happened to it: {@link dev.clearway.transport.TransportFailure}. What goes on inside is
 * told to a {@link dev.clearway.transport.observe.TransportListener} and read from a
 * {@link dev.clearway.transport.observe.PoolSnapshot}. The package speaks in heads, bytes with demand, and resets; it
 * knows nothing of {@code java.util.concurrent.Flow}, redirects, cookies or executors, which are the caller's.
 */
@NullMarked
package dev.clearway.transport;

import org.jspecify.annotations.NullMarked;
