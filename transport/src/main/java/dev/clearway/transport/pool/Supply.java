package dev.clearway.transport.pool;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.WaitReason;
import org.jspecify.annotations.Nullable;

/**
 * What a new connection to the origin is expected to bring, from what earlier ones brought, and how many are to be
 * opened for those who wait. The arithmetic: connections wanted = ceil((in flight + waiting) ÷ places each), of which
 * those that are open have given what they have, so that what is missing is the waiters less the places that come with
 * the connections being opened, divided by the places each.
 */
final class Supply {
    /** Draining connections beside a full set of open ones, at least; a pool with a higher ceiling may have as many as that. */
    private static final int DRAINING = 16;

    private static final int UNKNOWN = -1;

    /** RFC 9113, section 6.5.2 recommends to allow no fewer, and most servers allow as many. */
    private static final int USUAL_STREAMS = 100;

    /** The shortest time after which growth is looked at again. */
    private static final long LEAST_PAUSE_NANOS = 1_000_000;

    /** The part of a handshake's time, one over so many, for which a cold start is held back, and after which growth is looked at again. */
    private static final int RAMP = 8;

    private final Limits limits;
    private final Connections connections;
    private final Pace pace;
    private @Nullable Protocol protocol;
    /** Streams that the peer last allowed on a connection; 0 only if it never allowed any. */
    private int streams = UNKNOWN;
    /** When the first connection said so. */
    private long knownNanos;
    /** While attempts fail there is one at a time, and pauses between them. */
    private final BackOff backOff = new BackOff();

    Supply(Need need, Limits limits, Connections connections, Pace pace) {
        this.limits = limits;
        this.connections = connections;
        this.pace = pace;
        this.protocol = switch (need) {
            case HTTP_1_1 -> Protocol.HTTP_1_1;
            case HTTP_2 -> Protocol.HTTP_2;
            case NEGOTIATED -> null;
        };
    }

    Connections connections() {
        return connections;
    }

    /** A connection came up. Returns how many places it has until it says otherwise. */
    int connected(Protocol spoken) {
        protocol = spoken;
        if (spoken == Protocol.HTTP_1_1) {
            backOff.succeeded();
            return 1;
        }
        return streams == UNKNOWN ? 1 : streams;
    }

    /** An attempt failed, or a connection closed before its limit was known. */
    void failed(PooledConnection connection, long nowNanos) {
        backOff.failed(connection, nowNanos);
    }

    /** How long no connection is opened yet, because attempts have failed; 0 or less when one may be. */
    long pausesNanos(long nowNanos) {
        return backOff.leftNanos(nowNanos);
    }

    /**
     * A connection said how many streams it carries. A peer that allows none on one connection is taken at its word
     * there, but the others may still be what they were: 0 does not replace a number.
     */
    void limit(int value, long nowNanos) {
        backOff.succeeded();
        if (streams == UNKNOWN) {
            knownNanos = nowNanos;
        }
        if (value > 0 || streams == UNKNOWN) {
            streams = value;
        }
    }

    /** How many requests at once the pool can come to carry on connections of a protocol; with the usual number of streams where the peer never said how many. */
    int concurrency(Protocol of) {
        long places = of == Protocol.HTTP_1_1 ? 1 : streams < 1 ? USUAL_STREAMS : streams;
        return (int) Math.min(limits.concurrentRequests(), ceiling(of) * places);
    }

    /** The most open connections of a protocol. */
    int ceiling(Protocol of) {
        if (of == Protocol.HTTP_1_1) {
            return limits.http1Connections();
        }
        return limits.growth() == Growth.SINGLE ? 1 : limits.http2Connections();
    }

    /** The connection for a request that comes when nobody waits: the oldest with room, or one as good on the caller's loop; {@code null} if none has room. */
    @Nullable
    PooledConnection choose(@Nullable Object loop) {
        PooledConnection oldest = connections.oldestWithRoom();
        if (loop == null || oldest == null || oldest.loop() == loop) {
            return oldest;
        }
        long needed = ceilDiv(connections.active() + 1L, Math.max(1, placesEach()));
        PooledConnection near = connections.withRoomOn(loop, needed + 1);
        return near == null ? oldest : near;
    }

