package dev.clearway.transport.http2;

import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;

/**
 * How many frames that carry nothing a peer may send: PING, SETTINGS, PRIORITY, unknown ones, DATA without a byte
 * (CVE-2019-9512, 9515, 9518). Some are normal, a flood is not; what is given is a stock that fills again slowly.
 * Confined to the connection's event loop.
 */
final class FrameBudget {
    static final int STOCK = 10_000;
    private static final long NANOS_A_FRAME = 1_000_000;

    private long emptyNanos;

    FrameBudget(long nowNanos) {
        emptyNanos = nowNanos - STOCK * NANOS_A_FRAME;
    }

    /** Counts one. */
    void take(long nowNanos) throws Http2Exception {
        emptyNanos = Math.max(emptyNanos, nowNanos - STOCK * NANOS_A_FRAME) + NANOS_A_FRAME;
        if (emptyNanos - nowNanos > 0) {
            throw Http2Exception.connectionError(
                    Http2Error.ENHANCE_YOUR_CALM, "the peer sent a flood of frames that carry nothing");
        }
    }
}
