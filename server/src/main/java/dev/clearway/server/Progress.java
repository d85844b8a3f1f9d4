package dev.clearway.server;

import java.util.concurrent.TimeUnit;

/**
 * How an exchange moves on while it is the peer's turn: to send content that was asked for, or to take content that was
 * sent. Time in which nothing is asked of the peer does not count. Confined to the event loop of its connection.
 */
final class Progress {
    /** How long a peer may be slower than the least rate: a connection that loses packets is for a while. */
    private static final long RATE_PERIOD_NANOS = TimeUnit.SECONDS.toNanos(5);

    private boolean peersTurn;
    private long movedNanos;
    private long periodNanos;
    private long periodBytes;

    /** It is the peer's turn, or no longer. */
    void peersTurn(boolean turn) {
        if (turn && !peersTurn) {
            movedNanos = System.nanoTime();
            periodNanos = movedNanos;
            periodBytes = 0;
        }
        peersTurn = turn;
    }

    /** Bytes of content passed. */
    void moved(int bytes) {
        movedNanos = System.nanoTime();
        periodBytes += bytes;
    }

    /** Whether nothing has moved for so long, or too little over {@link #RATE_PERIOD_NANOS} (a rate of 0 asks for none). */
    boolean isStalled(long stallNanos, int bytesPerSecond) {
        long now = System.nanoTime();
        if (!peersTurn) {
            return false;
        }
        if (now - movedNanos > stallNanos) {
            return true;
        }
        long period = now - periodNanos;
        if (bytesPerSecond == 0 || period < RATE_PERIOD_NANOS) {
            return false;
        }
        boolean slow = periodBytes < bytesPerSecond * (period / 1e9);
        periodNanos = now;
        periodBytes = 0;
        return slow;
    }
}
