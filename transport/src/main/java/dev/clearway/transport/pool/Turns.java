package dev.clearway.transport.pool;

import dev.clearway.transport.Limits;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.WaitReason;
import org.jspecify.annotations.Nullable;

/**
 * Who is given a place, who waits, and who is sent away. The line is served from its head, as far as there are places;
 * for those who are left, connections are opened; and who cannot make it any more does not take a place from one who can.
 */
final class Turns {
    private final Limits limits;
    private final long queueNanos;
    private final Line line;
    private final Supply supply;
    private final Connections connections;
    private final Tally tally;
    private final Alarm alarm;
    private final Answers answers = new Answers();

    Turns(Limits limits, Line line, Supply supply, Tally tally, Alarm alarm) {
        this.limits = limits;
        this.queueNanos = Alarm.nanos(limits.queueTime());
        this.line = line;
        this.supply = supply;
        this.connections = supply.connections();
        this.tally = tally;
        this.alarm = alarm;
    }

    /** A new waiter is given a place if nobody waits and there is one; else it waits, or is sent away where too many do. */
    void acquire(Waiter waiter, @Nullable Object loop, long nowNanos, Effects effects) {
        PooledConnection connection = line.size() == 0 && grantable() > 0 ? supply.choose(loop) : null;
        if (connection != null) {
            grant(waiter, connection, nowNanos, effects);
            return;
        }
        grow(line.size() + 1, nowNanos, effects);
        // One request waits for each connection being opened without being in excess: it is the one that had it opened.
        if (line.size() >= (long) limits.queueLength() + connections.connecting()) {
            refuse(waiter, Refusal.QUEUE_FULL, effects);
        } else {
            line.add(waiter, nowNanos);
        }
        standing(nowNanos, effects);
    }

    /** Gives places to waiters, opens connections for the others, and says why they wait. */
    void serve(long nowNanos, Effects effects) {
        sendAwayLate(nowNanos, effects);
        serveFirst(nowNanos, effects);
        if (line.size() > 0) {
            grow(line.size(), nowNanos, effects);
        }
        standing(nowNanos, effects);
    }

    private void sendAwayLate(long nowNanos, Effects effects) {
        for (Waiter waiter = line.oldest(); waiter != null; waiter = line.oldest()) {
            if (nowNanos - waiter.sinceNanos < queueNanos) {
                return;
            }
            leave(waiter, nowNanos);
            refuse(waiter, Refusal.QUEUE_TIME, effects);
        }
    }

    private void serveFirst(long nowNanos, Effects effects) {
        for (Waiter waiter = line.first(); waiter != null; waiter = line.first()) {
            PooledConnection connection = grantable() > 0 ? connections.oldestWithRoomBut(waiter.connection) : null;
            if (connection == null) {
                return;
            }
            leave(waiter, nowNanos);
            if (waiter.late(limits.deadlineShare(), nowNanos) || isHopeless(waiter, nowNanos)) {
                refuse(waiter, Refusal.DEADLINE, effects);
            } else {
                grant(waiter, connection, nowNanos, effects);
            }
        }
    }

    /** A place was held for that long. */
    void ended(long nanos) {
        answers.ended(nanos);
    }

    /** Whether it has less time left than answers take: a place would be wasted on it, and missing to one that can still make it. */
    private boolean isHopeless(Waiter waiter, long nowNanos) {
        return limits.overload() && waiter.leftNanos(nowNanos) < answers.quantileNanos();
    }

    private void grow(int waiting, long nowNanos, Effects effects) {
        long again = supply.grow(Math.min(waiting, grantable()), nowNanos, effects);
        if (again > 0) {
            alarm.wake(nowNanos, again, effects);
        }
    }

    /** If anyone waits: says why, and has the pool woken when one has waited as long as it may, or attempts may be made again. */
    void standing(long nowNanos, Effects effects) {
        Waiter oldest = line.oldest();
        if (oldest == null) {
            return;
        }
        line.reason(grantable() > 0 ? supply.reason(nowNanos) : WaitReason.REQUEST_LIMIT, nowNanos);
        alarm.wake(oldest.sinceNanos, queueNanos, effects);
        long pause = supply.pausesNanos(nowNanos);
        if (pause > 0) {
            alarm.wake(nowNanos, pause, effects);
        }
    }

    /** A waiter leaves the line for good. */
    void leave(Waiter waiter, long nowNanos) {
        line.remove(waiter, nowNanos);
        waiter.state = Waiter.State.DONE;
    }

    /** There is no hope for anybody in the line. */
    void failAll(@Nullable PooledConnection cause, long nowNanos, Effects effects) {
        for (Waiter waiter = line.first(); waiter != null; waiter = line.first()) {
            leave(waiter, nowNanos);
            effects.fail(waiter, cause);
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
        tally.refused(refusal);
        effects.refuse(waiter, refusal);
    }

    private int grantable() {
        return limits.concurrentRequests() - connections.active();
    }
}
