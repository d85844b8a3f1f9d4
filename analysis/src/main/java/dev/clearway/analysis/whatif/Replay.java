package dev.clearway.analysis.whatif;

import dev.clearway.journal.RequestLife;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sends measured requests once more, on paper: the more important first, among equals the one that was ready first. */
final class Replay {
    /** A request that became ready this soon after an answer may have been found in it. */
    private static final long FOLLOWS_MICROS = 25_000;

    /**
     * How it went.
     *
     * @param busyMicros for how long at least one request was ready and not yet ended
     * @param waitedMicros how long all of them waited for a place, together
     */
    record Outcome(long busyMicros, long waitedMicros) {}

    private final List<Load> loads = new ArrayList<>();
    private final Overheads overheads;
    private final Outcome measured;

    /** Of the requests of {@code pool} that are dated and were answered, which shared {@code places} places. */
    Replay(Collection<RequestLife> pool, int places) {
        for (RequestLife life : pool) {
            if (life.dated() && life.timings().firstByte() >= 0 && life.status() > 0) {
                loads.add(Load.of(life));
            }
        }
        loads.sort(Comparator.comparingLong(Load::ready));
        overheads = Overheads.of(loads, places);
        Tally real = new Tally();
        loads.forEach(load -> real.add(load.ready(), load.start(), load.end()));
        measured = real.outcome();
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
        return new Places(connections, overheads).serve(loads);
    }

    /** With {@code streams} places on one connection. */
    Outcome streams(int streams) {
        return new Places(streams, overheads.onOne(streams)).serve(loads);
    }

    /**
     * With one connection that carries all: each waits for nothing but the opening of it, and the browser's scheduler has
     * no reason to hold any back.
     */
    Outcome multiplexed() {
        Tally tally = new Tally();
        long open = open();
        for (Load load : loads) {
            long start = Math.max(load.unheld(), open);
            tally.add(load.unheld(), start, start + load.exchange());
        }
        return tally.outcome();
    }

    /**
     * The same, and a request that became ready right after an answer becomes ready right after it here too. Some of them
     * would have come when they came in any case, so this is the most that can be gained.
     */
    Outcome followed() {
        List<Load> byEnd = new ArrayList<>(loads);
        byEnd.sort(Comparator.comparingLong(Load::end));
        Map<Load, Long> ends = new HashMap<>();
        Tally tally = new Tally();
        long open = open();
        int ended = 0;
        for (Load load : loads) {
            while (ended < byEnd.size() && byEnd.get(ended).end() <= load.ready()) {
                ended++;
            }
            Load cause = ended == 0 ? null : byEnd.get(ended - 1);
            long ready = load.unheld();
            if (cause != null && ends.containsKey(cause) && load.unheld() - cause.end() <= FOLLOWS_MICROS) {
                ready = Math.min(ready, ends.get(cause) + Math.max(0, load.unheld() - cause.end()));
            }
            long start = Math.max(ready, open);
            ends.put(load, start + load.exchange());
            tally.add(ready, start, start + load.exchange());
        }
        return tally.outcome();
    }

    private long open() {
        return overheads.usable(0, loads.get(0).ready());
    }

    /** Adds requests up. Their order does not matter: intervals are joined at the end. */
    static final class Tally {
        private final List<long[]> intervals = new ArrayList<>();
        private long waited;

        void add(long ready, long start, long end) {
            intervals.add(new long[] {ready, end});
            waited += Math.max(0, start - ready);
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
