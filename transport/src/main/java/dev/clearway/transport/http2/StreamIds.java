package dev.clearway.transport.http2;

/** The stream identifiers of one connection (RFC 9113, section 5.1.1): odd, rising, used up after 2^30 streams. Confined to its event loop. */
final class StreamIds {
    /** Streams kept for exchanges that were granted a place before the pool learns that the ids run out. */
    static final int RESERVE = 20_000;

    /** The first id of a connection; tests start near the end. */
    static int first = 1;

    private int next = first;

    /** The next id; negative when there is none left. */
    int take() {
        int id = next;
        next += 2;
        return id;
    }

    /** Whether the connection should take no more exchanges than those on their way to it. */
    boolean nearlySpent() {
        return next < 0 || next > Integer.MAX_VALUE - 2 * RESERVE;
    }
}
