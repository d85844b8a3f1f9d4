package dev.clearway.transport.pool;

/**
 * How long connections are kept.
 *
 * @param idleNanos how long one without requests stays open, above 0; {@link Pool#NEVER} for ever
 * @param ageNanos how old one may become before it is given no new requests, above 0; {@link Pool#NEVER} for no limit. Each
 *     connection's own limit is up to a fifth shorter, so that those opened together do not end together
 * @param downgradedNanos as {@code ageNanos}, for one that speaks HTTP/1.1 although HTTP/2 was offered: its successor offers it again
 */
public record Upkeep(long idleNanos, long ageNanos, long downgradedNanos) {
    /** The part of the age limit by which limits differ: a fifth of it. */
    private static final int JITTER = 5;

    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    public Upkeep {
        idleNanos = Alarm.bounded(idleNanos);
        ageNanos = Alarm.bounded(ageNanos);
        downgradedNanos = Alarm.bounded(downgradedNanos);
    }

    /** The same for all protocols. */
    Upkeep(long idleNanos, long ageNanos) {
        this(idleNanos, ageNanos, Pool.NEVER);
    }

    /** The age limit of the connection with that number. */
    long ageNanos(long connection) {
        return shortened(ageNanos, connection);
    }

    /** The age limit of the connection with that number where it is downgraded. */
    long downgradedNanos(long connection) {
        return shortened(Math.min(ageNanos, downgradedNanos), connection);
    }

    private static long shortened(long limit, long connection) {
        return limit == Pool.NEVER ? limit : limit - (long) (drawn(connection) * limit / JITTER);
    }

    /** A number from 0 to below 1 for each connection that looks drawn and is the same in each run. */
    static double drawn(long connection) {
        return ((connection * GOLDEN) >>> 11) * 0x1p-53;
    }
}
