package dev.clearway.transport.pool;

/**
 * How long connections are kept.
 *
 * @param idleNanos how long one without requests stays open, above 0; {@link Pool#NEVER} for ever
 * @param ageNanos how old one may become before it is given no new requests, above 0; {@link Pool#NEVER} for no limit. Each
 *     connection's own limit is up to a fifth shorter, so that those opened together do not end together
 */
public record Upkeep(long idleNanos, long ageNanos) {
    /** The part of the age limit by which limits differ: a fifth of it. */
    private static final int JITTER = 5;

    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    public Upkeep {
        idleNanos = Alarm.bounded(idleNanos);
        ageNanos = Alarm.bounded(ageNanos);
    }

    /** The age limit of the connection with that number. */
    long ageNanos(long connection) {
        if (ageNanos == Pool.NEVER) {
            return Pool.NEVER;
        }
        return ageNanos - (long) (drawn(connection) * ageNanos / JITTER);
    }

    /** A number from 0 to below 1 for each connection that looks drawn and is the same in each run. */
    static double drawn(long connection) {
        return ((connection * GOLDEN) >>> 11) * 0x1p-53;
    }
}
