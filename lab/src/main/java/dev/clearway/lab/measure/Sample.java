package dev.clearway.lab.measure;

import java.util.Arrays;
import java.util.Collection;

/** Times, sorted. */
public final class Sample {
    private final double[] sorted;

    private Sample(double[] sorted) {
        this.sorted = sorted;
    }

    /** A sample of these times. */
    public static Sample of(Collection<Double> times) {
        double[] values = times.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(values);
        return new Sample(values);
    }

    /** The smallest time that at least this share of the sample does not exceed; {@code NaN} if the sample is empty. */
    public double quantile(double share) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int rank = (int) Math.ceil(share * sorted.length);
        return sorted[Math.max(0, rank - 1)];
    }

    /** The longest time; {@code NaN} if the sample is empty. */
    public double max() {
        return quantile(1);
    }

    /** Shortest, mean and longest; all {@code NaN} if the sample is empty. */
    public Spread spread() {
        double mean = Arrays.stream(sorted).average().orElse(Double.NaN);
        return new Spread(quantile(0), mean, max());
    }
}