    /** Why requests wait that could be sent if there were places for them. */
    WaitReason reason(long nowNanos) {
        boolean limitAwaited = streams == UNKNOWN && connections.open(Protocol.HTTP_2) > 0;
        boolean pausing = connections.open() == 0 && pausesNanos(nowNanos) > 0;
        if (connections.connecting() > 0 || limitAwaited || pausing) {
            return WaitReason.CONNECTING;
        }
        if (connections.open() == 0) {
            return connections.draining() > 0 ? WaitReason.DRAINING : WaitReason.CONNECTION_LIMIT;
        }
        return protocol == Protocol.HTTP_1_1 ? WaitReason.CONNECTION_LIMIT : WaitReason.STREAM_LIMIT;
    }

    /**
     * Opens the connections that are missing. Where requests are so short that a place serves many in a handshake's time,
     * that is how much a new connection brings; where those that there are will serve the line by then, none is missing.
     *
     * @param waiting requests that could be sent if there were places for them
     * @return how long after now this is to be asked again, if the line still stands; 0 if there is no need to
     */
    long grow(int waiting, long nowNanos, Effects effects) {
        int places = Math.max(1, placesEach());
        int missing = pausesNanos(nowNanos) > 0 ? 0 : missing(waiting, places);
        if (missing == 0) {
            return 0;
        }
        int active = connections.activeOnOpen();
        double each = pace.each(active, Math.max(active, places), nowNanos);
        int served = pace.served(waiting, active, each, nowNanos);
        int wanted = ramp(missing(waiting - served, places * Math.max(1, each)), nowNanos);
        for (int i = 0; i < wanted && effects.mayOpen(); i++) {
            connections.add(effects.open(), nowNanos);
        }
        return wanted < missing ? Math.max(LEAST_PAUSE_NANOS, pace.handshakeNanos() / RAMP) : 0;
    }

    /**
     * A cold start is no storm: in the first eighth of a handshake's time after the origin's limit became known, before there
     * is anything to judge by, connections double at most. By then short requests have ended, and it is known how few
     * connections serve them.
     */
    private int ramp(int wanted, long nowNanos) {
        boolean judged = nowNanos - knownNanos >= pace.handshakeNanos() / RAMP;
        if (streams == UNKNOWN || judged) {
            return wanted;
        }
        return Math.max(0, Math.min(wanted, Math.max(1, connections.open(Protocol.HTTP_2)) - connections.connecting()));
    }

    /** Connections to open for so many, if each brings room for so many more. */
    private int missing(int waiting, double brings) {
        if (waiting <= 0) {
            return 0;
        }
        int underWay = connections.connecting();
        int there = underWay + (protocol == null ? 0 : connections.open(protocol));
        // Where it is not known what a connection brings, one has to tell.
        long missing = placesEach() < 1 ? 1L - there : (long) Math.ceil(waiting / brings - underWay);
        return (int) Math.max(0, Math.min(missing, permitted(underWay, there)));
    }

    /** Places on a connection that is yet to come; below 1 where that is not known, or where the peer allows none. */
    private int placesEach() {
        if (protocol == null) {
            return UNKNOWN;
        }
        return protocol == Protocol.HTTP_1_1 ? 1 : streams;
    }

    private long permitted(int underWay, int there) {
        boolean http2 = protocol != Protocol.HTTP_1_1;
        long ceiling = ceiling(http2 ? Protocol.HTTP_2 : Protocol.HTTP_1_1);
        long withDraining = ceiling + Math.max(ceiling, DRAINING) - connections.draining();
        long permitted = Math.min(ceiling, withDraining) - there;
        boolean serial = backOff.isFailing() || (http2 && limits.growth() == Growth.ONE_AT_A_TIME);
        return serial ? Math.min(permitted, 1 - underWay) : permitted;
    }

    private static long ceilDiv(long dividend, long divisor) {
        return -Math.floorDiv(-dividend, divisor);
    }
}
