package dev.clearway.transport.pool;

import java.util.List;
import java.util.Objects;

/** Takes connections out of use: those unused for too long, those too old, those that drain and are unused, or all. */
final class Retirement {
    private final Connections connections;
    private final Alarm alarm;
    private final Upkeep upkeep;

    Retirement(Connections connections, Alarm alarm, Upkeep upkeep) {
        this.connections = connections;
        this.alarm = alarm;
        this.upkeep = upkeep;
    }

    /** A place is given back; with the last one a draining connection closes. */
    void giveBack(PooledConnection connection, long nowNanos, Effects effects) {
        connections.giveBack(connection, nowNanos);
        dropIfDrained(connection, effects);
    }

    private void dropIfDrained(PooledConnection connection, Effects effects) {
        if (connection.state == PooledConnection.State.DRAINING && !connection.suspect && connection.used == 0) {
            drop(connection, effects);
        }
    }

    /** A suspected connection has shown life: it is used again, if others have not taken its place. */
    void reopen(PooledConnection connection, int ceiling, long nowNanos, Effects effects) {
        connection.suspect = false;
        if (connections.open(Objects.requireNonNull(connection.protocol)) < ceiling) {
            connections.reopen(connection, nowNanos);
        } else {
            dropIfDrained(connection, effects);
        }
    }

    void drop(PooledConnection connection, Effects effects) {
        connections.remove(connection);
        effects.close(connection);
    }

    /** Drops every connection, or every unused one. */
    void dropAll(boolean used, Effects effects) {
        List<PooledConnection> all = connections.all();
        for (int i = all.size() - 1; i >= 0; i--) {
            if (used || all.get(i).used == 0) {
                drop(all.get(i), effects);
            }
        }
    }

    /** Drops the youngest unused open connection. Returns whether there was one. */
    boolean dropIdle(Effects effects) {
        for (int i = connections.open() - 1; i >= 0; i--) {
            PooledConnection connection = connections.open(i);
            if (connection.used == 0) {
                drop(connection, effects);
                return true;
            }
        }
        return false;
    }

    /** A connection that drains for now does so for good. */
    void condemn(PooledConnection connection, Effects effects) {
        connection.suspect = false;
        dropIfDrained(connection, effects);
    }

    /** An open connection takes no new requests; an unused one closes. */
    void drain(PooledConnection connection, Effects effects) {
        connections.drain(connection);
        dropIfDrained(connection, effects);
    }

    /** The peer speaks HTTP/2 again: connections on which it did not take no new requests. */
    void drainDowngraded(Effects effects) {
        for (int i = connections.open() - 1; i >= 0; i--) {
            PooledConnection connection = connections.open(i);
            if (connection.downgraded) {
                drain(connection, effects);
            }
        }
    }

    /** Looks at every open connection. */
    void lookAtAll(long nowNanos, Effects effects) {
        for (int i = connections.open() - 1; i >= 0; i--) {
            PooledConnection connection = connections.open(i);
            idle(connection, nowNanos, effects);
            age(connection, nowNanos, effects);
        }
    }

    /** Closes a connection that has been unused for too long, and has one that has not yet been looked at then. */
    void idle(PooledConnection connection, long nowNanos, Effects effects) {
        if (connection.state != PooledConnection.State.OPEN || connection.used > 0) {
            return;
        }
        if (nowNanos - connection.idleNanos < upkeep.idleNanos()) {
            alarm.wake(connection.idleNanos, upkeep.idleNanos(), effects);
        } else {
            drop(connection, effects);
        }
    }

    /** Drains a connection that is too old, and has one that is not looked at then. */
    void age(PooledConnection connection, long nowNanos, Effects effects) {
        if (connection.state != PooledConnection.State.OPEN) {
            return;
        }
        long limit = connection.downgraded ? upkeep.downgradedNanos(connection.id) : upkeep.ageNanos(connection.id);
        if (limit == Pool.NEVER || nowNanos - connection.sinceNanos < limit) {
            alarm.wake(connection.sinceNanos, limit, effects);
        } else {
            drain(connection, effects);
        }
    }
}
