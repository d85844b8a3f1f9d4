package dev.clearway.lab.report;

import static dev.clearway.lab.report.TextTable.Column.ALWAYS;
import static dev.clearway.lab.report.TextTable.Column.number;
import static dev.clearway.lab.report.TextTable.Column.text;

import dev.clearway.lab.Outcome;
import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.measure.ReuseFigures;
import dev.clearway.lab.scenario.Family;
import dev.clearway.lab.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The cost of connections as a table: first requests, split, beside those after them. */
final class ReuseTable {
    private ReuseTable() {}

    /** The lines for the scenarios that compare a first request with those after it. */
    static List<String> lines(List<List<Outcome>> scenarios, int width, Paint paint) {
        TextTable table = new TextTable(List.of(
                text("scenario", ALWAYS),
                number("conns", 8),
                number("first:\nresolve", 2),
                number("connect", 3),
                number("TLS", 5),
                number("send", 3),
                number("wait", 4),
                number("total", ALWAYS),
                number("the rest:\nmin", 3),
                number("mean", ALWAYS),
                number("max", 3),
                number("ratio", 8),
                number("round\ntrips", 4),
                number("mean gap\nto server", 4),
                text("", ALWAYS)));
        for (List<Outcome> runs : scenarios) {
            Scenario scenario = runs.get(0).scenario();
            if (scenario.family() == Family.REUSE) {
                table.row(row(scenario.name(), runs, null, ResultTable.held(runs, paint)));
                others(runs).forEach(other -> table.row(row("  " + label(other), runs, other, "")));
            }
        }
        return table.lines(width);
    }

    /** What the scenario measured beside its own figures. */
    private static Set<String> others(List<Outcome> runs) {
        ReuseFigures figures = runs.get(0).measured().reuse();
        return figures == null ? Set.of() : figures.also().keySet();
    }

    /** What a row beside the scenario's own is called. */
    private static String label(String other) {
        return Map.of("tls12", "over TLS 1.2", "http1", "over HTTP/1.1").getOrDefault(other, other);
    }

    private static List<String> row(String name, List<Outcome> runs, @Nullable String other, String held) {
        boolean direct = runs.get(0).scenario().roundTrip().isZero();
        List<String> cells = new ArrayList<>();
        cells.add(name);
        cells.add(spread(runs, other, ReuseFigures::connections, Amount::plain));
        cells.add(times(runs, other, reuse -> reuse.first().resolve()));
        cells.add(times(runs, other, reuse -> reuse.first().connect()));
        cells.add(times(runs, other, reuse -> reuse.first().tls()));
        cells.add(times(runs, other, reuse -> reuse.first().send()));
        cells.add(times(runs, other, reuse -> reuse.first().waited()));
        cells.add(times(runs, other, reuse -> reuse.first().total()));
        cells.add(times(runs, other, reuse -> reuse.rest().min()));
        cells.add(times(runs, other, reuse -> reuse.rest().mean()));
        cells.add(times(runs, other, reuse -> reuse.rest().max()));
        cells.add(spread(runs, other, ReuseFigures::ratio, ratio -> Amount.plain(Math.round(ratio * 10) / 10.0)));
        cells.add(direct ? "" : spread(runs, other, ReuseFigures::roundTrips, Amount::plain) + " to 1");
        cells.add(
                other == null
                        ? ResultTable.times(runs, measured -> measured.server().gapSeconds())
                        : "");
        cells.add(held);
        return cells;
    }

    private static String times(List<Outcome> runs, @Nullable String other, ToDoubleFunction<ReuseFigures> figure) {
        return spread(runs, other, figure, Amount::seconds);
    }

    private static String spread(
            List<Outcome> runs,
            @Nullable String other,
            ToDoubleFunction<ReuseFigures> figure,
            DoubleFunction<String> format) {
        return ResultTable.spread(runs, measured -> value(measured.reuse(), other, figure), format);
    }

    /** A figure, or {@code NaN} where the run came to none. */
    private static double value(
            @Nullable ReuseFigures own, @Nullable String other, ToDoubleFunction<ReuseFigures> figure) {
        ReuseFigures figures = own == null || other == null ? own : own.also().get(other);
        return figures == null ? Double.NaN : figure.applyAsDouble(figures);
    }
}
