package dev.clearway.transport.pool;

/**
 * How fast things go: what a handshake takes, what a request takes, and how many came and ended of late. Answers the
 * one question that growth has: will the line be gone before a new connection could help?
 *
 * <p>It will if what the requests under way give back within a handshake's time, by their number and what one takes
 * (Little's law), exceeds what comes in that time by more than those who wait. A line that is merely passed on from one
 * to the next, since as many come as go, is not gone. And it is believed only if more than those who wait have ended
 * during the last handshake's time: what one request took says little of the next ones, unless many took it. On a pool
 * that has seen no request end, the answer is no.
 */
final class Pace {
    /** One over the weight of a new sample. */
    private static final int SMOOTHING = 8;

    private long handshakeNanos;
    private long serviceNanos;
    /** When the present window began: it and the one before are as long as a handshake. */
    private long windowNanos;

    private long came;
    private long cameBefore;
    private long ended;
    private long endedBefore;

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
        came = 0;
        cameBefore = 0;
        ended = 0;
        endedBefore = 0;
    }

    /** A request came. */
    void came(long nowNanos) {
        roll(nowNanos);
        came++;
    }

    /** A request ended and gave back its place. */
    void ended(long nanos, long nowNanos) {
        long tookNanos = Math.max(0, nanos);
        serviceNanos = serviceNanos == 0 ? tookNanos : serviceNanos + (tookNanos - serviceNanos) / SMOOTHING;
        roll(nowNanos);
        ended++;
    }

    /** How many of that many waiters, with that many places in use, will have got a place within a handshake's time from now without a new connection. */
    int served(int waiting, int active, long nowNanos) {
        roll(nowNanos);
        long handshake = Math.max(1, handshakeNanos);
        double before = Math.max(0, 1 - (double) (nowNanos - windowNanos) / handshake);
        if (waiting >= ended + endedBefore * before) {
            return 0;
        }
        double coming = came + cameBefore * before;
        double going = (double) active * handshake / Math.max(1, serviceNanos);
        return (int) Math.max(0, Math.min(waiting, going - coming));
    }

    /** Moves the windows on, so that the present one has not yet lasted a handshake. */
    private void roll(long nowNanos) {
        long handshake = Math.max(1, handshakeNanos);
        long elapsed = nowNanos - windowNanos;
        if (elapsed < handshake) {
            return;
        }
        boolean next = elapsed < 2 * handshake;
        cameBefore = next ? came : 0;
        endedBefore = next ? ended : 0;
        came = 0;
        ended = 0;
        windowNanos = nowNanos - elapsed % handshake;
    }
}
