package dev.clearway.transport.pool;

import dev.clearway.transport.Protocol;
import dev.clearway.transport.observe.PoolSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a pool by state, their places, and which is chosen. The open ones stand in the order in which they
 * came up, with a bit each for "has room", so that the oldest with room is the first bit set. Taking one out of the
 * middle moves those behind it: opening and closing are rare and may cost what a choice must not.
 */
final class Connections {
    /** How many candidates with room are looked at for one on the caller's loop; more would cost more than the hop that it saves. */
    private static final int AFFINITY_CANDIDATES = 8;

    private final List<PooledConnection> connecting = new ArrayList<>();
    private final List<PooledConnection> open = new ArrayList<>();
    private final List<PooledConnection> draining = new ArrayList<>();
    private final BitSet room = new BitSet();
    private int openHttp2;
    private int active;

    int connecting() {
        return connecting.size();
    }

    int open() {
        return open.size();
    }

    int open(Protocol protocol) {
        return protocol == Protocol.HTTP_2 ? openHttp2 : open.size() - openHttp2;
    }

    int draining() {
        return draining.size();
    }

    /** Places taken, on draining connections too. */
    int active() {
        return active;
    }

    /** Places taken on connections that will give them to others. */
    int activeOnOpen() {
        int active = this.active;
        for (PooledConnection connection : draining) {
            active -= connection.used;
        }
        return active;
    }

    /** Every connection: oldest first those that are open, then the draining, then the connecting. A copy. */
    List<PooledConnection> all() {
        List<PooledConnection> all = new ArrayList<>(open);
        all.addAll(draining);
        all.addAll(connecting);
        return all;
    }

    /** Those that came up, oldest first, as they are seen from outside. */
    List<PoolSnapshot.Connection> show(long nowNanos) {
        return Stream.concat(open.stream(), draining.stream())
                .sorted(Connections::byAge)
                .map(connection -> new PoolSnapshot.Connection(
                        connection.id,
                        Objects.requireNonNull(connection.protocol),
                        connection.used,
                        connection.allowed,
                        shown(connection),
                        Duration.ofNanos(Math.max(0, nowNanos - connection.sinceNanos))))
                .toList();
    }

    private static PoolSnapshot.State shown(PooledConnection connection) {
        if (connection.state == PooledConnection.State.OPEN) {
            return PoolSnapshot.State.OPEN;
        }
        return connection.suspect ? PoolSnapshot.State.SUSPECT : PoolSnapshot.State.DRAINING;
    }

    /** The open one at that place in the order of age, from 0. */
    PooledConnection open(int index) {
        return open.get(index);
    }

    /** The oldest open connection with room; {@code null} if none has any. */
    @Nullable
    PooledConnection oldestWithRoom() {
        int index = room.nextSetBit(0);
        return index < 0 ? null : open.get(index);
    }

    /** The oldest open connection with room that is not that one; that one where no other has any, and {@code null} if none has. */
    @Nullable
    PooledConnection oldestWithRoomBut(@Nullable PooledConnection one) {
        PooledConnection oldest = oldestWithRoom();
        if (oldest == null || oldest != one) {
            return oldest;
        }
        int index = room.nextSetBit(oldest.index + 1);
        return index < 0 ? oldest : open.get(index);
    }

    /**
     * An open connection with room on that loop, among the {@code most} oldest open ones; {@code null} if there is none.
     */
    @Nullable
    PooledConnection withRoomOn(Object loop, long most) {
        int index = room.nextSetBit(0);
        for (int seen = 0; index >= 0 && index < most && seen < AFFINITY_CANDIDATES; seen++) {
            PooledConnection candidate = open.get(index);
            if (candidate.loop() == loop) {
                return candidate;
            }
            index = room.nextSetBit(index + 1);
        }
        return null;
    }

    /** A new connection, being opened. */
    void add(PooledConnection connection, long nowNanos) {
        connection.sinceNanos = nowNanos;
        append(connecting, connection);
    }

    /** A connecting connection is up. */
    void opened(PooledConnection connection, Protocol protocol, long nowNanos) {
        takeOut(connecting, connection);
        connection.state = PooledConnection.State.OPEN;
        connection.protocol = protocol;
        connection.sinceNanos = nowNanos;
        connection.idleNanos = nowNanos;
        openHttp2 += connection.protocol == Protocol.HTTP_2 ? 1 : 0;
        append(open, connection);
    }

    /** An open or draining connection allows so many places. */
    void allow(PooledConnection connection, int places) {
        connection.allowed = places;
        if (connection.state == PooledConnection.State.OPEN) {
            markRoom(connection);
        }
    }

    /** An open connection takes no new requests. */
    void drain(PooledConnection connection) {
        takeOutOpen(connection);
        connection.state = PooledConnection.State.DRAINING;
        append(draining, connection);
    }

    /** A draining connection takes requests again, as the youngest. */
    void reopen(PooledConnection connection, long nowNanos) {
        takeOut(draining, connection);
        connection.state = PooledConnection.State.OPEN;
        connection.idleNanos = nowNanos;
        openHttp2 += connection.protocol == Protocol.HTTP_2 ? 1 : 0;
        append(open, connection);
        markRoom(connection);
    }

    /** A place on an open connection with room is taken. */
    void take(PooledConnection connection) {
        connection.used++;
        active++;
        if (connection.used >= connection.allowed) {
            room.clear(connection.index);
        }
    }

    /** A place on an open or draining connection is given back. */
    void giveBack(PooledConnection connection, long nowNanos) {
        connection.used--;
        active--;
        if (connection.used == 0) {
            connection.idleNanos = nowNanos;
        }
        if (connection.state == PooledConnection.State.OPEN) {
            markRoom(connection);
        }
    }

    /** A connection leaves the pool with all its places. */
    void remove(PooledConnection connection) {
        switch (connection.state) {
            case CONNECTING -> takeOut(connecting, connection);
            case OPEN -> takeOutOpen(connection);
            case DRAINING -> takeOut(draining, connection);
            default -> throw new IllegalStateException("connection " + connection.id + " left the pool before");
        }
        connection.state = PooledConnection.State.CLOSED;
        active -= connection.used;
        connection.used = 0;
    }

    private static int byAge(PooledConnection a, PooledConnection b) {
        int byTime = Long.signum(a.sinceNanos - b.sinceNanos);
        return byTime == 0 ? Long.compare(a.id, b.id) : byTime;
    }

    private void markRoom(PooledConnection connection) {
        room.set(connection.index, connection.used < connection.allowed);
    }

    private static void append(List<PooledConnection> list, PooledConnection connection) {
        connection.index = list.size();
        list.add(connection);
    }

    /** Out of a list in which order does not matter: the last one fills the gap. */
    private static void takeOut(List<PooledConnection> list, PooledConnection connection) {
        PooledConnection last = list.remove(list.size() - 1);
        if (last != connection) {
            list.set(connection.index, last);
            last.index = connection.index;
        }
    }

    private void takeOutOpen(PooledConnection connection) {
        openHttp2 -= connection.protocol == Protocol.HTTP_2 ? 1 : 0;
        open.remove(connection.index);
        room.clear(open.size());
        for (int i = connection.index; i < open.size(); i++) {
            PooledConnection behind = open.get(i);
            behind.index = i;
            markRoom(behind);
        }
    }
}
