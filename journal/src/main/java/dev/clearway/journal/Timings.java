package dev.clearway.journal;

/**
 * How long the parts of an exchange took once the request no longer waited for a place, in microseconds and in this
 * order, none inside another. A part that did not occur (a connection that was there already needs no TLS) or that the
 * recorder does not tell is {@link #UNKNOWN}.
 *
 * @param resolve finding the address, where the request opened its connection itself
 * @param connect the TCP handshake, and a proxy's tunnel
 * @param tls the TLS handshake
 * @param send writing the request
 * @param firstByte from the request's last byte to the response's first
 * @param receive from the response's first byte to its last
 */
public record Timings(long resolve, long connect, long tls, long send, long firstByte, long receive) {
    /** A part that did not occur or is not known. */
    public static final long UNKNOWN = -1;

    /** Nothing is known. */
    public static final Timings NONE = new Timings(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);

    /** Opening the connection: what is known of the first three parts. */
    public long opening() {
        return Math.max(0, resolve) + Math.max(0, connect) + Math.max(0, tls);
    }

    /** The exchange itself: what is known of the last three parts. */
    public long exchange() {
        return Math.max(0, send) + Math.max(0, firstByte) + Math.max(0, receive);
    }
}
