package dev.clearway.server;

import java.util.concurrent.TimeUnit;

/**
 * How much of a kind a client may do within 30 s, above all how many frames it may send that ask for work and carry no
 * request: PING, SETTINGS, PRIORITY, and frames of unknown types. Of those each request earns some, since there are
 * clients that send such frames with each. Confined to the event loop of its connection.
 */
final class FrameBudget {
    static final int SECONDS = 30;

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(SECONDS);
    private static final int EARNED = 4;

    private final int most;
    private long periodNanos;
    private long spent;

    FrameBudget(int most, long nowNanos) {
        this.most = most;
        this.periodNanos = nowNanos;
    }

    /** A request has come. */
    void earn() {
        spent -= EARNED;
    }

    /** A frame has come; tells whether that is one too many. */
    boolean isOverspentBy(long nowNanos) {
        if (nowNanos - periodNanos > PERIOD_NANOS) {
            periodNanos = nowNanos;
            spent = 0;
        }
        return ++spent > most;
    }
}
