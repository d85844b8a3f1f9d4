package dev.clearway.lab.page.measure;

import dev.clearway.lab.measure.Sample;
import java.util.Collection;

/**
 * The usual and the long ones of some times, in seconds; all {@code NaN} if there are none.
 *
 * @param median half are no longer
 * @param p95 19 of 20 are no longer
 * @param max the longest
 */
public record Tail(double median, double p95, double max) {
    /** Of times in microseconds. */
    public static Tail ofMicros(Collection<Long> micros) {
        Sample sample = Sample.of(micros.stream().map(value -> value / 1e6).toList());
        return new Tail(sample.quantile(0.5), sample.quantile(0.95), sample.max());
    }
}
