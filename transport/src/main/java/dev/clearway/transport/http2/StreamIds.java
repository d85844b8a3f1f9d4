package dev.clearway.transport.http2;

/** Stream identifiers (RFC 9113, section 5.1.1): odd, rising, and used up after 2^30 streams. */
final class StreamIds {
    /** Streams kept for exchanges that were granted a place before the pool learns that the ids run out. */
    private static final int RESERVE = 20_000;

    private StreamIds() {}

    /** Whether the connection should take no more exchanges than those on their way to it. */
    static boolean nearlySpent(int id) {
        return id > Integer.MAX_VALUE - 2 * RESERVE;
    }
}
