package dev.clearway.lab;

import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.expect.Figure;
import dev.clearway.lab.measure.Measured;
import java.util.ArrayList;
import java.util.List;

/** Compares the counts of two runs of one scenario. */
final class Counts {
    private Counts() {}

    /** Those of the figures that differ between two runs, in words. */
    static List<String> differences(List<Figure> figures, Measured first, Measured later) {
        List<String> lines = new ArrayList<>();
        for (Figure figure : figures) {
            double before = figure.of(first);
            double now = figure.of(later);
            if (before != now) {
                lines.add(figure.label() + " is " + Amount.plain(now) + ", in the first run it was "
                        + Amount.plain(before));
            }
        }
        return lines;
    }
}
