package dev.clearway.metrics;

import dev.clearway.transport.Protocol;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.PoolSnapshot;
import java.util.EnumMap;
import java.util.Map;

/** What the pools of an origin hold at one moment. Filled by one thread, then read by any. */
final class Figures {
    /** Nothing. */
    static final Figures EMPTY = new Figures();

    private final Map<Protocol, Long> active = new EnumMap<>(Protocol.class);
    private final Map<Protocol, Long> idle = new EnumMap<>(Protocol.class);
    private final Map<WaitReason, Long> queued = new EnumMap<>(WaitReason.class);
    private long slotsUsed;
    private double slotsAllowed;

    /** Adds what one pool holds. */
    void add(PoolSnapshot pool) {
        WaitReason reason = pool.waitingFor();
        if (reason != null) {
            queued.merge(reason, (long) pool.waiting(), Long::sum);
        }
        for (PoolSnapshot.Connection each : pool.connections()) {
            (each.used() > 0 ? active : idle).merge(each.protocol(), 1L, Long::sum);
            if (each.protocol() == Protocol.HTTP_2) {
                slotsUsed += each.used();
                slotsAllowed += allowed(each);
            }
        }
    }

    /** A connection that takes no new requests allows no more than it carries. */
    private static double allowed(PoolSnapshot.Connection connection) {
        if (connection.draining()) {
            return connection.used();
        }
        return connection.allowed() == Integer.MAX_VALUE ? Double.POSITIVE_INFINITY : connection.allowed();
    }

    /** Connections that carry a request. */
    long active(Protocol protocol) {
        return active.getOrDefault(protocol, 0L);
    }

    /** Connections that carry none. */
    long idle(Protocol protocol) {
        return idle.getOrDefault(protocol, 0L);
    }

    long queued(WaitReason reason) {
        return queued.getOrDefault(reason, 0L);
    }

    long slotsUsed() {
        return slotsUsed;
    }

    double slotsAllowed() {
        return slotsAllowed;
    }
}
