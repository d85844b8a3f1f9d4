package dev.clearway.analysis.whatif;

import dev.clearway.analysis.find.Case;
import dev.clearway.analysis.rules.LimitedPool;
import dev.clearway.analysis.rules.LimitedPools;
import java.util.Comparator;
import java.util.List;

/**
 * The requests of one pool that met a limit, as they were and as they would have been. What is compared is for how long at
 * least one of them was under way: from ready to ended, pauses left out; microseconds. Each answer is taken to need as long
 * as it did: a server or a line that is at its end would not give more of them at a time any sooner.
 *
 * @param origin whom the requests led to
 * @param requests how many there were
 * @param limit how many places there were
 * @param streams whether the places were streams; connections otherwise
 * @param measured how long it took
 * @param modelled how long the model says that it took, with the limit as it was
 * @param unlimited how long it would have taken over one connection without a limit
 * @param followed the same, if requests that became ready right after an answer had only been waiting for it
 * @param doubled how long it would have taken with twice the limit
 * @param waitMeasured how long the requests waited for a place, together
 * @param waitUnlimited the same over one connection without a limit
 */
public record WhatIf(
        String origin,
        int requests,
        int limit,
        boolean streams,
        long measured,
        long modelled,
        long unlimited,
        long followed,
        long doubled,
        long waitMeasured,
        long waitUnlimited) {

    private static final int FEWEST = 3;

    /** How far the model is off with the limit as it was: 0.1 if it says a tenth more than was measured. */
    public double error() {
        return measured == 0 ? 0 : (double) (modelled - measured) / measured;
    }

    /** Of every pool of {@code c} whose requests waited at a limit: those with the most requests first. */
    public static List<WhatIf> of(Case c) {
        return LimitedPools.of(c).stream()
                .filter(pool -> pool.limit() > 0)
                .map(WhatIf::of)
                .filter(whatIf -> whatIf.requests >= FEWEST)
                .sorted(Comparator.comparingInt(WhatIf::requests).reversed())
                .toList();
    }

    private static WhatIf of(LimitedPool pool) {
        Replay replay = new Replay(pool.requests(), pool.limit());
        if (replay.size() < FEWEST) {
            return new WhatIf(pool.origin(), replay.size(), pool.limit(), pool.streams(), 0, 0, 0, 0, 0, 0, 0);
        }
        int limit = pool.limit();
        Replay.Outcome measured = replay.measured();
        Replay.Outcome modelled = pool.streams() ? replay.streams(limit) : replay.connections(limit);
        Replay.Outcome doubled = pool.streams() ? replay.streams(2 * limit) : replay.connections(2 * limit);
        Replay.Outcome unlimited = replay.multiplexed();
        return new WhatIf(
                pool.origin(),
                replay.size(),
                limit,
                pool.streams(),
                measured.busyMicros(),
                modelled.busyMicros(),
                unlimited.busyMicros(),
                Math.min(unlimited.busyMicros(), replay.followed().busyMicros()),
                doubled.busyMicros(),
                measured.waitedMicros(),
                unlimited.waitedMicros());
    }
}
