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

    /** The last ones, and those that have come since the last time that something would have been said. */
    private final long[] ring = new long[SEEN + LEAST];

    private long ended;
    private long known;
    private long quantileNanos;

    /** A place was given back after that long. */
    void ended(long nanos) {
        ring[(int) (ended % ring.length)] = Math.max(0, nanos);
        ended++;
    }

    /** What nearly every answer takes at most, by those known at every sixteenth; 0 while that is not known. Sorts when asked, which is seldom. */
    long quantileNanos() {
        long last = ended / LEAST * LEAST;
        if (last != known) {
            known = last;
            long[] sorted = new long[(int) Math.min(last, SEEN)];
            for (int i = 0; i < sorted.length; i++) {
                sorted[i] = ring[(int) ((last - 1 - i) % ring.length)];
            }
            Arrays.sort(sorted);
            quantileNanos = sorted[(int) Math.ceil(QUANTILE * sorted.length) - 1];
        }
        return quantileNanos;
    }
}
