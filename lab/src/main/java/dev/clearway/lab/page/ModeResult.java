package dev.clearway.lab.page;

import dev.clearway.lab.page.load.PageLoad;
import dev.clearway.lab.page.measure.LoadFigures;
import dev.clearway.lab.page.measure.NetlogFacts;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a mode came to.
 *
 * @param mode which
 * @param firstSeconds the first run, which does not count: caches are cold and certificates are made
 * @param runs the runs that count: seconds until the page was done
 * @param shown the run with the median time: every other figure is of this one
 * @param figures its figures
 * @param netlog what its netlog says; {@code null} where a client without one loaded the page
 * @param origin what the server saw of it
 */
public record ModeResult(
        Mode mode,
        double firstSeconds,
        List<Double> runs,
        PageLoad shown,
        LoadFigures figures,
        @Nullable NetlogFacts netlog,
        OriginFigures origin) {
    public ModeResult {
        runs = List.copyOf(runs);
    }

    /**
     * What the server saw of one load.
     *
     * @param requests how many requests
     * @param longestSeconds how long the longest took it
     */
    public record OriginFigures(long requests, double longestSeconds) {}

    /** The index of the median among times; the lower of the two in the middle. */
    static int medianIndex(List<Double> seconds) {
        List<Integer> order = IntStream.range(0, seconds.size())
                .boxed()
                .sorted(Comparator.comparing(seconds::get))
                .toList();
        return order.get((order.size() - 1) / 2);
    }

    /** The median of the runs. */
    public double medianSeconds() {
        return runs.get(medianIndex(runs));
    }

    /** The longest of the runs less the shortest. */
    public double spreadSeconds() {
        return runs.stream().max(Double::compare).orElse(0.0)
                - runs.stream().min(Double::compare).orElse(0.0);
    }
}
