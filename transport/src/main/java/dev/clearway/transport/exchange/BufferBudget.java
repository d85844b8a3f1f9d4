package dev.clearway.transport.exchange;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes of responses wait, in all of a transport, for handlers that have not asked for them. Below the half of
 * it windows may grow; at the whole of it peers get no new credit for bytes that wait.
 */
public final class BufferBudget {
    private final long limit;
    private final AtomicLong used = new AtomicLong();

    BufferBudget(long limit) {
        this.limit = limit;
    }

    /** Bytes that may wait. */
    public long limit() {
        return limit;
    }

    /** Bytes that wait now. */
    public long used() {
        return used.get();
    }

    /** Whether there is so much left that windows may grow. */
    public boolean ample() {
        return used.get() < limit / 2;
    }

    /** Whether nothing is left. */
    public boolean exhausted() {
        return used.get() >= limit;
    }

    void add(long bytes) {
        used.addAndGet(bytes);
    }
}
