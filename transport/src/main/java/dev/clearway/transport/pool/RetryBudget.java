package dev.clearway.transport.pool;

import dev.clearway.transport.Retry;

/**
 * How many requests may be sent again: so many for each that came in the last seconds, and a few in any case, so that
 * retries do not multiply an outage. What costs the peer no work, a request that it never got to see or that it gave
 * back as it closed a connection, is not held against the budget: a server that restarts in good order gives back
 * everything at once, and nothing of it is to be lost.
 */
final class RetryBudget {
    /** Retries that are always allowed in a window: a service with little traffic has a right to some. */
    static final int LEAST = 10;

    static final long WINDOW_NANOS = 10_000_000_000L;

    private final double share;
    private boolean begun;
    private long windowNanos;
    private long came;
    private long cameBefore;
    private long tried;
    private long triedBefore;

    RetryBudget(double share) {
        this.share = share;
    }

    /** A request came. */
    void came(long nowNanos) {
        roll(nowNanos);
        came++;
    }

    /** Whether one more may be sent again; then it is counted. */
    boolean take(Retry why, long nowNanos) {
        if (why != Retry.REFUSED_STREAM && why != Retry.CONNECTION_REUSED) {
            return true;
        }
        roll(nowNanos);
        if (tried + triedBefore >= LEAST + share * (came + cameBefore)) {
            return false;
        }
        tried++;
        return true;
    }

    /** Two windows are looked at, the present one and the one before. */
    private void roll(long nowNanos) {
        long elapsed = nowNanos - windowNanos;
        if (begun && elapsed < WINDOW_NANOS) {
            return;
        }
        boolean next = begun && elapsed < 2 * WINDOW_NANOS;
        cameBefore = next ? came : 0;
        triedBefore = next ? tried : 0;
        came = 0;
        tried = 0;
        windowNanos = next ? windowNanos + WINDOW_NANOS : nowNanos;
        begun = true;
    }
}
