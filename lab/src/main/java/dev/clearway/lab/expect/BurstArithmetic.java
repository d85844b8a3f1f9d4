package dev.clearway.lab.expect;

import dev.clearway.lab.scenario.Burst;

/**
 * The sums of a burst. Requests beyond the places on all connections go in waves: each wave takes one delay, and the
 * next begins when its places are free.
 */
final class BurstArithmetic {
    private static final double NANOS = 1e9;
    /** What handing one request over and taking its answer back may cost on a busy machine, in seconds. */
    private static final double REQUEST_COST = 0.0002;

    private static final double MARGIN_SHARE = 0.8;
    private static final double LEAST_MARGIN = 0.2;
    private static final double EDGE_SHARE = 0.25;
    private static final double LEAST_EDGE = 0.1;

    private final Burst burst;

    BurstArithmetic(Burst burst) {
        this.burst = burst;
    }

    int requests() {
        return burst.requests();
    }

    double delay() {
        return burst.delay().toNanos() / NANOS;
    }

    double roundTrip() {
        return burst.roundTrip().toNanos() / NANOS;
    }

    /** Connections that carry the burst: as many as it fills, at most the ceiling. */
    int connections() {
        return Math.min(burst.ceiling(), ceilDiv(requests(), burst.places()));
    }

    /** Requests that all connections carry at a time. */
    int capacity() {
        return (int) Math.min(Integer.MAX_VALUE, (long) connections() * burst.places());
    }

    /** How often the places are filled. */
    int waves() {
        return ceilDiv(requests(), capacity());
    }

    /**
     * Requests that one warm connection does not take at once, which is how many are queued at most. All but those
     * that find a second connection open already, with places to spare.
     */
    Range queued() {
        int most = Math.max(0, requests() - burst.places());
        if (burst.ceiling() == 1 || burst.places() == 1) {
            return new Range(steady() ? most : 0, most);
        }
        return new Range(steady() ? Math.max(0, requests() - capacity()) : 0, most);
    }

    /** Whether the burst is handed over before its first answer can come: only then are its counts exact. */
    boolean steady() {
        return delay() >= 0.1 + REQUEST_COST * requests();
    }

    /**
     * How much longer than the sum a time may be: four fifths of a delay, so that one wave more would be seen, but not
     * less than a busy machine needs.
     */
    double margin() {
        return Math.max(LEAST_MARGIN, MARGIN_SHARE * delay());
    }

    /** How near to a deadline a wave may come before both outcomes are open: waves come a little later each time. */
    double edge() {
        return Math.max(LEAST_EDGE, EDGE_SHARE * delay());
    }

    /** How many waves are over by that time, if each takes a delay; at most all. */
    int wavesEndedBy(double seconds) {
        return delay() == 0 ? waves() : (int) Math.max(0, Math.min(waves(), Math.floor(seconds / delay())));
    }

    /** How many waves have begun by that time, if each takes a delay; at most all. */
    int wavesBegunBy(double seconds) {
        return seconds < 0 ? 0 : Math.min(waves(), wavesEndedBy(seconds) + 1);
    }

    /** Requests in so many waves. */
    int requestsIn(int waves) {
        return (int) Math.min(requests(), (long) waves * capacity());
    }

    private static int ceilDiv(int value, int divisor) {
        return (value + divisor - 1) / divisor;
    }
}
