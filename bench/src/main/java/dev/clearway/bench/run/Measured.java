package dev.clearway.bench.run;

import dev.clearway.bench.worker.Interval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who is put under steady load, and what has been measured of it so far. A failure is kept and told, not thrown; from then
 * on calls do nothing. For use by one thread.
 */
interface Measured extends AutoCloseable {
    /** Warms it, and what it asks, with that much CPU, but no longer than the limit by the clock. */
    void warm(int cpuSeconds, int limitSeconds) throws InterruptedException;

    /** Measures once more. */
    void measure(int round, int intervalMillis) throws InterruptedException;

    /** Nothing more will be measured. */
    void finish() throws InterruptedException;

    /** What was measured, in order. */
    List<Interval> intervals();

    /** Why there are no (more) measurements, or {@code null}. */
    @Nullable
    String failure();

    @Override
    void close();
}
