package dev.clearway.transport.pool;

import dev.clearway.transport.WaitReason;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait, linked through the waiters themselves, and how long the line has stood for which reason.
 *
 * <p>Whoever has had a place before comes first. The others are served by their urgency (RFC 9218, section 4.1), first come
 * first, but each second of waiting outweighs one urgency: a waiter stands as if it had come as many seconds later as its
 * urgency says, so that nobody waits for ever because others are more urgent. So there is a list for each urgency in which
 * its first has waited longest, and the first of all is one of their firsts.
 *
 * <p>The line keeps one clock a reason, advanced at each step, and a waiter keeps what the clocks read when it
 * came: its wait by reason is the difference of two readings, so a step is constant work however long the line is, and
 * the parts of a wait sum to the whole.
 */
@SuppressWarnings("EnumOrdinal") // the clocks are an array by reason: a step must not look into a map
final class Line {
    private static final WaitReason[] REASONS = WaitReason.values();

    /** So much longer a waiter must have waited to stand before one that is more urgent by one. */
    static final long URGENCY_NANOS = 1_000_000_000L;

    private final long[] clocks = new long[REASONS.length];
    private long clockNanos;
    private WaitReason reason = WaitReason.CONNECTING;
    /** The list of those who had a place before; those below are the urgencies. */
    private static final int RETURNED = Waiter.LEAST_URGENT + 1;

    private final @Nullable Waiter[] firsts = new Waiter[RETURNED + 1];
    private final @Nullable Waiter[] lasts = new Waiter[RETURNED + 1];
    /** A bit for each list that is not empty. */
    private int lists;

    private int size;

    int size() {
        return size;
    }

    /** Whose turn it is; {@code null} when nobody waits. */
    @Nullable
    Waiter first() {
        if (firsts[RETURNED] != null) {
            return firsts[RETURNED];
        }
        Waiter first = null;
        for (int rest = lists; rest != 0; rest &= rest - 1) {
            Waiter next = Objects.requireNonNull(firsts[Integer.numberOfTrailingZeros(rest)]);
            if (first == null || standsBefore(next, first)) {
                first = next;
            }
        }
        return first;
    }

    private static boolean standsBefore(Waiter one, Waiter other) {
        return one.sinceNanos - other.sinceNanos + (one.urgency - other.urgency) * URGENCY_NANOS < 0;
    }

    /** Who has waited longest; {@code null} when nobody waits. */
    @Nullable
    Waiter oldest() {
        Waiter oldest = null;
        for (int rest = lists; rest != 0; rest &= rest - 1) {
            Waiter next = Objects.requireNonNull(firsts[Integer.numberOfTrailingZeros(rest)]);
            if (oldest == null || next.sinceNanos - oldest.sinceNanos < 0) {
                oldest = next;
            }
        }
        return oldest;
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

    /** Adds a waiter behind those who are as urgent. */
    void add(Waiter waiter, long nowNanos) {
        arrive(nowNanos);
        waiter.sinceNanos = nowNanos;
        waiter.waits = clocks.clone();
        waiter.list = waiter.urgency;
        waiter.previous = lasts[waiter.list];
        if (waiter.previous == null) {
            firsts[waiter.list] = waiter;
        } else {
            waiter.previous.next = waiter;
        }
        lasts[waiter.list] = waiter;
        entered(waiter);
    }

    /** Adds a waiter that has had its turn before all others, as old as whose turn it was, with the waits that it had before. */
    void addFirst(Waiter waiter, long nowNanos) {
        Waiter turn = first();
        arrive(nowNanos);
        waitedBefore(waiter, waiter.waits);
        waiter.sinceNanos = turn == null ? nowNanos : turn.sinceNanos;
        waiter.list = RETURNED;
        waiter.next = firsts[RETURNED];
        if (waiter.next == null) {
            lasts[RETURNED] = waiter;
        } else {
            waiter.next.previous = waiter;
        }
        firsts[RETURNED] = waiter;
        entered(waiter);
    }

    private void arrive(long nowNanos) {
        if (size == 0) {
            clockNanos = nowNanos;
        }
        advance(nowNanos);
    }

    private void entered(Waiter waiter) {
        waiter.state = Waiter.State.WAITING;
        lists |= 1 << waiter.list;
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
            firsts[waiter.list] = next;
        } else {
            previous.next = next;
        }
        if (next == null) {
            lasts[waiter.list] = previous;
        } else {
            next.previous = previous;
        }
        if (firsts[waiter.list] == null) {
            lists &= ~(1 << waiter.list);
        }
        waiter.previous = null;
        waiter.next = null;
        size--;
    }

    /** How long the one has waited that has waited longest; zero when nobody waits. */
    Duration oldestWait(long nowNanos) {
        Waiter oldest = oldest();
        return oldest == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, nowNanos - oldest.sinceNanos));
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
