package dev.clearway.transport.http2;

/**
 * How many streams of a connection may be reset: servers take many resets in a short time for an attack and close the
 * connection (Netty's above 200 in 30 s). Half of that is left unused. Confined to the connection's event loop.
 */
final class ResetBudget {
    static final int RESETS = 100;
    static final long WINDOW_NANOS = 30_000_000_000L;

    private final long[] times = new long[RESETS];
    private int next;

    ResetBudget(long nowNanos) {
        java.util.Arrays.fill(times, nowNanos - WINDOW_NANOS);
    }

    /** Whether one more is allowed now; then it is counted. */
    boolean take(long nowNanos) {
        if (nowNanos - times[next] < WINDOW_NANOS) {
            return false;
        }
        times[next] = nowNanos;
        next = (next + 1) % RESETS;
        return true;
    }

    /** How long until one more is allowed; 0 or less where it is now. */
    long waitNanos(long nowNanos) {
        return times[next] + WINDOW_NANOS - nowNanos;
    }
}
