package dev.clearway.analysis.find;

import dev.clearway.journal.RequestLife;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * How many requests of one pool were in flight at a time, and how many while others waited.
 *
 * <p>This is how a limit shows where the recorder does not name it: a request in flight holds a connection or a stream from
 * when it stopped waiting until it ended, and if all the while that others waited the number of holders stood at one
 * figure and never above, then that figure is the limit. Anything else that delays requests (a busy browser, a slow
 * network) leaves the number free to move.
 */
public final class Occupancy {
    /** The number of holders may dip for a moment between one request's end and the next one's start. */
    private static final double MOST_OF_THE_TIME = 0.8;

    /** Recorders round, and some overlap the end of one exchange with the start of the next. */
    private static final double HARDLY_EVER = 0.12;

    /** A number that was reached for less of the time than this was passed by chance. */
    private static final double REACHED = 0.1;

    private final int peak;
    private final int mostWaiting;
    private final long waited;
    private final Map<Integer, Long> waitedAt;

    private Occupancy(int peak, int mostWaiting, long waited, Map<Integer, Long> waitedAt) {
        this.peak = peak;
        this.mostWaiting = mostWaiting;
        this.waited = waited;
        this.waitedAt = waitedAt;
    }

    /** A change of the numbers at a moment. */
    private record Step(long micros, int holders, int waiters) {}

    /**
     * Of {@code pool}, whose requests waited for {@code wait} microseconds each right before they were granted a place.
     * Requests that are not dated are left out.
     */
    public static Occupancy of(Collection<RequestLife> pool, ToLongFunction<RequestLife> wait) {
        List<Step> steps = new ArrayList<>(4 * pool.size());
        for (RequestLife life : pool) {
            if (life.dated()) {
                add(steps, life.grantedMicros(), life.doneMicros(), 1, 0);
                add(steps, life.grantedMicros() - wait.applyAsLong(life), life.grantedMicros(), 0, 1);
            }
        }
        // At one moment ends come first: a place that is handed on is never held twice.
        steps.sort(Comparator.comparingLong(Step::micros).thenComparingInt(step -> step.holders + step.waiters));
        return sweep(steps);
    }

    private static void add(List<Step> steps, long from, long to, int holders, int waiters) {
        if (to > from) {
            steps.add(new Step(from, holders, waiters));
            steps.add(new Step(to, -holders, -waiters));
        }
    }

    private static Occupancy sweep(List<Step> steps) {
        Map<Integer, Long> waitedAt = new TreeMap<>();
        long waited = 0;
        long last = 0;
        int holders = 0;
        int waiters = 0;
        int peak = 0;
        int mostWaiting = 0;
        for (Step step : steps) {
            long time = waiters * (step.micros() - last);
            if (time > 0) {
                waitedAt.merge(holders, time, Long::sum);
                waited += time;
            }
            last = step.micros();
            holders += step.holders();
            waiters += step.waiters();
            peak = Math.max(peak, holders);
            mostWaiting = Math.max(mostWaiting, waiters);
        }
        return new Occupancy(peak, mostWaiting, waited, waitedAt);
    }

    /** The most that were in flight at a time. */
    public int peak() {
        return peak;
    }

    /** The number at which the holders stood for most of the time that others waited; 0 if nobody waited. */
    public int level() {
        return waitedAt.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(0);
    }

    /** The share of the waiting time during which the holders stood at {@link #level()}; one below counts half. */
    public double share() {
        int level = level();
        double at = waitedAt.getOrDefault(level, 0L) + waitedAt.getOrDefault(level - 1, 0L) / 2.0;
        return waited == 0 ? 0 : at / waited;
    }

    /** Whether {@link #level()} is a limit: the holders stood there while others waited, and hardly ever above. */
    public boolean limited() {
        int level = level();
        long above = waitedAt.entrySet().stream()
                .filter(at -> at.getKey() > level)
                .mapToLong(Map.Entry::getValue)
                .sum();
        return level > 0 && share() >= MOST_OF_THE_TIME && above <= waited * HARDLY_EVER;
    }

    /** The highest number of holders that stood for a noticeable part of the time that others waited. */
    public int cap() {
        return waitedAt.entrySet().stream()
                .filter(at -> at.getValue() >= REACHED * waited)
                .mapToInt(Map.Entry::getKey)
                .max()
                .orElse(0);
    }

    /**
     * Whether {@link #cap()} may be a limit although the holders did not stand there most of the time: never were there
     * more, and yet at least twice as many more were waiting. Exchanges that are short beside the pauses between them
     * look like this.
     */
    public boolean capped() {
        int cap = cap();
        return cap > 0 && peak <= cap + 1 && mostWaiting >= 2 * cap;
    }
}
