package dev.clearway.transport.pool;

/**
 * How fast things went: what a handshake took, what a request took, and how many ended of late. Answers the one
 * question that growth has: will the line be gone before a new connection could help?
 *
 * <p>Two estimates must agree on yes. What the requests under way will give back, by their number and what one took
 * (Little's law), knows of a change in the load but not of one in the service; how many were given back during the last
 * handshake time knows the latter but not the former. On a pool that has seen no request end, the answer is no.
 */
final class Pace {
    /** One over the weight of a new sample. */
    private static final int SMOOTHING = 8;

    private long handshakeNanos;
    private long serviceNanos;
    /** Counts of the window that began then and of the one before it; each is as long as a handshake. */
    private long windowNanos;

    private long current;
    private long previous;

    /** What a handshake takes; 0 before one was seen. A faster one counts at once, slower ones by and by: one that hung does not keep the pool from growing for long. */
    long handshakeNanos() {
        return handshakeNanos;
    }

    /** A connection came up. */
    void connected(long nanos, long nowNanos) {
        long tookNanos = Math.max(0, nanos);
        if (handshakeNanos != 0 && tookNanos >= handshakeNanos) {
            handshakeNanos += (tookNanos - handshakeNanos) / SMOOTHING;
            return;
        }
        // The windows are of another length from here on, and what was counted in the old ones says nothing of these.
        handshakeNanos = tookNanos;
        windowNanos = nowNanos;
        current = 0;
        previous = 0;
    }

    /** A request gave back its place. */
    void served(long nanos, long nowNanos) {
        long tookNanos = Math.max(0, nanos);
        serviceNanos = serviceNanos == 0 ? tookNanos : serviceNanos + (tookNanos - serviceNanos) / SMOOTHING;
        roll(nowNanos);
        current++;
    }

    /** Whether that many waiters will have got a place within a handshake's time from now, with that many places in use. */
    boolean drainsSooner(long waiting, int active, long nowNanos) {
        long elapsed = roll(nowNanos);
        long handshake = Math.max(1, handshakeNanos);
        double seen = current + previous * ((double) (handshake - elapsed) / handshake);
        double coming = (double) active * handshake / Math.max(1, serviceNanos);
        return waiting < Math.min(seen, coming);
    }

    /** Moves the windows on; returns how far into the present one it is, from 0 to below a handshake. */
    private long roll(long nowNanos) {
        long handshake = Math.max(1, handshakeNanos);
        long elapsed = Math.max(0, nowNanos - windowNanos);
        if (elapsed < handshake) {
            return elapsed;
        }
        previous = elapsed < 2 * handshake ? current : 0;
        current = 0;
        elapsed %= handshake;
        windowNanos = nowNanos - elapsed;
        return elapsed;
    }
}
