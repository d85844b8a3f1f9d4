package dev.clearway.lab.page.report;

import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.page.PageCheck;
import dev.clearway.lab.page.PageReport;
import dev.clearway.lab.report.Paint;
import dev.clearway.lab.report.TextTable;
import dev.clearway.lab.report.TextTable.Column;
import java.util.ArrayList;
import java.util.List;

/** The report for a terminal. */
public final class PageText {
    private static final List<Column> COLUMNS = List.of(
            Column.text("mode", Column.ALWAYS),
            Column.number("page\ndone", Column.ALWAYS),
            Column.number("×\ndirect", 8),
            Column.text("runs", 3),
            Column.number("first\nrun", 2),
            Column.number("recor-\nded", 2),
            Column.text("protocol", 7),
            Column.number("connec-\ntions", 6),
            Column.number("requests\non one", 1),
            Column.number("waited\nmedian", 5),
            Column.number("waited\np95", 4),
            Column.number("TTFB\nmedian", 4),
            Column.number("server\nmedian", 4),
            Column.text("issuer", 0));

    private PageText() {}

    /** The report's lines, at most {@code width} wide where that can be done by leaving out what matters less. */
    public static List<String> lines(PageReport report, int width, Paint paint) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(PageTables.headline(report));
        lines.addAll(PageTables.sentences(report));
        lines.add("");
        TextTable table = new TextTable(COLUMNS);
        rows(report).forEach(table::row);
        lines.addAll(table.lines(width));
        lines.add("");
        lines.addAll(PageTables.arithmetic(report));
        lines.add(PageTables.measured(report));
        lines.add("");
        for (PageCheck check : report.checks()) {
            lines.add(word(check, paint) + " " + check.mode() + ": " + check.text());
        }
        return lines;
    }

    /** The table of modes, with the server's own time beside what the browser waited for it. */
    private static List<List<String>> rows(PageReport report) {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < report.results().size(); i++) {
            List<String> row = new ArrayList<>(PageTables.modes(report).get(i));
            row.add(
                    row.size() - 1,
                    Amount.seconds(report.results().get(i).server().took().median()));
            rows.add(row);
        }
        return rows;
    }

    private static String word(PageCheck check, Paint paint) {
        return switch (check.state()) {
            case HOLDS -> paint.good("held      ");
            case FAILED -> paint.bad("NOT HELD  ");
            case NOT_JUDGED -> "not judged (the machine is busy)";
        };
    }
}
