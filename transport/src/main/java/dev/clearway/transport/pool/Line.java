package dev.clearway.transport.pool;

import dev.clearway.transport.WaitReason;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait, first come first, linked through the waiters themselves, and how long the line has stood for which
 * reason. The line keeps one clock a reason, advanced at each step, and a waiter keeps what the clocks read when it
 * came: its wait by reason is the difference of two readings, so a step is constant work however long the line is, and
 * the parts of a wait sum to the whole.
 */
@SuppressWarnings("EnumOrdinal") // the clocks are an array by reason: a step must not look into a map
final class Line {
    private static final WaitReason[] REASONS = WaitReason.values();

    private final long[] clocks = new long[REASONS.length];
    private long clockNanos;
    private WaitReason reason = WaitReason.CONNECTING;
    private @Nullable Waiter first;
    private @Nullable Waiter last;
    private int size;

    int size() {
        return size;
    }

    @Nullable
    Waiter first() {
        return first;
    }

    /** Why it stands still; {@code null} when it is empty. */
    @Nullable
    WaitReason reason() {
        return size == 0 ? null : reason;
    }

    /** From now on it stands for this reason. */
    void reason(WaitReason value, long nowNanos) {
        advance(nowNanos);
        reason = value;
    }

    /** Adds a waiter at the tail. */
    void add(Waiter waiter, long nowNanos) {
        if (size == 0) {
            clockNanos = nowNanos;
        }
        advance(nowNanos);
        waiter.state = Waiter.State.WAITING;
        waiter.sinceNanos = nowNanos;
        waiter.waits = clocks.clone();
        waiter.previous = last;
        if (last == null) {
            first = waiter;
        } else {
            last.next = waiter;
        }
        last = waiter;
        size++;
    }

    /** Adds a waiter that has had its turn at the head, as old as who stood there, with the waits that it had before. */
    void addFirst(Waiter waiter, long nowNanos) {
        Waiter second = first;
        if (second == null) {
            long[] before = waiter.waits;
            add(waiter, nowNanos);
            waitedBefore(waiter, before);
            return;
        }
        advance(nowNanos);
        waitedBefore(waiter, waiter.waits);
        waiter.state = Waiter.State.WAITING;
        waiter.sinceNanos = second.sinceNanos;
        waiter.next = second;
        second.previous = waiter;
        first = waiter;
        size++;
    }

    /** Its clocks stand as if it had come that much earlier. */
    private void waitedBefore(Waiter waiter, long[] nanos) {
        long[] readings = clocks.clone();
        for (int i = 0; i < nanos.length; i++) {
            readings[i] -= nanos[i];
        }
        waiter.waits = readings;
    }

    /** Takes a waiter out, wherever it stands, with its waits complete. */
    void remove(Waiter waiter, long nowNanos) {
        advance(nowNanos);
        waited(waiter, waiter.waits);
        waiter.waitedFor = reason;
        Waiter previous = waiter.previous;
        Waiter next = waiter.next;
        if (previous == null) {
            first = next;
        } else {
            previous.next = next;
        }
        if (next == null) {
            last = previous;
        } else {
            next.previous = previous;
        }
        waiter.previous = null;
        waiter.next = null;
        size--;
    }

    /** How long the first has waited; zero when nobody waits. */
    Duration oldestWait(long nowNanos) {
        return first == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, nowNanos - first.sinceNanos));
    }

    /** How long a waiter in the line has waited by now, by reason. */
    Map<WaitReason, Duration> waits(Waiter waiter, long nowNanos) {
        advance(nowNanos);
        return byReason(waited(waiter, new long[REASONS.length]));
    }

    /** The reasons that occurred. */
    static Map<WaitReason, Duration> byReason(long[] nanos) {
        Map<WaitReason, Duration> waits = new EnumMap<>(WaitReason.class);
        for (WaitReason reason : REASONS) {
            long waited = nanos[reason.ordinal()];
            if (waited > 0) {
                waits.put(reason, Duration.ofNanos(waited));
            }
        }
        return waits;
    }

    private long[] waited(Waiter waiter, long[] into) {
        for (int i = 0; i < into.length; i++) {
            into[i] = clocks[i] - waiter.waits[i];
        }
        return into;
    }

    /** Times may come a little out of order, read as they are before the driver's lock is taken: the clocks only go forward. */
    private void advance(long nowNanos) {
        long elapsed = nowNanos - clockNanos;
        if (elapsed > 0) {
            clocks[reason.ordinal()] += elapsed;
            clockNanos = nowNanos;
        }
    }
}
