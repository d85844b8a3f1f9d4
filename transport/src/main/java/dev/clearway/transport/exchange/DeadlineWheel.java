package dev.clearway.transport.exchange;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The timeouts of many exchanges: a hashed wheel whose nodes are the exchanges themselves, so that arming and disarming
 * one costs a few writes. It has no thread and no clock; its owner, an event loop or whoever holds a lock, asks it when
 * to come back. Timeouts strike up to one {@link #TICK_NANOS} late and never early.
 */
public final class DeadlineWheel {
    /** An answer of {@link #nextWake} that says that nothing is armed. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int TICK_SHIFT = 23;

    /** How late a timeout may strike: 8.4 ms, fine for timeouts of a hundred and more. */
    static final long TICK_NANOS = 1L << TICK_SHIFT;

    private static final int SLOTS = 512;

    private final @Nullable SignalledWaiter[] slots = new SignalledWaiter[SLOTS];
    private long tick;
    private int size;

    /** A wheel without timeouts. */
    public DeadlineWheel(long nowNanos) {
        tick = tickOf(nowNanos);
    }

    private static long tickOf(long nanos) {
        return nanos >> TICK_SHIFT;
    }

    private static long endOf(long tick) {
        return (tick + 1) << TICK_SHIFT;
    }

    /** Arms the timeout of an exchange that has one and is in no wheel. Returns when to come back for it. */
    public long add(ActiveExchange exchange) {
        long due = Math.max(tickOf(exchange.deadlineNanos), tick);
        int slot = (int) due & (SLOTS - 1);
        SignalledWaiter head = slots[slot];
        exchange.wheelSlot = slot;
        exchange.wheelNext = head;
        exchange.wheelPrevious = null;
        if (head != null) {
            head.wheelPrevious = exchange;
        }
        slots[slot] = exchange;
        size++;
        return endOf(due);
    }

    /** Disarms it, if it is armed here. */
    public void remove(ActiveExchange exchange) {
        unlink(exchange);
    }

    private void unlink(SignalledWaiter node) {
        if (node.wheelSlot < 0) {
            return;
        }
        SignalledWaiter before = node.wheelPrevious;
        SignalledWaiter after = node.wheelNext;
        if (before == null) {
            slots[node.wheelSlot] = after;
        } else {
            before.wheelNext = after;
        }
        if (after != null) {
            after.wheelPrevious = before;
        }
        node.wheelSlot = -1;
        node.wheelNext = null;
        node.wheelPrevious = null;
        size--;
    }

    /** Disarms those whose time is up and hands each over. */
    public void expire(long nowNanos, Consumer<ActiveExchange> late) {
        long now = tickOf(nowNanos);
        long last = Math.min(now - 1, tick + SLOTS - 1);
        for (long t = tick; t <= last && size > 0; t++) {
            expireSlot((int) t & (SLOTS - 1), nowNanos, late);
        }
        tick = Math.max(tick, now);
    }

    private void expireSlot(int slot, long nowNanos, Consumer<ActiveExchange> late) {
        SignalledWaiter node = slots[slot];
        while (node != null) {
            SignalledWaiter after = node.wheelNext;
            if (node.late(nowNanos)) {
                unlink(node);
                late.accept((ActiveExchange) node);
                // What was called may have disarmed others: begin again with what is left of the slot.
                after = slots[slot];
            }
            node = after;
        }
    }

    /** When to call {@link #expire} next: when the earliest timeout strikes, or after one turn of the wheel; {@link #NEVER} if nothing is armed. */
    public long nextWake() {
        if (size == 0) {
            return NEVER;
        }
        for (long t = tick; t < tick + SLOTS; t++) {
            for (SignalledWaiter node = slots[(int) t & (SLOTS - 1)]; node != null; node = node.wheelNext) {
                if (tickOf(node.deadlineNanos) <= t) {
                    return endOf(t);
                }
            }
        }
        return endOf(tick + SLOTS - 1);
    }
}
