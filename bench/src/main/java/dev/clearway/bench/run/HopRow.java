package dev.clearway.bench.run;

import dev.clearway.bench.measure.Values;
import dev.clearway.bench.worker.Interval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one hop cost.
 *
 * @param hop which
 * @param version the program and its version
 * @param intervals under steady load; the server of each is the hop
 * @param pages of each page, what the client saw, and {@code hopCpuMillis}
 * @param failure why there are no (more) measurements, or {@code null}
 */
public record HopRow(
        Hop.Kind hop,
        String version,
        List<Interval> intervals,
        List<Values> pages,
        @Nullable String failure) {
    /** CPU time that the hop used for a page, in milliseconds; the mean, since the kernel counts in steps of 10 ms. */
    public double pageCpuMillis() {
        return pages.stream()
                .mapToDouble(page -> page.number("hopCpuMillis"))
                .average()
                .orElse(Double.NaN);
    }

    /** Whether it can be compared: measured, and every request answered. */
    public boolean holds() {
        return failure == null
                && !intervals.isEmpty()
                && intervals.stream().allMatch(interval -> interval.failures() == 0)
                && pages.stream().allMatch(page -> page.number("failed") == 0);
    }
}
