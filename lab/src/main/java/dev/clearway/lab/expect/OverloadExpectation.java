package dev.clearway.lab.expect;

import dev.clearway.lab.scenario.Overload;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

/**
 * What overload must show. Requests come at twice the capacity, so half as many as there are requests could be answered
 * while they come: that is what goodput is a share of.
 */
final class OverloadExpectation {
    /** The least goodput where the line refuses who cannot make it. */
    private static final double KEPT = 0.9;
    /** The most where it does not: the first wave, and later ones that were just in time. */
    private static final double LOST = 0.5;

    private OverloadExpectation() {}

    static Expectation of(Overload overload) {
        int requests = overload.requests();
        double capacity = requests / 2.0;
        // The first places are filled before anybody waits, whatever the rule; few requests show nothing else.
        double first = Math.min(requests, overload.limit());
        boolean kept = overload.line() == Overload.Line.REFUSES;
        Range succeeded = kept ? new Range(KEPT * capacity, requests) : new Range(0, Math.max(first, LOST * capacity));
        Map<Figure, Range> ranges = new EnumMap<>(Figure.class);
        ranges.put(Figure.SUCCEEDED, succeeded);
        ranges.put(Figure.FAILED, new Range(requests - succeeded.max(), requests - succeeded.min()));
        // Whoever is given up on the wire is reset, and servers close connections on which too many are.
        ranges.put(Figure.CONNECTIONS, kept ? Range.exactly(1) : Range.from(1));
        ranges.put(Figure.LONGEST_QUEUE, Range.upTo(overload.timeout().toMillis() / 1000.0 + 0.5));
        String text = kept
                ? "goodput at least " + Math.round(100 * KEPT) + " % of capacity: at least "
                        + Amount.plain(Math.ceil(succeeded.min())) + " of " + requests + " succeed"
                : "goodput at most " + Math.round(100 * LOST) + " % of capacity: at most "
                        + Amount.plain(Math.floor(succeeded.max())) + " of " + requests + " succeed";
        return new Expectation(
                text + "; " + Math.round(overload.rate()) + " a second come, " + Math.round(overload.capacity())
                        + " can be answered",
                ranges,
                EnumSet.of(Figure.SUCCEEDED, Figure.FAILED, Figure.CONNECTIONS));
    }
}
