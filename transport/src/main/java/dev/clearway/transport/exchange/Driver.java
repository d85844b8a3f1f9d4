package dev.clearway.transport.exchange;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Retry;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.pool.Waiter;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pool of an origin, seen from its exchanges and connections. Each method is a step of the pool and may be called from any thread. */
public interface Driver {
    /** Whom the connections lead to. */
    Origin origin();

    /** What all pools of the transport share. */
    Shared shared();

    /** The connection is open; its wire must be in place. */
    void connected(Connection connection, Protocol protocol);

    /** The connection could not be opened; its {@link Connection#lost()} says why. */
    void connectFailed(Connection connection);

    /** The peer allows that many streams. */
    void limitChanged(Connection connection, int limit);

    /** The connection takes no new exchange. */
    void goneAway(Connection connection);

    /** The connection is closed. */
    void closed(Connection connection);

    /** The exchange's place is free. */
    void released(ActiveExchange exchange);

    /**
     * The exchange, which its peer provably did not process, asks for another place, and gives back the one that it may
     * still hold. Returns whether it will get one or fail otherwise; if not, nothing has changed.
     */
    boolean again(ActiveExchange exchange, Retry why);

    /** The pool of the origin's HTTP/1.1 connections, for what cannot go by HTTP/2; {@code null} where that is not to be. */
    @Nullable
    Driver http1();

    /** How often its connections send PING. */
    PingPace pings();

    /** The connection has been silent for too long to be given more; what it carries goes on. */
    void suspected(Connection connection);

    /** A suspected connection has shown life. */
    void trusted(Connection connection);

    /** The caller gives up: ends the exchange if it stands in the line or has not come there. Returns whether it did. */
    boolean cancelled(ActiveExchange exchange);

    /** How long the exchange has waited by now, by reason. */
    Map<WaitReason, Duration> waits(Waiter exchange);

    /** Why the line does not move now, or why the exchange waited last. */
    @Nullable
    WaitReason waitingFor(Waiter exchange);
}
