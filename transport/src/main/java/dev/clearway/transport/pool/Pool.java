package dev.clearway.transport.pool;

import dev.clearway.transport.Limits;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.PoolSnapshot;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
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
    private final long idleNanos;
    private final long queueNanos;
    private final Line line = new Line();
    private final Connections connections = new Connections();
    private final Supply supply;
    private final Pace pace = new Pace();
    private final Map<Refusal, Long> refusals = new EnumMap<>(Refusal.class);
    private long expired;
    private final Alarm alarm = new Alarm();
    private Phase phase = Phase.RUNNING;

    private enum Phase {
        RUNNING,
        SHUTTING_DOWN,
        TERMINATED
    }

    /**
     * A pool without connections.
     *
     * @param origin whom its connections lead to
     * @param need what its connections may speak
     * @param limits how far it grows and how long its line may get
     * @param idleNanos how long a connection without requests stays open, above 0; {@link #NEVER} for ever
     */
    public Pool(Origin origin, Need need, Limits limits, long idleNanos) {
        this.origin = origin;
        this.need = need;
        this.limits = limits;
        this.idleNanos = Alarm.bounded(idleNanos);
        queueNanos = Alarm.nanos(limits.queueTime());
        supply = new Supply(need, limits, connections, pace);
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
        pace.came(nowNanos);
        PooledConnection connection = line.size() == 0 && grantable() > 0 ? supply.choose(loop) : null;
        if (connection == null) {
            queue(waiter, nowNanos, effects);
        } else {
            grant(waiter, connection, nowNanos, effects);
        }
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
            drop(connection, effects);
        }
        settle(nowNanos, effects);
        idle(connection, nowNanos, effects);
    }

    /**
     * An attempt failed. Waiters that have no other connection, open or being opened, to hope for all fail at once, with
     * this connection as the cause; otherwise the line goes on with what there is.
     */
    public void connectFailed(PooledConnection connection, long nowNanos, Effects effects) {
        if (!connection.takes("connectFailed", connection.state == PooledConnection.State.CONNECTING)) {
            return;
        }
        connections.remove(connection);
        failed(connection, nowNanos, effects);
        standing(nowNanos, effects);
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
            supply.limit(limit);
        }
        connections.allow(connection, limit);
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
        connections.giveBack(connection, nowNanos);
        if (connection.state == PooledConnection.State.DRAINING) {
            if (connection.used == 0) {
                drop(connection, effects);
            }
        } else {
            pace.ended(nowNanos - waiter.sinceNanos, nowNanos);
        }
        settle(nowNanos, effects);
        idle(connection, nowNanos, effects);
    }

    /**
     * The connection takes no new requests: GOAWAY came (RFC 9113, section 6.8), {@code Connection: close} was seen, or
     * its stream ids ran out. It is closed once its last place is released, and does not stand in the way of its replacement.
     */
    public void goneAway(PooledConnection connection, long nowNanos, Effects effects) {
        boolean takes = connection.takes("goneAway", connection.state != PooledConnection.State.CONNECTING);
        if (!takes || connection.state == PooledConnection.State.DRAINING) {
            return;
        }
        connections.drain(connection);
        if (connection.used == 0) {
            drop(connection, effects);
        }
        settle(nowNanos, effects);
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
            failed(connection, nowNanos, effects);
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
        leave(waiter, nowNanos);
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
            expired++;
        }
        return waited;
    }

    /** The time asked for by {@link Effects#wakeAt} has come. Harmless when it has not. */
    public void woken(long nowNanos, Effects effects) {
        alarm.rang();
        for (int i = connections.open() - 1; i >= 0; i--) {
            idle(connections.open(i), nowNanos, effects);
        }
        settle(nowNanos, effects);
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
        failAll(null, nowNanos, effects);
        dropAll(true, effects);
        shutdown(nowNanos, effects);
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
                refusals,
                expired);
    }

    private void queue(Waiter waiter, long nowNanos, Effects effects) {
        grow(line.size() + 1, nowNanos, effects);
        // One request waits for each connection being opened without being in excess: it is the one that had it opened.
        if (line.size() >= (long) limits.queueLength() + connections.connecting()) {
            refuse(waiter, Refusal.QUEUE_FULL, effects);
        } else {
            line.add(waiter, nowNanos);
        }
        standing(nowNanos, effects);
    }

    /** Gives places to waiters, opens connections for the others, and says why they wait. The end of every step that may change who can be served. */
    private void settle(long nowNanos, Effects effects) {
        serve(nowNanos, effects);
        if (line.size() > 0) {
            grow(line.size(), nowNanos, effects);
        }
        standing(nowNanos, effects);
        finish(effects);
    }

    private void serve(long nowNanos, Effects effects) {
        for (Waiter waiter = line.first(); waiter != null; waiter = line.first()) {
            if (nowNanos - waiter.sinceNanos >= queueNanos) {
                leave(waiter, nowNanos);
                refuse(waiter, Refusal.QUEUE_TIME, effects);
                continue;
            }
            PooledConnection connection = grantable() > 0 ? connections.oldestWithRoom() : null;
            if (connection == null) {
                return;
            }
            leave(waiter, nowNanos);
            if (waiter.late(limits.deadlineShare(), nowNanos)) {
                refuse(waiter, Refusal.DEADLINE, effects);
            } else {
                grant(waiter, connection, nowNanos, effects);
            }
        }
    }

    private void grow(int waiting, long nowNanos, Effects effects) {
        long sinceNanos = line.size() == 0 ? nowNanos : line.sinceNanos();
        if (!supply.grow(Math.min(waiting, grantable()), sinceNanos, nowNanos, effects)) {
            alarm.wake(sinceNanos, pace.handshakeNanos(), effects);
        }
    }

    /** If anyone waits: says why, and has the pool woken when the first has waited as long as it may. */
    private void standing(long nowNanos, Effects effects) {
        Waiter first = line.first();
        if (first != null) {
            line.reason(grantable() > 0 ? supply.reason() : WaitReason.REQUEST_LIMIT, nowNanos);
            alarm.wake(first.sinceNanos, queueNanos, effects);
        }
    }

    private void grant(Waiter waiter, PooledConnection connection, long nowNanos, Effects effects) {
        waiter.state = Waiter.State.GRANTED;
        waiter.connection = connection;
        waiter.sinceNanos = nowNanos;
        connections.take(connection);
        effects.grant(waiter, connection);
    }

    private void refuse(Waiter waiter, Refusal refusal, Effects effects) {
        waiter.state = Waiter.State.DONE;
        refusals.merge(refusal, 1L, Long::sum);
        effects.refuse(waiter, refusal);
    }

    private void leave(Waiter waiter, long nowNanos) {
        line.remove(waiter, nowNanos);
        waiter.state = Waiter.State.DONE;
    }

    private void failed(PooledConnection connection, long nowNanos, Effects effects) {
        supply.failed();
        if (connections.open() == 0 && connections.connecting() == 0) {
            failAll(connection, nowNanos, effects);
        }
    }

    private void failAll(@Nullable PooledConnection cause, long nowNanos, Effects effects) {
        for (Waiter waiter = line.first(); waiter != null; waiter = line.first()) {
            leave(waiter, nowNanos);
            effects.fail(waiter, cause);
        }
    }

    private void drop(PooledConnection connection, Effects effects) {
        connections.remove(connection);
        effects.close(connection);
    }

    private void dropAll(boolean used, Effects effects) {
        List<PooledConnection> all = connections.all();
        for (int i = all.size() - 1; i >= 0; i--) {
            if (used || all.get(i).used == 0) {
                drop(all.get(i), effects);
            }
        }
    }

    private void finish(Effects effects) {
        if (phase != Phase.SHUTTING_DOWN || line.size() > 0) {
            return;
        }
        dropAll(false, effects);
        if (connections.active() == 0) {
            phase = Phase.TERMINATED;
            effects.terminated();
        }
    }

    /** Closes a connection that has been unused for too long, and has one that has not yet been looked at then. */
    private void idle(PooledConnection connection, long nowNanos, Effects effects) {
        if (connection.state != PooledConnection.State.OPEN || connection.used > 0) {
            return;
        }
        if (nowNanos - connection.idleNanos < idleNanos) {
            alarm.wake(connection.idleNanos, idleNanos, effects);
        } else {
            drop(connection, effects);
        }
    }

    private int grantable() {
        return limits.concurrentRequests() - connections.active();
    }
}
