package dev.clearway.lab.report;

import static dev.clearway.lab.report.TextTable.Column.ALWAYS;
import static dev.clearway.lab.report.TextTable.Column.number;
import static dev.clearway.lab.report.TextTable.Column.text;

import dev.clearway.lab.Outcome;
import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.scenario.Family;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** The figures of bursts as a table: a row a scenario, the spread over its runs where it ran more than once. */
final class ResultTable {
    private ResultTable() {}

    /** The lines for the scenarios of a family that carry the figures of a burst. */
    static List<String> lines(Family family, List<List<Outcome>> scenarios, int width, Paint paint) {
        TextTable table = new TextTable(List.of(
                text("scenario", ALWAYS),
                number("requests", 8),
                number("ok", 7),
                number("failed", 6),
                number("never\nsent", 5),
                number("conns", 8),
                number("slowest", ALWAYS),
                number("median", 3),
                number("queued", 7),
                number("longest\nqueue", 7),
                number("server's\nlongest", 6),
                number("mean gap\nto server", 6),
                number("server's\nCPU", 2),
                text("protocol", 1),
                text("", ALWAYS)));
        for (List<Outcome> runs : scenarios) {
            if (runs.get(0).scenario().family() == family) {
                table.row(row(runs, paint));
            }
        }
        return table.lines(width);
    }

    private static List<String> row(List<Outcome> runs, Paint paint) {
        Measured first = runs.get(0).measured();
        return List.of(
                runs.get(0).scenario().name(),
                Integer.toString(first.requests()),
                counts(runs, Measured::succeeded),
                counts(runs, Measured::failed),
                counts(runs, Measured::neverSent),
                counts(runs, Measured::connections),
                times(runs, Measured::slowestSeconds),
                times(runs, Measured::p50Seconds),
                counts(runs, Measured::queued),
                times(runs, Measured::longestQueueSeconds),
                times(runs, measured -> measured.server().longestSeconds()),
                times(runs, measured -> measured.server().gapSeconds()),
                times(runs, measured -> measured.server().cpuSeconds()),
                first.protocol(),
                held(runs, paint));
    }

    /** A count; its spread where runs differ. */
    static String counts(List<Outcome> runs, ToDoubleFunction<Measured> figure) {
        return spread(runs, figure, Amount::plain);
    }

    /** A time; its spread where there were several runs. */
    static String times(List<Outcome> runs, ToDoubleFunction<Measured> figure) {
        return spread(runs, figure, Amount::seconds);
    }

    static String spread(List<Outcome> runs, ToDoubleFunction<Measured> figure, DoubleFunction<String> format) {
        List<Double> values = new ArrayList<>();
        runs.forEach(run -> values.add(figure.applyAsDouble(run.measured())));
        String least = format.apply(values.stream().min(Double::compare).orElse(Double.NaN));
        String most = format.apply(values.stream().max(Double::compare).orElse(Double.NaN));
        return least.equals(most) ? least : least + " to " + most;
    }

    /** Whether it held; in how many runs where it was not all of several. */
    static String held(List<Outcome> runs, Paint paint) {
        long held = runs.stream().filter(Outcome::holds).count();
        if (held == runs.size()) {
            return paint.good("held") + (held > 1 ? " " + held + "×" : "");
        }
        return paint.bad("NOT HELD") + (runs.size() > 1 ? " in " + (runs.size() - held) + " of " + runs.size() : "");
    }
}
