package dev.clearway.analysis.whatif;

import dev.clearway.journal.RequestLife;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Sends measured requests once more, on paper: first ready, first served. */
final class Replay {
    /**
     * One request.
     *
     * @param ready when it had passed the browser's own queues: microseconds since 1970
     * @param exchange how long its exchange took
     */
    private record Load(long ready, long exchange) {}

    /**
     * How it went.
     *
     * @param busyMicros for how long at least one request was ready and not yet ended
     * @param waitedMicros how long all of them waited for a place, together
     */
    record Outcome(long busyMicros, long waitedMicros) {}

    private final List<Load> loads = new ArrayList<>();
    private final long openingMicros;
    private final Outcome measured;

    /** Of the requests of {@code pool} that are dated and were answered. */
    Replay(Collection<RequestLife> pool) {
        List<Long> openings = new ArrayList<>();
        Tally real = new Tally();
        for (RequestLife life : pool) {
            if (life.dated() && life.timings().firstByte() >= 0) {
                long network = life.waits().network();
                long ready = life.grantedMicros() - network;
                loads.add(new Load(ready, life.timings().exchange()));
                real.add(ready, life.grantedMicros(), life.doneMicros());
                if (life.timings().opening() > 0) {
                    openings.add(life.timings().opening());
                }
            }
        }
        loads.sort(Comparator.comparingLong(Load::ready));
        measured = real.outcome();
        openings.sort(null);
        openingMicros = openings.isEmpty() ? 0 : openings.get(openings.size() / 2);
    }

    int size() {
        return loads.size();
    }

    /** How it really went. */
    Outcome measured() {
        return measured;
    }

    /** With {@code connections} connections of one exchange at a time, each opened when it is first needed. */
    Outcome connections(int connections) {
        return places(connections, openingMicros);
    }

    /** With {@code streams} places on one connection that is open. */
    Outcome streams(int streams) {
        return places(streams, 0);
    }

    private Outcome places(int places, long openingEach) {
        PriorityQueue<Long> free = new PriorityQueue<>();
        int opened = 0;
        Tally tally = new Tally();
        for (Load load : loads) {
            long start = load.ready();
            boolean idle = !free.isEmpty() && free.peek() <= load.ready();
            if (idle || opened == places) {
                start = Math.max(load.ready(), free.remove());
            } else {
                opened++;
                start += openingEach;
            }
            free.add(start + load.exchange());
            tally.add(load.ready(), start, start + load.exchange());
        }
        return tally.outcome();
    }

    /** With one connection that carries all: each waits for nothing but the opening of it. */
    Outcome multiplexed() {
        long open = loads.get(0).ready() + openingMicros;
        Tally tally = new Tally();
        for (Load load : loads) {
            long start = Math.max(load.ready(), open);
            tally.add(load.ready(), start, start + load.exchange());
        }
        return tally.outcome();
    }

    /** Adds requests up. Their order does not matter: intervals are joined at the end. */
    private static final class Tally {
        private final List<long[]> intervals = new ArrayList<>();
        private long waited;

        void add(long ready, long start, long end) {
            intervals.add(new long[] {ready, end});
            waited += start - ready;
        }

        Outcome outcome() {
            intervals.sort(Comparator.comparingLong(interval -> interval[0]));
            long busy = 0;
            long until = Long.MIN_VALUE;
            for (long[] interval : intervals) {
                busy += Math.max(0, interval[1] - Math.max(until, interval[0]));
                until = Math.max(until, interval[1]);
            }
            return new Outcome(busy, waited);
        }
    }
}
