package dev.clearway.transport.pool;

import dev.clearway.transport.WaitReason;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request's handle in a {@link Pool}: the transport's exchange extends it. It carries the pool's record of the
 * request, so that neither a grant nor a place in the line allocates a node.
 *
 * <pre>
 * NEW --acquire--&gt; WAITING --grant--&gt; GRANTED --released--&gt; DONE
 *  |                  |'--again--'
 *  |                  '--refuse, fail, cancelled, deadlineReached--&gt; DONE --again--&gt; WAITING
 *  '--acquire--&gt; GRANTED, or DONE where it is refused at once
 * </pre>
 *
 * <p>Every field is confined to the steps of the pool; the accessors may be called within a step of the pool (under the
 * driver's lock), and on an exchange that is granted or done by whoever the driver handed it to after that step.
 */
public abstract class Waiter {
    /** A timeout that never strikes. */
    public static final long NO_TIMEOUT = Long.MAX_VALUE;

    /** The most urgent (RFC 9218, section 4.1). */
    public static final int MOST_URGENT = 0;

    /** The urgency of requests that say nothing of it. */
    public static final int DEFAULT_URGENCY = 3;

    /** The least urgent. */
    public static final int LEAST_URGENT = 7;

    /** Where a waiter is on its way. */
    public enum State {
        /** Not yet given to a pool. */
        NEW,
        /** In the line. */
        WAITING,
        /** Holds a place on a connection. */
        GRANTED,
        /** Holds nothing and waits for nothing. */
        DONE
    }

    /** The waits of one that never stood in the line. */
    private static final long[] NO_WAITS = {};

    final long startedNanos;
    final long timeoutNanos;
    final int urgency;
    State state = State.NEW;

    @Nullable
    PooledConnection connection;

    /** How often it was sent again. */
    int retries;
    /** When the present state began. */
    long sinceNanos;
    /** Owned by {@link Line}: what its clocks read when this waiter came, or, once it has left, its waits by reason. */
    long[] waits = NO_WAITS;

    @Nullable
    WaitReason waitedFor;

    /** Owned by {@link Line}, as the next two: in which of its lists it is. */
    int list;

    @Nullable
    Waiter previous;

    @Nullable
    Waiter next;

    /** A waiter of the default urgency that was not given to a pool yet. */
    protected Waiter(long startedNanos, long timeoutNanos) {
        this(startedNanos, timeoutNanos, DEFAULT_URGENCY);
    }

    /**
     * A waiter that was not given to a pool yet.
     *
     * @param startedNanos when its timeout began to run
     * @param timeoutNanos how long it has in all, above 0; {@link #NO_TIMEOUT} for ever
     * @param urgency from {@link #MOST_URGENT} to {@link #LEAST_URGENT}
     */
    protected Waiter(long startedNanos, long timeoutNanos, int urgency) {
        if (urgency < MOST_URGENT || urgency > LEAST_URGENT) {
            throw new IllegalArgumentException(
                    "urgency must be " + MOST_URGENT + " to " + LEAST_URGENT + ": " + urgency);
        }
        this.startedNanos = startedNanos;
        this.timeoutNanos = timeoutNanos;
        this.urgency = urgency;
    }

    /** Where it is on its way. */
    public final State state() {
        return state;
    }

    /** The connection on which it holds, or last held, a place; {@code null} if it never did. */
    public final @Nullable PooledConnection connection() {
        return connection;
    }

    /** How often it was given back to the line after it had been granted a place. */
    public final int retries() {
        return retries;
    }

    /** Whether it ever stood in the line. */
    public final boolean queued() {
        return waits != NO_WAITS;
    }

    /** What the line stood for when the waiter left it; {@code null} if it never stood there or still does (ask {@link Pool#waitingFor()}). */
    public final @Nullable WaitReason waitedFor() {
        return waitedFor;
    }

    /** How long it waited, by reason; reasons that did not occur are absent. Empty while it waits: ask {@link Pool#waits}. */
    public final Map<WaitReason, Duration> waits() {
        return waitedFor == null ? Map.of() : Line.byReason(waits);
    }

    /** What is left of its timeout; much where it has none. */
    final long leftNanos(long nowNanos) {
        return timeoutNanos == NO_TIMEOUT ? NO_TIMEOUT : timeoutNanos - (nowNanos - startedNanos);
    }

    /** Whether less than this share of its timeout is left. */
    final boolean late(double share, long nowNanos) {
        return timeoutNanos != NO_TIMEOUT && timeoutNanos - (nowNanos - startedNanos) < share * timeoutNanos;
    }

    /** Whether it may ask for another place: it has or had one, and asks neither for the first time nor while it waits. */
    final void expectAgain() {
        if (state == State.NEW || state == State.WAITING) {
            throw new IllegalStateException("again of a waiter that is " + state);
        }
    }

    final void expect(State expected, String input) {
        if (state != expected) {
            throw new IllegalStateException(input + " of a waiter that is " + state);
        }
    }
}
