package dev.clearway.lab.expect;

import dev.clearway.lab.measure.Measured;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a scenario must show.
 *
 * @param text in a sentence
 * @param ranges where each figure must lie, in the figures' order; at least one
 * @param varying counts that may differ from run to run, since they depend on which of two things is first on the wire
 */
public record Expectation(String text, Map<Figure, Range> ranges, Set<Figure> varying) {
    public Expectation {
        ranges = Collections.unmodifiableMap(new EnumMap<>(ranges));
        EnumSet<Figure> copy = EnumSet.noneOf(Figure.class);
        copy.addAll(varying);
        varying = Collections.unmodifiableSet(copy);
    }

    /** Each range beside what was measured. */
    public List<Check> check(Measured measured) {
        return ranges.entrySet().stream()
                .map(entry -> new Check(
                        entry.getKey(), entry.getValue(), entry.getKey().of(measured)))
                .toList();
    }

    /** The counts that must be the same in every run. */
    public List<Figure> steadyCounts() {
        return ranges.keySet().stream()
                .filter(figure -> figure.unit() == Figure.Unit.COUNT && !varying.contains(figure))
                .toList();
    }
}
