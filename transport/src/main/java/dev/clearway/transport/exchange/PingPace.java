package dev.clearway.transport.exchange;

import dev.clearway.transport.PingPolicy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** How often the connections of an origin send PING. A peer that objects gets them half as often from then on. Safe for use by several threads. */
public final class PingPace {
    /** A delay that never ends: no PING but on suspicion. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);

    private final AtomicLong delayNanos;
    private final long timeoutNanos;
    private final PingPolicy policy;

    /**
     * A pace to begin with.
     *
     * @param delayNanos how long a connection is silent before it sends a PING; {@link #NEVER} for none
     * @param timeoutNanos how long the answer, or any other byte, may take
     */
    public PingPace(long delayNanos, long timeoutNanos, PingPolicy policy) {
        this.delayNanos = new AtomicLong(delayNanos);
        this.timeoutNanos = timeoutNanos;
        this.policy = policy;
    }

    /** How long a connection is silent before it sends a PING. */
    public long delayNanos() {
        return delayNanos.get();
    }

    /** How long the answer may take. */
    public long timeoutNanos() {
        return timeoutNanos;
    }

    /** Whether unused connections send PING, too. */
    public boolean always() {
        return policy == PingPolicy.ALWAYS;
    }

    /** The peer sent ENHANCE_YOUR_CALM. */
    public void objected() {
        delayNanos.updateAndGet(now -> now == NEVER ? NEVER : Math.max(now, Math.min(2 * now, LONGEST_NANOS)));
    }
}
