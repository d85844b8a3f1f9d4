package dev.clearway.analysis.whatif;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the browser and the network needed besides the exchanges themselves.
 *
 * @param firstUses when each connection carried its first exchange, the earliest first: microseconds since 1970; empty if
 *     connections are not told apart
 * @param opening how long it took to open a connection, in the middle of all: microseconds
 * @param handover how long a place stayed empty between an exchange and that of a request that had been waiting for it, on
 *     average: microseconds
 */
record Overheads(List<Long> firstUses, long opening, long handover) {

    /** As measured in {@code loads}, which share {@code places} places. */
    static Overheads of(List<Load> loads, int places) {
        List<Load> byStart = new ArrayList<>(loads);
        byStart.sort(Comparator.comparingLong(Load::start));
        Set<String> known = new LinkedHashSet<>();
        List<Long> firstUses = new ArrayList<>();
        for (Load load : byStart) {
            if (!load.connection().isEmpty() && known.add(load.connection())) {
                firstUses.add(load.start());
            }
        }
        List<Long> openings = loads.stream()
                .map(Load::opening)
                .filter(opening -> opening > 0)
                .sorted()
                .toList();
        long opening = openings.isEmpty() ? 0 : openings.get(openings.size() / 2);
        boolean oneEach = known.size() > 1;
        return new Overheads(
                List.copyOf(firstUses), opening, oneEach ? handover(byStart) : handoverOfAny(byStart, places));
    }

    private static long handover(List<Load> byStart) {
        Map<String, Long> lastEnd = new HashMap<>();
        List<Long> gaps = new ArrayList<>();
        for (Load load : byStart) {
            Long before = load.connection().isEmpty() ? null : lastEnd.put(load.connection(), load.end());
            if (before != null && load.ready() <= before && load.opening() == 0) {
                gaps.add(Math.max(0, load.start() - before));
            }
        }
        return mean(gaps);
    }

    /** Where places have no names: a request takes the one that was given back last. */
    private static long handoverOfAny(List<Load> byStart, int places) {
        TreeMap<Long, Integer> free = new TreeMap<>();
        List<Long> gaps = new ArrayList<>();
        int taken = 0;
        for (Load load : byStart) {
            Long before = taken < places ? null : free.floorKey(load.start());
            if (before != null) {
                free.merge(before, -1, Overheads::sumOrNothing);
                if (load.ready() <= before) {
                    gaps.add(load.start() - before);
                }
            }
            taken++;
            free.merge(load.end(), 1, Overheads::sumOrNothing);
        }
        return mean(gaps);
    }

    @SuppressWarnings("NullAway") // Map.merge takes null for "remove"
    private static Integer sumOrNothing(Integer one, Integer other) {
        return one + other == 0 ? null : one + other;
    }

    private static long mean(List<Long> gaps) {
        return Math.round(gaps.stream().mapToLong(Long::longValue).average().orElse(0));
    }

    /** When the connection {@code index} can carry an exchange if it is asked for at {@code asked}. */
    long usable(int index, long asked) {
        return index < firstUses.size() ? Math.max(asked, firstUses.get(index)) : asked + opening;
    }

    /** The same for {@code places} places on one connection, which all are there once it is open. */
    Overheads onOne(int places) {
        List<Long> open = firstUses.isEmpty() ? List.of() : Collections.nCopies(places, firstUses.get(0));
        return new Overheads(open, 0, handover);
    }
}
