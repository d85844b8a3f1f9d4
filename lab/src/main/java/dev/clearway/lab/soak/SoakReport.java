package dev.clearway.lab.soak;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a soak measured.
 *
 * @param plan what it was to be
 * @param addresses addresses that the name moved between
 * @param moves how often it moved
 * @param samples its intervals
 * @param heapBefore bytes in use after a full collection once it had warmed up; 0 if it never had
 * @param heapAfter the same in the end
 * @param failures failed requests by type and delivery
 * @param retries requests sent again, by reason
 * @param left what was left behind when client and servers were closed
 */
public record SoakReport(
        SoakPlan plan,
        int addresses,
        int moves,
        List<SoakSample> samples,
        long heapBefore,
        long heapAfter,
        Map<String, Long> failures,
        Map<String, Long> retries,
        List<String> left) {
    public SoakReport {
        samples = List.copyOf(samples);
        failures = new TreeMap<>(failures);
        retries = new TreeMap<>(retries);
        left = List.copyOf(left);
    }

    /** What was judged. */
    public List<Flatness.Verdict> verdicts() {
        return Flatness.judge(samples, heapBefore, heapAfter);
    }

    /** Whether everything is flat, and nothing was left behind. */
    public boolean flat() {
        return left.isEmpty() && verdicts().stream().allMatch(Flatness.Verdict::flat);
    }
}
