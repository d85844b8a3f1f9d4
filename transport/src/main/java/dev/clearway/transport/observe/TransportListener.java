package dev.clearway.transport.observe;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Retry;
import dev.clearway.transport.WaitReason;
import org.jspecify.annotations.Nullable;

/**
 * Is told what happens in a transport. Each start has exactly one end:
 *
 * <pre>
 * exchangeStarted
 *   [ exchangeQueued       ]    only if it got no place at once
 *   [ exchangeGranted      ]
 *   [ exchangeRetried      ]    where it is sent again; then it is queued and granted anew
 *   exchangeEnded               with success or failure
 *
 * connectStarted
 *   connectFailed  |  connectionOpened
 *                       [ downgraded ]
 *                       connectionClosed
 * </pre>
 *
 * Methods are called outside every lock, on the thread on which the thing happened, often an event loop: they must be
 * quick, must not block and must not throw (what they throw is logged and dropped). All do nothing by default.
 */
public interface TransportListener {
    /** A listener that ignores everything. */
    TransportListener NONE = new TransportListener() {};

    /** A request was handed to the transport. */
    default void exchangeStarted(long exchange, Origin origin) {}

    /** It got no place at once and waits. */
    default void exchangeQueued(long exchange, Origin origin, WaitReason reason) {}

    /** It was given a place on a connection. */
    default void exchangeGranted(long exchange, Origin origin, long connection) {}

    /** Its peer provably did not process it: it is sent again, by another connection if there is one. */
    default void exchangeRetried(long exchange, Origin origin, Retry why) {}

    /** It is over, with everything that is known of it. */
    default void exchangeEnded(ExchangeRecord exchange) {}

    /** A connection is being opened. */
    default void connectStarted(long connection, Origin origin) {}

    /** It could not be opened. */
    default void connectFailed(long connection, Origin origin, Throwable cause) {}

    /** It is open. */
    default void connectionOpened(long connection, Origin origin, Protocol protocol, ConnectTimings timings) {}

    /** HTTP/2 was offered and HTTP/1.1 chosen by the peer. */
    default void downgraded(long connection, Origin origin, Downgrade downgrade) {}

    /** An open connection is closed; {@code cause} is {@code null} where it was orderly. */
    default void connectionClosed(long connection, Origin origin, @Nullable Throwable cause) {}
}
