package dev.clearway.transport.pool;

/**
 * How long no connection is opened after attempts have failed. One failure may be chance, and the next attempt follows at
 * once; from the second in a row on, pauses double up to a second, each shortened by up to a half so that clients which
 * failed together do not come back together. Attempts that were under way together count as one.
 */
final class BackOff {
    static final long FIRST_NANOS = 50_000_000L;
    static final long LONGEST_NANOS = 1_000_000_000L;

    private int failures;
    private long failedNanos;
    private long untilNanos;

    /** An attempt that began then failed now. */
    void failed(PooledConnection connection, long nowNanos) {
        if (failures > 0 && connection.sinceNanos - failedNanos <= 0) {
            return;
        }
        failures++;
        failedNanos = nowNanos;
        untilNanos = nowNanos + pause(failures, connection.id);
    }

    /** A connection is of use. */
    void succeeded() {
        failures = 0;
    }

    /** Whether the last attempt failed. */
    boolean isFailing() {
        return failures > 0;
    }

    /** How long none is opened yet; 0 or less when one may be. */
    long leftNanos(long nowNanos) {
        return failures == 0 ? 0 : untilNanos - nowNanos;
    }

    /** The pause after so many failures in a row. */
    static long pause(int failures, long connection) {
        if (failures < 2) {
            return 0;
        }
        long full = Math.min(FIRST_NANOS << Math.min(failures - 2, 10), LONGEST_NANOS);
        return full - (long) (Upkeep.drawn(connection) * full / 2);
    }
}
