package dev.clearway.transport.exchange;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
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

    /** The connection could not be opened; its {@link Connection#failure()} says why. */
    void connectFailed(Connection connection);

    /** The peer allows that many streams. */
    void limitChanged(Connection connection, int limit);

    /** The connection takes no new exchange. */
    void goneAway(Connection connection);

    /** The connection is closed. */
    void closed(Connection connection);

    /** The exchange's place is free. */
    void released(ActiveExchange exchange);

    /** The caller gives up: ends the exchange if it stands in the line or has not come there. Returns whether it did. */
    boolean cancelled(ActiveExchange exchange);

    /** How long the exchange has waited by now, by reason. */
    Map<WaitReason, Duration> waits(Waiter exchange);

    /** Why the line does not move now, or why the exchange waited last. */
    @Nullable
    WaitReason waitingFor(Waiter exchange);
}
