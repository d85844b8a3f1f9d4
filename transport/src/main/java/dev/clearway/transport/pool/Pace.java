package dev.clearway.transport.pool;

/**
 * How fast things go: what a handshake takes, and how many requests came, ended and held places while the last one would
 * have lasted. Answers the two questions that growth has: how many of those who wait will have a place within a handshake's
 * time without a new connection, and how many requests a place serves in that time.
 *
 * <p>Both follow from what was seen, by Little's law: ends over the time for which places were held, those that are still
 * held included, so that requests which take long are noticed before they end. And no more is believed than twice as many
 * ends as there were: what one request took says little of the next ones, unless many took it. On a pool that has seen no
 * request end of late, nobody will have a place, and a place serves one request. A line that is merely passed on from one
 * to the next, since as many come as go, is not gone.
 */
final class Pace {
    /** One over the weight of a new sample. */
    private static final int SMOOTHING = 8;
    /** How many more ends than were seen may be expected. */
    private static final double TRUST = 2;
    /** The part of a handshake's time, one over so many, that has to be seen before its like is expected. */
    static final int LEAST_SEEN = 4;

    private long handshakeNanos;
    /** When the present window began: it and the one before are as long as a handshake. */
    private long windowNanos;
    /** Whether there was a window before. */
    private boolean before;
    /** Until when held places are counted. */
    private long countedNanos;

    private long came;
    private long cameBefore;
    private long ended;
    private long endedBefore;
    /** Nanoseconds for which places were held, summed over the places. */
    private double held;

    private double heldBefore;

    /** What a handshake takes; 0 before one was seen. A faster one counts at once, slower ones by and by: one that hung does not keep the pool from growing for long. */
    long handshakeNanos() {
        return handshakeNanos;
    }

    /** A connection came up. */
    void connected(long nanos, long nowNanos) {
        long tookNanos = Math.max(0, nanos);
        if (handshakeNanos != 0 && tookNanos >= handshakeNanos) {
            handshakeNanos += (tookNanos - handshakeNanos) / SMOOTHING;
            return;
        }
        // The windows are of another length from here on, and what was counted in the old ones says nothing of these.
        handshakeNanos = tookNanos;
        windowNanos = nowNanos;
        countedNanos = nowNanos;
        before = false;
        came = 0;
        cameBefore = 0;
        ended = 0;
        endedBefore = 0;
        held = 0;
        heldBefore = 0;
    }

    /** A request came, while so many places were held. */
    void came(int active, long nowNanos) {
        roll(active, nowNanos);
        came++;
    }

    /** A request ended that held one of so many places. */
    void ended(int active, long nowNanos) {
        roll(active, nowNanos);
        ended++;
    }

    /**
     * How many requests a place serves in a handshake's time; below 1, down to 0, where that is longer than requests take or
     * nothing is known.
     *
     * @param active places that are held now
     * @param places how many of them it is asked for: with more of them, more ends would have to be believed in
     */
    double each(int active, long places, long nowNanos) {
        roll(active, nowNanos);
        double share = shareBefore(nowNanos);
        double ends = ended + endedBefore * share;
        double placeNanos = held + heldBefore * share;
        if (ends == 0 || placeNanos == 0) {
            return 0;
        }
        return Math.min(ends * length() / placeNanos, TRUST * ends * scale(share, nowNanos) / places);
    }

    /** How many of that many waiters will have a place within a handshake's time without a new connection, where so many places serve so many each. */
    int served(int waiting, int active, double each, long nowNanos) {
        double share = shareBefore(nowNanos);
        double coming = (came + cameBefore * share) * scale(share, nowNanos);
        return (int) Math.max(0, Math.min(waiting, active * each - coming));
    }

    private long length() {
        return Math.max(1, handshakeNanos);
    }

    /** How much of the window before is still looked at. */
    private double shareBefore(long nowNanos) {
        return before ? Math.max(0, 1 - (double) (nowNanos - windowNanos) / length()) : 0;
    }

    /** What makes a number of what was seen one of a handshake's time. */
    private double scale(double share, long nowNanos) {
        double seen = nowNanos - windowNanos + share * length();
        return length() / Math.max(seen, (double) length() / LEAST_SEEN);
    }

    /** Counts the places that were held until now, and moves the windows on, so that the present one has not yet lasted a handshake. */
    private void roll(int active, long nowNanos) {
        long now = nowNanos - countedNanos > 0 ? nowNanos : countedNanos;
        long end = windowNanos + length();
        if (now - end < 0) {
            held += (double) active * (now - countedNanos);
            countedNanos = now;
            return;
        }
        boolean next = now - end < length();
        long began = now - (now - windowNanos) % length();
        heldBefore = next ? held + (double) active * (end - countedNanos) : (double) active * length();
        held = (double) active * (now - began);
        cameBefore = next ? came : 0;
        endedBefore = next ? ended : 0;
        came = 0;
        ended = 0;
        before = true;
        windowNanos = began;
        countedNanos = now;
    }
}
