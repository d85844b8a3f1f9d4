package dev.clearway.analysis.rules;

import dev.clearway.analysis.Format;
import dev.clearway.analysis.find.Case;
import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.Occupancy;
import dev.clearway.analysis.find.WaitFigures;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.Stall;
import dev.clearway.analysis.model.Target;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** Finds the requests of a pool that waited at a limit. */
final class Limits {
    /** Fewer waiting requests than this make no pattern. */
    private static final int FEWEST_FOR_A_PATTERN = 3;

    /** Shorter waits than this may be anything. */
    private static final long NOTICEABLE_MICROS = 5_000;

    private Limits() {}

    /**
     * Requests of one pool that waited at a limit.
     *
     * @param pool all requests of the pool that share the limit
     * @param waiting those that waited
     * @param waited how long each of them waited at the limit
     * @param limit how many there were to have; 0 if not known
     * @param certainty how sure it is that it was this limit
     * @param evidence what that rests on
     */
    record AtLimit(
            List<RequestLife> pool,
            List<RequestLife> waiting,
            ToLongFunction<RequestLife> waited,
            int limit,
            Certainty certainty,
            List<Evidence> evidence) {
        String origin() {
            return Target.of(pool.get(0).url()).origin();
        }

        WaitFigures figures() {
            return WaitFigures.of(
                    waiting.stream().map(life -> waited.applyAsLong(life)).toList());
        }
    }

    /**
     * The requests among {@code pool} that waited at the limit {@code named}, by the recorder's own word; or if it names no
     * limits, those whose wait of one of {@code unnamed} went with a number in flight that stood still.
     */
    static Optional<AtLimit> find(Case c, List<RequestLife> pool, Wait named, Wait... unnamed) {
        List<RequestLife> waiting = filter(pool, life -> life.waits().of(named) > 0);
        if (!waiting.isEmpty()) {
            return Optional.of(named(c, pool, waiting, named))
                    .filter(found -> found.figures().noticeable());
        }
        return pattern(pool, unnamed);
    }

    private static AtLimit named(Case c, List<RequestLife> pool, List<RequestLife> waiting, Wait named) {
        ToLongFunction<RequestLife> wait = life -> life.waits().of(named);
        List<Evidence> evidence = new ArrayList<>();
        long limit = 0;
        for (RequestLife life : waiting) {
            Stall stall = c.stall(named, life);
            if (stall != null) {
                limit = Math.max(limit, stall.limit());
                evidence.add(stall.evidence());
            }
        }
        Occupancy occupancy = Occupancy.of(pool, wait);
        long permitted =
                named == Wait.CONNECTION_LIMIT ? c.recording().browser().socketsPerGroup() : -1;
        int seen = limit > 0 ? (int) limit : permitted > 0 ? (int) permitted : occupancy.peak();
        evidence.add(
                0,
                Evidence.computed(to(pool) + waiting.size() + " requests waited; at most " + occupancy.peak()
                        + " were in flight at a time"));
        return new AtLimit(pool, waiting, wait, seen, Certainty.PROVED, evidence);
    }

    private static Optional<AtLimit> pattern(List<RequestLife> pool, Wait... kinds) {
        ToLongFunction<RequestLife> wait = life -> sum(life, kinds);
        List<RequestLife> waiting = filter(pool, life -> wait.applyAsLong(life) >= NOTICEABLE_MICROS);
        WaitFigures figures = WaitFigures.of(
                waiting.stream().map(life -> wait.applyAsLong(life)).toList());
        Occupancy occupancy = Occupancy.of(pool, wait);
        if (waiting.size() < FEWEST_FOR_A_PATTERN || !figures.noticeable()) {
            return Optional.empty();
        }
        if (occupancy.limited()) {
            Evidence still = Evidence.computed(to(pool) + "for " + Math.round(occupancy.share() * 100)
                    + " % of the time that requests waited " + occupancy.level()
                    + " others were in flight, and hardly ever more");
            return Optional.of(new AtLimit(pool, waiting, wait, occupancy.level(), Certainty.LIKELY, List.of(still)));
        }
        if (occupancy.capped()) {
            Evidence never = Evidence.computed(to(pool) + "no more than " + occupancy.cap()
                    + " were in flight at a time, although many more were waiting");
            return Optional.of(new AtLimit(pool, waiting, wait, occupancy.cap(), Certainty.POSSIBLE, List.of(never)));
        }
        return Optional.empty();
    }

    /** Of whom something is said that follows from the requests of {@code pool}. */
    static String to(List<RequestLife> pool) {
        return Format.authority(Target.of(pool.get(0).url()).origin()) + ": ";
    }

    private static long sum(RequestLife life, Wait... kinds) {
        long sum = 0;
        for (Wait kind : kinds) {
            sum += life.waits().of(kind);
        }
        return sum;
    }

    static List<RequestLife> filter(List<RequestLife> requests, Predicate<RequestLife> which) {
        return requests.stream().filter(which).toList();
    }
}
