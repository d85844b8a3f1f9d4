package dev.clearway.lab.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Whether a soak is flat: the first sixth of its intervals is left out, as it warms up; of the rest the median of the last
 * third is compared with that of the first third. Stateless.
 */
public final class Flatness {
    /** The rule in words. */
    public static final String RULE =
            "without the first sixth of the intervals, the median of the last third against that of the first third:"
                    + " p50 at most 1.5 times and 2 ms, p99 at most 2 times and 20 ms more; descriptors at most 1.1 times and 16,"
                    + " threads at most 4 more; heap after a full collection at the end at most 1.1 times and 8 MB above that"
                    + " after the first sixth; at most 1 request in 1,000 failed after that";

    private static final double MEGA = 1e6;
    private static final double MOST_FAILED = 0.001;

    private Flatness() {}

    /**
     * Something that was judged.
     *
     * @param what what, with its figures
     * @param flat whether it is flat
     */
    public record Verdict(String what, boolean flat) {}

    /** A figure that may become so many times as large and so much more. */
    private record Figure(String name, ToDoubleFunction<SoakSample> of, double times, double more) {}

    private static final List<Figure> FIGURES = List.of(
            new Figure("p50 in ms", SoakSample::p50Millis, 1.5, 2),
            new Figure("p99 in ms", SoakSample::p99Millis, 2, 20),
            new Figure("descriptors", SoakSample::descriptors, 1.1, 16),
            new Figure("threads", SoakSample::threads, 1, 4));

    /**
     * Judges a soak.
     *
     * @param heapBefore bytes in use after a full collection when it had warmed up; 0 if it never had
     * @param heapAfter the same in the end
     */
    public static List<Verdict> judge(List<SoakSample> samples, long heapBefore, long heapAfter) {
        List<SoakSample> warm = samples.subList(samples.size() / 6, samples.size());
        int third = warm.size() / 3;
        if (third == 0 || heapBefore == 0) {
            return List.of(new Verdict("too short to be judged: " + samples.size() + " intervals", false));
        }
        List<Verdict> verdicts = new ArrayList<>();
        for (Figure figure : FIGURES) {
            double first = median(warm.subList(0, third), figure.of);
            double last = median(warm.subList(warm.size() - third, warm.size()), figure.of);
            verdicts.add(verdict(figure.name, new double[] {first, last}, figure.times, figure.more));
        }
        double[] heap = {heapBefore / MEGA, heapAfter / MEGA};
        verdicts.add(verdict("heap in MB", heap, 1.1, 8));
        long requests = warm.stream().mapToLong(SoakSample::requests).sum();
        long failed = warm.stream().mapToLong(SoakSample::failed).sum();
        verdicts.add(new Verdict(failed + " of " + requests + " requests failed", failed <= requests * MOST_FAILED));
        return verdicts;
    }

    private static Verdict verdict(String name, double[] firstAndLast, double times, double more) {
        double first = firstAndLast[0];
        double last = firstAndLast[1];
        String text = String.format(Locale.ROOT, "%s: %.1f, then %.1f", name, first, last);
        return new Verdict(text, last <= first * times + more);
    }

    private static double median(List<SoakSample> samples, ToDoubleFunction<SoakSample> of) {
        double[] values = samples.stream().mapToDouble(of).sorted().toArray();
        return Arrays.stream(values).skip((values.length - 1) / 2).findFirst().orElse(0);
    }
}
