package dev.clearway.transport.pool;

import dev.clearway.transport.Limits;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.PoolSnapshot;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one origin and the one line of requests that wait for a place on them. Each input is one step: it
 * changes the state and tells the {@link Effects} what to do. Steps run one at a time, which the driver sees to (one short
 * lock an origin in the transport); a step calls nothing but its effects, never blocks and reads no clock: every step is
 * given the time, as {@link System#nanoTime()} or a simulation counts it, and a time before that of the last step counts as that.
 *
 * <p>Inputs about a connection that is {@link PooledConnection.State#CLOSED} are ignored, since they may have been on
 * their way when it left the pool. Any other input that does not fit its handle's state is the driver's mistake and an
 * {@link IllegalStateException}.
 */
public final class Pool {
    /** An idle timeout that never strikes. */
    public static final long NEVER = Long.MAX_VALUE;

    /**
     * A pool without connections.
     *
     * @param origin whom its connections lead to
     * @param need what its connections may speak
     * @param limits how far it grows and how long its line may get
     * @param idleNanos how long a connection without requests stays open, above 0; {@link #NEVER} for ever
     */
    @SuppressWarnings("UnusedVariable")
    public Pool(Origin origin, Need need, Limits limits, long idleNanos) {
        throw new UnsupportedOperationException();
    }

    /**
     * Asks for a place: grants one, queues the waiter (its state is then {@link Waiter.State#WAITING}, the reason
     * {@link #waitingFor()}), or refuses it.
     *
     * @param waiter a new waiter
     * @param loop the event loop on which the caller runs, preferred among equally good connections; {@code null} for no preference
     * @throws IllegalStateException after a shutdown
     */
    public void acquire(Waiter waiter, @Nullable Object loop, long nowNanos, Effects effects) {
        throw new UnsupportedOperationException();
    }

    /**
     * An attempt succeeded. An HTTP/1.1 connection has one place; an HTTP/2 connection has as many as the origin was
     * last known to allow, and on an origin not yet known one, which leaves with the preface, until {@link #limitChanged}.
     */
    public void connected(PooledConnection connection, Protocol protocol, long nowNanos, Effects effects) {
        throw new UnsupportedOperationException();
    }

    /**
     * An attempt failed. Waiters that have no other connection, open or being opened, to hope for all fail at once, with
     * this connection as the cause; otherwise the line goes on with what there is.
     */
    public void connectFailed(PooledConnection connection, long nowNanos, Effects effects) {
        throw new UnsupportedOperationException();
    }

    /**
     * The peer's SETTINGS said how many streams the connection may carry (RFC 9113, section 6.5.2). To be told for the
     * first SETTINGS even where they name no limit. A lowered limit aborts nothing.
     *
     * @param limit 0 or more; {@link Integer#MAX_VALUE} where the peer sets none
     */
    public void limitChanged(PooledConnection connection, int limit, long nowNanos, Effects effects) {
        throw new UnsupportedOperationException();
    }

    /**
     * A granted waiter's place is free: the codec has closed its stream, or its HTTP/1.1 connection can take another
     * request. (An HTTP/1.1 connection that cannot is told of by {@link #closed} instead.) Nothing happens to the places of a connection that is closed.
     */
    public void released(Waiter waiter, long nowNanos, Effects effects) {
        throw new UnsupportedOperationException();
    }

    /**
     * The connection takes no new requests: GOAWAY came (RFC 9113, section 6.8), {@code Connection: close} was seen, or
     * its stream ids ran out. It is closed once its last place is released, and does not stand in the way of its replacement.
     */
    public void goneAway(PooledConnection connection, long nowNanos, Effects effects) {
        throw new UnsupportedOperationException();
    }

    /**
     * An open or draining connection is closed. All its places are free; the driver fails the exchanges on them. One
     * that closes before its limit was known was never of use, and dooms waiters as a failed attempt does.
     */
    public void closed(PooledConnection connection, long nowNanos, Effects effects) {
        throw new UnsupportedOperationException();
    }

    /**
     * The waiter's caller has given up: it leaves the line, and the connection being opened on its behalf serves the others.
     *
     * @return whether it was in the line; if not, it was granted or is done, and the pool did nothing
     */
    public boolean cancelled(Waiter waiter, long nowNanos, Effects effects) {
        throw new UnsupportedOperationException();
    }

    /**
     * The waiter's timeout struck. As {@link #cancelled}, but counted in the snapshot.
     *
     * @return whether it was in the line; if not, it was granted or is done, and the pool did nothing
     */
    public boolean deadlineReached(Waiter waiter, long nowNanos, Effects effects) {
        throw new UnsupportedOperationException();
    }

    /** The time asked for by {@link Effects#wakeAt} has come. Harmless when it has not. */
    public void woken(long nowNanos, Effects effects) {
        throw new UnsupportedOperationException();
    }

    /** Takes no new requests, serves those in the line, and closes each connection as it falls idle. */
    public void shutdown(long nowNanos, Effects effects) {
        throw new UnsupportedOperationException();
    }

    /** Takes no new requests, fails those in the line and closes every connection, used or not. */
    public void shutdownNow(long nowNanos, Effects effects) {
        throw new UnsupportedOperationException();
    }

    /** Why the line does not move; {@code null} when it is empty. */
    public @Nullable WaitReason waitingFor() {
        throw new UnsupportedOperationException();
    }

    /** How long the waiter has waited by now, by reason; reasons that did not occur are absent. */
    public Map<WaitReason, Duration> waits(Waiter waiter, long nowNanos) {
        throw new UnsupportedOperationException();
    }

    /** The pool as it is now. Changes nothing. */
    public PoolSnapshot snapshot(long nowNanos) {
        throw new UnsupportedOperationException();
    }
}
