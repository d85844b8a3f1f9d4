package dev.clearway.transport.pool;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** When the pool wants to be woken next. One wish is out at a time: an earlier one replaces it, a later one need not be told, since the pool looks at everything when it is woken. */
final class Alarm {
    /** Longer than any process lives, and far from where nanoseconds overflow. */
    private static final Duration LONGEST = Duration.ofDays(50 * 365);

    private boolean set;
    private long atNanos;

    /** Asks to be woken that long after that time, unless that is {@link Pool#NEVER}. */
    void wake(long sinceNanos, long afterNanos, Effects effects) {
        long at = sinceNanos + afterNanos;
        if (afterNanos != Pool.NEVER && (!set || at - atNanos < 0)) {
            set = true;
            atNanos = at;
            effects.wakeAt(at);
        }
    }

    /** The pool was woken; no wish is out. */
    void rang() {
        set = false;
    }

    /** A time span that can be added to a moment; {@link Pool#NEVER} for what is longer than matters. */
    static long bounded(long nanos) {
        return nanos > LONGEST.toNanos() ? Pool.NEVER : nanos;
    }

    /** A time span in nanoseconds; {@link Pool#NEVER} for {@code null} and for what is longer than matters. */
    static long nanos(@Nullable Duration span) {
        return span == null || span.compareTo(LONGEST) > 0 ? Pool.NEVER : span.toNanos();
    }
}
