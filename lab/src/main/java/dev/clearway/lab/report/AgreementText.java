package dev.clearway.lab.report;

import static dev.clearway.lab.report.TextTable.Column.ALWAYS;
import static dev.clearway.lab.report.TextTable.Column.number;
import static dev.clearway.lab.report.TextTable.Column.text;

import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.expect.Figure;
import dev.clearway.lab.simulate.Agreement;
import java.util.ArrayList;
import java.util.List;

/** What was measured beside what was simulated, for people. */
public final class AgreementText {
    private AgreementText() {}

    /** A table of all figures, and a line that says whether they agree. */
    public static List<String> lines(List<Agreement> agreements, int width, Paint paint) {
        TextTable table = new TextTable(List.of(
                text("scenario", ALWAYS),
                text("figure", ALWAYS),
                number("measured", ALWAYS),
                number("simulated", ALWAYS),
                text("", ALWAYS)));
        for (Agreement agreement : agreements) {
            String name = agreement.name();
            for (Agreement.Row row : agreement.rows()) {
                table.row(List.of(
                        name,
                        row.figure().label(),
                        amount(row.figure(), row.measured()),
                        amount(row.figure(), row.simulated()),
                        row.agrees() ? paint.good("agrees") : paint.bad("DIFFERS")));
                name = "";
            }
        }
        List<String> lines = new ArrayList<>(List.of("", "Against the simulation of the same burst:", ""));
        lines.addAll(table.lines(width));
        long agree = agreements.stream().filter(Agreement::holds).count();
        String count = agree + " of " + Amount.counted(agreements.size(), "run")
                + " agree: counts are equal, times within the larger of 10 % and 150 ms.";
        lines.add("");
        lines.add(agree == agreements.size() ? paint.good(count) : paint.bad(count));
        return lines;
    }

    private static String amount(Figure figure, double value) {
        return figure.unit() == Figure.Unit.SECONDS ? Amount.seconds(value) : Amount.plain(value);
    }
}
