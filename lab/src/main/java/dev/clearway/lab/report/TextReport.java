package dev.clearway.lab.report;

import dev.clearway.lab.LabReport;
import dev.clearway.lab.Machine;
import dev.clearway.lab.Outcome;
import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.measure.FailureKind;
import dev.clearway.lab.scenario.Family;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A report for people: a table a question, the failures, and a drawing of a line. */
public final class TextReport {
    /** The scenario whose line is drawn. */
    private static final String DRAWN = "h2-300";

    private static final int LONGEST_LINE = 110;

    private final LabReport report;
    private final int width;
    private final Paint paint;

    private TextReport(LabReport report, int width, Paint paint) {
        this.report = report;
        this.width = width;
        this.paint = paint;
    }

    /** The report's lines, at most {@code width} wide where that can be done by leaving out what matters less. */
    public static List<String> lines(LabReport report, int width, Paint paint) {
        return new TextReport(report, width, paint).lines();
    }

    private List<String> lines() {
        List<List<Outcome>> scenarios = byScenario();
        List<String> lines = new ArrayList<>();
        for (Family family : Family.values()) {
            if (scenarios.stream().anyMatch(runs -> runs.get(0).scenario().family() == family)) {
                lines.add("");
                lines.add(family.title() + ": " + family.question());
                lines.add("");
                lines.addAll(
                        family == Family.REUSE
                                ? ReuseTable.lines(scenarios, width, paint)
                                : ResultTable.lines(family, scenarios, width, paint));
                lines.addAll(remarks(family, scenarios));
            }
        }
        lines.addAll(drawing(scenarios));
        lines.add("");
        lines.add(machine(report.machine()));
        lines.add(verdict());
        return lines;
    }

    private List<List<Outcome>> byScenario() {
        Map<String, List<Outcome>> byName = new LinkedHashMap<>();
        for (Outcome outcome : report.outcomes()) {
            byName.computeIfAbsent(outcome.scenario().name(), name -> new ArrayList<>())
                    .add(outcome);
        }
        return List.copyOf(byName.values());
    }

    private List<String> remarks(Family family, List<List<Outcome>> scenarios) {
        List<String> lines = new ArrayList<>();
        for (List<Outcome> runs : scenarios) {
            if (runs.get(0).scenario().family() == family) {
                for (FailureKind kind : runs.get(0).measured().failures()) {
                    lines.addAll(wrapped(runs.get(0).scenario().name() + ": " + kind.count() + " × " + kind.type()
                            + ": " + kind.message()));
                }
                runs.forEach(run -> run.objections()
                        .forEach(objection -> lines.add(
                                paint.bad(run.scenario().name() + " (run " + run.run() + "): " + objection))));
            }
        }
        Notes.of(family, scenarios).forEach(note -> lines.addAll(wrapped(note)));
        if (!lines.isEmpty()) {
            lines.add(0, "");
        }
        return lines;
    }

    private List<String> wrapped(String text) {
        return Wrapped.lines(text, Math.min(width, LONGEST_LINE));
    }

    private static List<String> drawing(List<List<Outcome>> scenarios) {
        List<String> lines = new ArrayList<>();
        for (List<Outcome> runs : scenarios) {
            Outcome last = runs.get(runs.size() - 1);
            boolean drawn = scenarios.size() == 1 || last.scenario().name().equals(DRAWN);
            List<String> drawing = drawn ? QueueDrawing.of(last) : List.of();
            if (!drawing.isEmpty()) {
                lines.add("");
                lines.addAll(drawing);
            }
        }
        return lines;
    }

    private static String machine(Machine machine) {
        return "On " + Amount.counted(machine.cores(), "core") + ", load " + Amount.plain(machine.load()) + ", JDK "
                + machine.jdk() + "; TLS: " + machine.tls() + "; sockets: " + machine.transport() + ".";
    }

    private String verdict() {
        long held = report.outcomes().stream().filter(Outcome::holds).count();
        int all = report.outcomes().size();
        String count = held + " of " + Amount.counted(all, "run") + " held.";
        if (!report.complete()) {
            String stopped = " of " + Amount.counted(report.planned(), "run");
            return paint.bad(
                    all == 0
                            ? "Stopped in the first" + stopped + "."
                            : "Stopped after " + all + stopped + ": " + count);
        }
        return held == all ? paint.good(count) : paint.bad(count);
    }
}
