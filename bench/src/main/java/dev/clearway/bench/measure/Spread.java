package dev.clearway.bench.measure;

import java.util.Arrays;

/**
 * Several readings of one value.
 *
 * @param median the middle one, or the mean of the two middle ones
 * @param least the smallest
 * @param most the largest
 */
public record Spread(double median, double least, double most) {
    /** The spread of these readings, at least one; NaN where one is unknown. */
    public static Spread of(double... readings) {
        double[] sorted = readings.clone();
        Arrays.sort(sorted);
        int count = sorted.length;
        double median = count % 2 == 1 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
        return new Spread(median, sorted[0], sorted[count - 1]);
    }
}
