package dev.clearway.lab.chaos;

import java.util.SplittableRandom;

/** Chance by a seed: each thing that is drawn has a source of its own, so that no thread's turn changes what another draws. */
final class Chance {
    /** What a request is. */
    static final long ASK = 1;
    /** What befalls an arrival of a request; the number of the arrival is added. */
    static final long FAULT = 1_000;
    /** What a connection is like. */
    static final long CONNECTION = 2;
    /** How bad things are for requests whose numbers are near each other. */
    static final long WEATHER = 3;

    private Chance() {}

    static SplittableRandom of(long seed, long number, long purpose) {
        return new SplittableRandom(mixed(mixed(seed + 0x9e37_79b9_7f4a_7c15L * purpose) + number));
    }

    private static long mixed(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d0_49bb_1331_11ebL;
        return z ^ (z >>> 31);
    }
}
