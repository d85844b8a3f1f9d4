package dev.clearway.lab.chaos;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a chaos found.
 *
 * @param plan what it was to be
 * @param sent requests that were sent: all, unless it was stopped
 * @param seconds from the first request to the last one's end
 * @param counts how often each thing happened
 * @param failures failed requests by type and delivery
 * @param connections what became of connections, by protocol and cause
 * @param wrongRequests requests of which something does not hold
 * @param violations the first of those, with their histories
 * @param objections what does not hold and has no request's number
 * @param buffersWatched whether buffers that are not given back would have been found
 */
public record ChaosReport(
        ChaosPlan plan,
        int sent,
        double seconds,
        Map<Happening, Long> counts,
        Map<String, Long> failures,
        Map<String, Long> connections,
        long wrongRequests,
        List<Violation> violations,
        List<String> objections,
        boolean buffersWatched) {
    /** As many violations are told with their histories. */
    static final int MOST_VIOLATIONS = 50;

    public ChaosReport {
        counts = counts.isEmpty() ? new EnumMap<>(Happening.class) : new EnumMap<>(counts);
        failures = new TreeMap<>(failures);
        connections = new TreeMap<>(connections);
        violations = List.copyOf(violations);
        objections = List.copyOf(objections);
    }

    /** Whether every rule held, for every request and in the end. */
    public boolean holds() {
        return wrongRequests == 0 && objections.isEmpty();
    }

    /** How often it happened. */
    public long counted(Happening what) {
        return counts.getOrDefault(what, 0L);
    }

    /** What happened of that kind, most often first, with how often. */
    List<Map.Entry<Happening, Long>> of(Happening.Kind kind) {
        List<Map.Entry<Happening, Long>> all = new ArrayList<>();
        for (Map.Entry<Happening, Long> each : counts.entrySet()) {
            if (each.getKey().kind() == kind && each.getValue() > 0) {
                all.add(Map.entry(each.getKey(), each.getValue()));
            }
        }
        all.sort(Map.Entry.<Happening, Long>comparingByValue().reversed());
        return all;
    }
}
