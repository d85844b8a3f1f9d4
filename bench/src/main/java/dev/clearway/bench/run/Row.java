package dev.clearway.bench.run;

import dev.clearway.bench.measure.Spread;
import dev.clearway.bench.worker.Interval;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One client in one workload.
 *
 * @param workload what it did
 * @param subject who did it
 * @param library the client's library and version
 * @param intervals what was measured
 * @param failure why there are no (more) measurements, or {@code null}
 */
public record Row(
        Workload workload,
        ThroughputPlan.Subject subject,
        String library,
        List<Interval> intervals,
        @Nullable String failure) {
    /** The median and the range of a value over the intervals, of which there must be one. */
    public Spread spread(ToDoubleFunction<Interval> value) {
        return Spread.of(intervals.stream().mapToDouble(value).toArray());
    }

    /** Whether it can be compared: measured, without more failures than one request in a hundred. */
    public boolean holds() {
        long requests = intervals.stream().mapToLong(Interval::requests).sum();
        long failures = intervals.stream().mapToLong(Interval::failures).sum();
        return failure == null && !intervals.isEmpty() && failures * 100 <= requests && requests > 0;
    }
}
