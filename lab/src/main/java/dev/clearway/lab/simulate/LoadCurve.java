package dev.clearway.lab.simulate;

import java.util.Arrays;

/**
 * One quantity over time, in intervals of equal length: how often something happened in each, or how many of something
 * there were on average. Of events it keeps sums alone, a few a interval, and the intervals get longer as time goes on, so
 * that its size does not depend on how much happens or for how long. Curves of several clients can be added up: intervals
 * are powers of two of the shortest, counted from the same moment. Whole microseconds throughout, so that sums do not depend
 * on their order. Not for use by several threads.
 */
final class LoadCurve {
    /** Intervals at most. */
    static final int MOST = 128;

    private static final long NANOS_IN_MICRO = 1000;
    private static final long SHORTEST_MICROS = 1000;

    private long widthMicros = SHORTEST_MICROS;
    private int used;
    private final long[] events = new long[MOST];
    /** Sum of steps up and down in the interval, which count from the next one on. */
    private final long[] steps = new long[MOST + 1];
    /** What the steps in the interval add to its own sum: their height times what is left of it. */
    private final long[] partial = new long[MOST];

    /** Something happened. */
    void event(long nanos) {
        events[interval(micros(nanos))]++;
    }

    /** From that moment on there are so many more, or fewer. */
    void step(long nanos, int by) {
        long micros = micros(nanos);
        int interval = interval(micros);
        partial[interval] += by * ((interval + 1) * widthMicros - micros);
        steps[interval + 1] += by;
    }

    private static long micros(long nanos) {
        return Math.max(0, nanos / NANOS_IN_MICRO);
    }

    private int interval(long micros) {
        while (micros >= MOST * widthMicros) {
            widen();
        }
        int interval = (int) (micros / widthMicros);
        used = Math.max(used, interval + 1);
        return interval;
    }

    private void widen() {
        for (int i = 0; i < MOST / 2; i++) {
            events[i] = events[2 * i] + events[2 * i + 1];
            partial[i] = partial[2 * i] + partial[2 * i + 1] + steps[2 * i + 1] * widthMicros;
        }
        for (int i = 1; i <= MOST / 2; i++) {
            steps[i] = steps[2 * i - 1] + steps[2 * i];
        }
        Arrays.fill(events, MOST / 2, MOST, 0);
        Arrays.fill(partial, MOST / 2, MOST, 0);
        Arrays.fill(steps, MOST / 2 + 1, MOST + 1, 0);
        used = (used + 1) / 2;
        widthMicros *= 2;
    }

    /** Adds another curve, which is changed by it. */
    void add(LoadCurve other) {
        while (other.widthMicros < widthMicros) {
            other.widen();
        }
        while (widthMicros < other.widthMicros) {
            widen();
        }
        for (int i = 0; i < MOST; i++) {
            events[i] += other.events[i];
            partial[i] += other.partial[i];
            steps[i] += other.steps[i];
        }
        steps[MOST] += other.steps[MOST];
        used = Math.max(used, other.used);
    }

    /** Makes the intervals at least that long, if they are shorter. */
    void widenTo(long micros) {
        while (widthMicros < micros) {
            widen();
        }
    }

    long widthMicros() {
        return widthMicros;
    }

    /** Intervals until the last event. */
    int length() {
        return used;
    }

    /** How many events there were in each interval. */
    long[] counts(int length) {
        return Arrays.copyOf(events, length);
    }

    /** How many there were on average in each interval. */
    double[] means(int length) {
        double[] means = new double[length];
        long level = 0;
        for (int i = 0; i < length; i++) {
            level += steps[i];
            means[i] = level + (double) partial[i] / widthMicros;
        }
        return means;
    }
}
