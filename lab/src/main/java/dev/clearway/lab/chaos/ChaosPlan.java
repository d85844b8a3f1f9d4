package dev.clearway.lab.chaos;

import java.time.Duration;

/**
 * What a chaos is to be.
 *
 * @param requests how many requests are sent, 1 to {@link #MOST_REQUESTS}
 * @param seed from which requests and faults are drawn
 * @param concurrent how many are under way at once, at least 1
 * @param patience how long to wait, without anything happening, for what is left in the end
 */
public record ChaosPlan(int requests, long seed, int concurrent, Duration patience) {
    /** The most requests: their histories take 27 bytes each. */
    public static final int MOST_REQUESTS = 10_000_000;

    public ChaosPlan {
        if (requests < 1 || requests > MOST_REQUESTS) {
            throw new IllegalArgumentException("requests must be 1 to " + MOST_REQUESTS + ": " + requests);
        }
        if (concurrent < 1) {
            throw new IllegalArgumentException("concurrent must be at least 1: " + concurrent);
        }
        if (patience.isNegative() || patience.isZero()) {
            throw new IllegalArgumentException("patience must be positive: " + patience);
        }
    }
}
