package dev.clearway.lab.simulate;

import java.util.random.RandomGenerator;

/**
 * When a client's requests come.
 *
 * @param requests how many each client sends, from 1
 * @param rate requests a second of each client; 0 for all at once
 * @param spacing how they are spaced; of no meaning for all at once
 */
public record Arrivals(long requests, double rate, Spacing spacing) {
    private static final double NANOS = 1e9;

    /** How requests at a rate follow one another. */
    public enum Spacing {
        /** At random, each independent of the others (a Poisson process), as callers that know nothing of each other do. */
        POISSON,
        /** Like clockwork. */
        EVEN
    }

    public Arrivals {
        if (requests < 1) {
            throw new IllegalArgumentException("requests must be at least 1: " + requests);
        }
        if (!(rate >= 0 && rate <= 1e6)) {
            throw new IllegalArgumentException("rate must be from 0 to 1000000 a second and client: " + rate);
        }
    }

    /** All at once. */
    public static Arrivals burst(long requests) {
        return new Arrivals(requests, 0, Spacing.EVEN);
    }

    /** Whether they come all at once. */
    public boolean atOnce() {
        return rate == 0;
    }

    /** From one request to the next, in nanoseconds. */
    long gap(RandomGenerator random) {
        return (long) ((spacing == Spacing.EVEN ? 1 : random.nextExponential()) * NANOS / rate);
    }
}
