package dev.clearway.analysis.find;

import java.util.Arrays;
import java.util.Collection;

/**
 * How long requests waited, in microseconds.
 *
 * @param count how many of them waited at all
 * @param sum together
 * @param longest the one that waited longest
 * @param median of those that waited
 */
public record WaitFigures(int count, long sum, long longest, long median) {
    /** Nobody waited. */
    public static final WaitFigures NONE = new WaitFigures(0, 0, 0, 0);

    /** Of single waits; those that are not above zero are left out. */
    public static WaitFigures of(Collection<Long> micros) {
        long[] waits = micros.stream()
                .mapToLong(Long::longValue)
                .filter(w -> w > 0)
                .sorted()
                .toArray();
        return waits.length == 0
                ? NONE
                : new WaitFigures(
                        waits.length, Arrays.stream(waits).sum(), waits[waits.length - 1], waits[waits.length / 2]);
    }

    /** Whether it is worth telling: a few requests, and as much time as a person notices. */
    public boolean noticeable() {
        return count >= 2 && sum >= 50_000;
    }
}
