package dev.clearway.transport.pool;

import java.util.Arrays;

/**
 * How long places were held of late: what an answer takes, of which a request in the line needs that much to be left. Looks
 * at the last answers alone and says nothing before there are some, since a single slow one says little of the next.
 */
final class Answers {
    /** Answers that are looked at. */
    static final int SEEN = 128;

    /** Answers before anything is said. */
    static final int LEAST = 16;

    /** The share of them that was at most as long. Higher, and a few slow answers among fast ones would send everybody away. */
    private static final double QUANTILE = 0.95;

    private final long[] ring = new long[SEEN];
    private long ended;
    private long quantileNanos;

    /** A place was given back after that long. */
    void ended(long nanos) {
        ring[(int) (ended % SEEN)] = Math.max(0, nanos);
        ended++;
        if (ended % LEAST == 0) {
            long[] sorted = Arrays.copyOf(ring, (int) Math.min(ended, SEEN));
            Arrays.sort(sorted);
            quantileNanos = sorted[(int) Math.ceil(QUANTILE * sorted.length) - 1];
        }
    }

    /** What nearly every answer takes at most; 0 while that is not known. */
    long quantileNanos() {
        return quantileNanos;
    }
}
