package dev.clearway.transport.pool;

import dev.clearway.transport.Limits;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Retry;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.PoolSnapshot;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one origin and the one line of requests that wait for a place on them. Each input is one step: it
 * changes the state and tells the {@link Effects} what to do. Steps run one at a time, which the driver sees to (one short
 * lock an origin in the transport); a step calls nothing but its effects, never blocks and reads no clock: every step is
 * given the time, as {@link System#nanoTime()} or a simulation counts it, which may run backwards a little.
 *
 * <p>Inputs about a connection that is {@link PooledConnection.State#CLOSED} are ignored, since they may have been on
 * their way when it left the pool. Any other input that does not fit its handle's state is the driver's mistake and an
 * {@link IllegalStateException}.
 */
public final class Pool {
    /** An idle timeout that never strikes. */
    public static final long NEVER = Long.MAX_VALUE;

    private final Origin origin;
    private final Need need;
    private final Limits limits;
    private final Line line = new Line();
    private final Connections connections = new Connections();
    private final Supply supply;
    private final Pace pace = new Pace();
    private final Tally tally = new Tally();
    private final Turns turns;
    private final RetryBudget retries;
    private final Alarm alarm = new Alarm();
    private final Retirement retirement;
    private Phase phase = Phase.RUNNING;

    private enum Phase {
        RUNNING,
        SHUTTING_DOWN,
        TERMINATED
    }

    /** A pool without connections, whose connections may become as old as they like. */
    public Pool(Origin origin, Need need, Limits limits, long idleNanos) {
        this(origin, need, limits, new Upkeep(idleNanos, NEVER));
    }

    /**
     * A pool without connections.
     *
     * @param origin whom its connections lead to
     * @param need what its connections may speak
     * @param limits how far it grows and how long its line may get
     * @param upkeep how long its connections are kept
     */
    public Pool(Origin origin, Need need, Limits limits, Upkeep upkeep) {
        this.origin = origin;
        this.need = need;
        this.limits = limits;
        retirement = new Retirement(connections, alarm, upkeep);
        supply = new Supply(need, limits, connections, pace);
        turns = new Turns(limits, line, supply, tally, alarm);
        retries = new RetryBudget(limits.retryShare());
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
        waiter.expect(Waiter.State.NEW, "acquire");
        if (phase != Phase.RUNNING) {
            throw new IllegalStateException("pool of " + origin + " is shut down");
        }
        pace.came(connections.activeOnOpen(), nowNanos);
        retries.came(nowNanos);
        turns.acquire(waiter, loop, nowNanos, effects);
    }

    /**
     * An attempt succeeded. An HTTP/1.1 connection has one place; an HTTP/2 connection has as many as the origin was
     * last known to allow, and on an origin not yet known one, which leaves with the preface, until {@link #limitChanged}.
     */
    public void connected(PooledConnection connection, Protocol protocol, long nowNanos, Effects effects) {
        if (!connection.takes("connected", connection.state == PooledConnection.State.CONNECTING)) {
            return;
        }
        pace.connected(nowNanos - connection.sinceNanos, nowNanos);
        connections.opened(connection, protocol, nowNanos);
        connections.allow(connection, supply.connected(protocol));
        connection.settled = protocol == Protocol.HTTP_1_1;
        if (connections.open(protocol) > supply.ceiling(protocol)) {
            retirement.drop(connection, effects);
        }
        settle(nowNanos, effects);
        retirement.idle(connection, nowNanos, effects);
        retirement.age(connection, nowNanos, effects);
    }

    /**
     * An attempt is about to succeed with HTTP/1.1 although HTTP/2 was offered. {@link #connected} follows. The connection
     * is given up before its time, so that HTTP/2 is offered again; once that is taken, all of its kind are.
     */
    public void downgraded(PooledConnection connection) {
        if (connection.takes("downgraded", connection.state == PooledConnection.State.CONNECTING)) {
            connection.downgraded = true;
            tally.downgraded();
        }
    }

    /** How many requests at once it can come to carry on connections of that protocol. */
    public int concurrency(Protocol of) {
        return supply.concurrency(of);
    }

    /**
     * An attempt failed. Waiters that have no other connection, open or being opened, to hope for all fail at once, with
     * this connection as the cause; otherwise the line goes on with what there is.
     */
    public void connectFailed(PooledConnection connection, long nowNanos, Effects effects) {
        connectFailed(connection, false, nowNanos, effects);
    }

    /**
     * As {@link #connectFailed(PooledConnection, long, Effects)}.
     *
     * @param dooms whether every attempt will end so, as where the host is unknown or its certificate not trusted: then
     *     other attempts are no hope, and open connections alone are
     */
    public void connectFailed(PooledConnection connection, boolean dooms, long nowNanos, Effects effects) {
        if (!connection.takes("connectFailed", connection.state == PooledConnection.State.CONNECTING)) {
            return;
        }
        connections.remove(connection);
        failed(connection, dooms, nowNanos, effects);
        turns.standing(nowNanos, effects);
        finish(effects);
    }

    /**
     * The peer's SETTINGS said how many streams the connection may carry (RFC 9113, section 6.5.2). To be told for the
     * first SETTINGS even where they name no limit. A lowered limit aborts nothing.
     *
     * @param limit 0 or more; {@link Integer#MAX_VALUE} where the peer sets none
     */
    public void limitChanged(PooledConnection connection, int limit, long nowNanos, Effects effects) {
        if (!connection.takes("limitChanged", connection.protocol == Protocol.HTTP_2)) {
            return;
        }
        connection.settled = true;
        if (connection.state == PooledConnection.State.OPEN) {
            supply.limit(limit, nowNanos);
        }
        connections.allow(connection, limit);
        if (limit > 0 && connection.state == PooledConnection.State.OPEN) {
            retirement.drainDowngraded(effects);
        }
        settle(nowNanos, effects);
    }

    /**
     * A granted waiter's place is free: the codec has closed its stream, or its HTTP/1.1 connection can take another
     * request. (An HTTP/1.1 connection that cannot is told of by {@link #closed} instead.) Nothing happens to the places of a connection that is closed.
     */
    public void released(Waiter waiter, long nowNanos, Effects effects) {
        waiter.expect(Waiter.State.GRANTED, "released");
        waiter.state = Waiter.State.DONE;
        PooledConnection connection = Objects.requireNonNull(waiter.connection);
        if (connection.state == PooledConnection.State.CLOSED) {
            return;
        }
        if (connection.state != PooledConnection.State.DRAINING) {
            pace.ended(connections.activeOnOpen(), nowNanos);
            turns.ended(nowNanos - waiter.sinceNanos);
        }
        retirement.giveBack(connection, nowNanos, effects);
        settle(nowNanos, effects);
        retirement.idle(connection, nowNanos, effects);
    }

    /** Whether a request may be sent again: not if it was sent too often, or too many were of late. Counts it if it may; {@link #again} follows. */
    public boolean permits(Waiter waiter, Retry why, long nowNanos) {
        boolean permitted = waiter.retries < limits.retries() && retries.take(why, nowNanos);
        if (permitted) {
            tally.retried(why);
        }
        return permitted;
    }

    /**
     * A request that was granted a place and provably not processed asks for another. It comes before all who wait, and
     * to another connection if one has room; no bound of the line sends it away. The place that it still holds it gives
     * back. It may come from another pool.
     *
     * @return false, and nothing has changed, if the pool has ended
     */
    public boolean again(Waiter waiter, long nowNanos, Effects effects) {
        waiter.expectAgain();
        if (phase == Phase.TERMINATED) {
            return false;
        }
        waiter.retries++;
        PooledConnection held = waiter.state == Waiter.State.GRANTED ? waiter.connection : null;
        line.addFirst(waiter, nowNanos);
        effects.requeued(waiter);
        if (held != null && held.state != PooledConnection.State.CLOSED) {
            retirement.giveBack(held, nowNanos, effects);
            settle(nowNanos, effects);
            retirement.idle(held, nowNanos, effects);
        } else {
            settle(nowNanos, effects);
        }
        return true;
    }

    /**
     * The connection takes no new requests: GOAWAY came (RFC 9113, section 6.8), {@code Connection: close} was seen, or
     * its stream ids ran out. It is closed once its last place is released, and does not stand in the way of its replacement.
     */
    public void goneAway(PooledConnection connection, long nowNanos, Effects effects) {
        boolean takes = connection.takes("goneAway", connection.state != PooledConnection.State.CONNECTING);
        if (!takes || (connection.state == PooledConnection.State.DRAINING && !connection.suspect)) {
            return;
        }
        if (connection.suspect) {
            retirement.condemn(connection, effects);
        } else {
            retirement.drain(connection, effects);
        }
        settle(nowNanos, effects);
    }

    /**
     * The connection has been silent while a request on it timed out: it is given no new ones until {@link #trusted}
     * says that its peer is there, or {@link #closed} that it is not. Others take its place meanwhile.
     */
    public void suspected(PooledConnection connection, long nowNanos, Effects effects) {
        boolean takes = connection.takes("suspected", connection.state != PooledConnection.State.CONNECTING);
        if (takes && connection.state == PooledConnection.State.OPEN) {
            connection.suspect = true;
            retirement.drain(connection, effects);
            settle(nowNanos, effects);
        }
    }

    /** A suspected connection has shown life. Ignored where none is suspected, or it drains for another reason by now. */
    public void trusted(PooledConnection connection, long nowNanos, Effects effects) {
        if (connection.takes("trusted", connection.state != PooledConnection.State.CONNECTING) && connection.suspect) {
            retirement.reopen(
                    connection, supply.ceiling(Objects.requireNonNull(connection.protocol)), nowNanos, effects);
            settle(nowNanos, effects);
            retirement.idle(connection, nowNanos, effects);
        }
    }

    /**
     * An open or draining connection is closed. All its places are free; the driver fails the exchanges on them. One
     * that closes before its limit was known was never of use, and dooms waiters as a failed attempt does.
     */
    public void closed(PooledConnection connection, long nowNanos, Effects effects) {
        if (!connection.takes("closed", connection.state != PooledConnection.State.CONNECTING)) {
            return;
        }
        connections.remove(connection);
        if (!connection.settled) {
            failed(connection, false, nowNanos, effects);
        }
        settle(nowNanos, effects);
    }

    /**
     * The waiter's caller has given up: it leaves the line, and the connection being opened on its behalf serves the others.
     *
     * @return whether it was in the line; if not, it was granted or is done, and the pool did nothing
     */
    public boolean cancelled(Waiter waiter, long nowNanos, Effects effects) {
        if (waiter.state != Waiter.State.WAITING) {
            return false;
        }
        turns.leave(waiter, nowNanos);
        finish(effects);
        return true;
    }

    /**
     * The waiter's timeout struck. As {@link #cancelled}, but counted in the snapshot.
     *
     * @return whether it was in the line; if not, it was granted or is done, and the pool did nothing
     */
    public boolean deadlineReached(Waiter waiter, long nowNanos, Effects effects) {
        boolean waited = cancelled(waiter, nowNanos, effects);
        if (waited) {
            tally.expired();
        }
        return waited;
    }

    /** The time asked for by {@link Effects#wakeAt} has come. Harmless when it has not. */
    public void woken(long nowNanos, Effects effects) {
        alarm.rang();
        retirement.lookAtAll(nowNanos, effects);
        settle(nowNanos, effects);
    }

    /**
     * Closes a connection that nobody uses, for the sake of other pools.
     *
     * @return whether there was one
     */
    public boolean giveUpIdle(Effects effects) {
        boolean given = line.size() == 0 && retirement.dropIdle(effects);
        finish(effects);
        return given;
    }

    /** Takes no new requests, serves those in the line, and closes each connection as it falls idle. */
    public void shutdown(long nowNanos, Effects effects) {
        if (phase == Phase.RUNNING) {
            phase = Phase.SHUTTING_DOWN;
        }
        finish(effects);
    }

    /** Takes no new requests, fails those in the line and closes every connection, used or not. */
    public void shutdownNow(long nowNanos, Effects effects) {
        turns.failAll(null, nowNanos, effects);
        retirement.dropAll(true, effects);
        shutdown(nowNanos, effects);
    }

    /** Whether it has neither connections, open, draining or being opened, nor anybody waiting. */
    public boolean isEmpty() {
        return line.size() + connections.open() + connections.draining() + connections.connecting() == 0;
    }

    /** Whether nobody holds a place or waits for one. */
    public boolean isUnused() {
        return line.size() + connections.active() == 0;
    }

    /** Why the line does not move; {@code null} when it is empty. */
    public @Nullable WaitReason waitingFor() {
        return line.reason();
    }

    /** How long the waiter has waited by now, by reason; reasons that did not occur are absent. */
    public Map<WaitReason, Duration> waits(Waiter waiter, long nowNanos) {
        return waiter.state == Waiter.State.WAITING ? line.waits(waiter, nowNanos) : waiter.waits();
    }

    /** The pool as it is now. Changes nothing. */
    public PoolSnapshot snapshot(long nowNanos) {
        return new PoolSnapshot(
                origin,
                need.offered(),
                connections.show(nowNanos),
                connections.connecting(),
                connections.active(),
                line.size(),
                line.reason(),
                line.oldestWait(nowNanos),
                tally.refusals(),
                tally.expiries(),
                tally.retries(),
                tally.downgrades());
    }

    /** Gives places to waiters, opens connections for the others, and says why they wait. The end of every step that may change who can be served. */
    private void settle(long nowNanos, Effects effects) {
        turns.serve(nowNanos, effects);
        finish(effects);
    }

    private void failed(PooledConnection connection, boolean dooms, long nowNanos, Effects effects) {
        supply.failed(connection, nowNanos);
        if (connections.open() == 0 && (dooms || connections.connecting() == 0)) {
            turns.failAll(connection, nowNanos, effects);
        }
    }

    private void finish(Effects effects) {
        if (phase != Phase.SHUTTING_DOWN || line.size() > 0) {
            return;
        }
        retirement.dropAll(false, effects);
        if (connections.active() == 0) {
            phase = Phase.TERMINATED;
            effects.terminated();
        }
    }
}
