package dev.clearway.testkit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Waits for what another thread is about to do. */
public final class Eventually {
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

    private Eventually() {}

    /** Returns when the condition holds; fails if it does not within two minutes, which only a fault takes. */
    public static void holds(BooleanSupplier condition) {
        holds(condition, () -> "");
    }

    /** As {@link #holds(BooleanSupplier)}; the failure ends with what the supplier then says of how things stand. */
    public static void holds(BooleanSupplier condition, Supplier<String> standing) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("the condition does not hold after "
                        + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS) + " s " + standing.get());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    /** Returns when a value above 0 has not changed for a second; fails if it changes for two minutes. */
    public static void standsStill(LongSupplier value) {
        long[] last = {0, System.nanoTime()};
        holds(() -> {
            long now = value.getAsLong();
            if (now != last[0] || now == 0) {
                last[0] = now;
                last[1] = System.nanoTime();
            }
            return System.nanoTime() - last[1] > TimeUnit.SECONDS.toNanos(1);
        });
    }
}
