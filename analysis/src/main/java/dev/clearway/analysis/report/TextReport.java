package dev.clearway.analysis.report;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.Comparison;
import dev.clearway.analysis.Format;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.Host;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.Note;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.whatif.WhatIf;
import java.util.ArrayList;
import java.util.List;

/** Writes an analysis for the terminal: verdict first. */
public final class TextReport {
    private static final int MOST_HOSTS = 25;
    private static final int WIDTH = 100;

    private final StringBuilder out = new StringBuilder();

    private TextReport() {}

    /** The report. */
    public static String of(Analysis analysis) {
        TextReport report = new TextReport();
        report.head(analysis);
        report.findings(analysis.findings());
        report.whatIfs(analysis.whatIfs());
        report.hosts(analysis.hosts());
        report.pages(analysis.recording());
        report.notes(analysis.recording());
        return report.out.toString();
    }

    /** What changed between two recordings. */
    public static String of(Comparison comparison) {
        TextReport report = new TextReport();
        report.line("");
        report.line(comparison.before() + "  →  " + comparison.after());
        report.line("");
        report.table(Comparison.HEAD, comparison.rows());
        report.line("");
        comparison.sentences().forEach(sentence -> report.paragraph("", sentence));
        return report.out.toString();
    }

    private void head(Analysis analysis) {
        Recording recording = analysis.recording();
        line("");
        paragraph("", recording.name() + ": " + Tables.about(recording));
        line("");
        paragraph("", analysis.verdict().headline());
        for (String sentence : analysis.verdict().sentences()) {
            paragraph("  ", sentence);
        }
    }

    private void findings(List<Finding> findings) {
        for (Finding finding : findings) {
            line("");
            line(finding.id() + " (" + finding.certainty() + ")  " + String.join(", ", shown(finding.origins())));
            paragraph("  ", Format.sentence(finding.cause()));
            for (Evidence evidence :
                    finding.evidence().subList(0, Math.min(5, finding.evidence().size()))) {
                paragraph("  evidence: ", evidence.toString());
            }
            if (finding.evidence().size() > 5) {
                line("  … and " + (finding.evidence().size() - 5) + " more like it (--json)");
            }
            int number = 1;
            for (String remedy : finding.remedies()) {
                paragraph("  remedy " + number++ + ": ", remedy);
            }
            for (String settles : finding.settles()) {
                paragraph("  would settle it: ", settles);
            }
        }
    }

    private static List<String> shown(List<String> origins) {
        List<String> shown = new ArrayList<>();
        origins.stream().limit(4).map(Format::authority).forEach(shown::add);
        if (origins.size() > 4) {
            shown.add("and " + (origins.size() - 4) + " more");
        }
        return shown;
    }

    private void whatIfs(List<WhatIf> whatIfs) {
        if (!whatIfs.isEmpty()) {
            line("");
            paragraph("", Tables.WHAT_IF_TITLE);
            table(
                    Tables.WHAT_IF_HEAD,
                    whatIfs.stream().limit(MOST_HOSTS).map(Tables::row).toList());
        }
    }

    private void hosts(List<Host> hosts) {
        if (!hosts.isEmpty()) {
            line("");
            table(
                    Tables.HOST_HEAD,
                    hosts.stream().limit(MOST_HOSTS).map(Tables::row).toList());
            if (hosts.size() > MOST_HOSTS) {
                line("… and " + (hosts.size() - MOST_HOSTS) + " hosts more (--json)");
            }
        }
    }

    private void pages(Recording recording) {
        List<List<String>> pages = Tables.pages(recording);
        if (!pages.isEmpty()) {
            line("");
            table(Tables.PAGE_HEAD, pages);
        }
    }

    private void notes(Recording recording) {
        if (!recording.notes().isEmpty() || recording.extent().partial()) {
            line("");
            line("About the file:");
        }
        for (Note note : recording.notes()) {
            paragraph("  - ", note.toString());
        }
        Recording.Extent extent = recording.extent();
        if (extent.partial()) {
            line("  - " + Format.count(extent.records(), "record") + " met, " + extent.skipped() + " skipped"
                    + (extent.dropped() > 0 ? "; " + extent.dropped() + " requests beyond the bound left out" : ""));
        }
    }

    private void table(List<String> head, List<List<String>> rows) {
        int columns = head.size();
        int[] widths = new int[columns];
        for (int i = 0; i < columns; i++) {
            widths[i] = head.get(i).length();
            for (List<String> row : rows) {
                widths[i] = Math.max(widths[i], Math.min(48, row.get(i).length()));
            }
        }
        line(row(head, widths));
        rows.forEach(row -> line(row(row, widths)));
    }

    private static String row(List<String> cells, int[] widths) {
        StringBuilder row = new StringBuilder("  ");
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            String cut = cell.length() > widths[i] ? cell.substring(0, widths[i] - 1) + "…" : cell;
            row.append(cut).append(" ".repeat(widths[i] - cut.length() + 2));
        }
        return row.toString().stripTrailing();
    }

    /** Text broken at spaces, the following lines indented as far as the first one. */
    private void paragraph(String indent, String text) {
        StringBuilder row = new StringBuilder(indent);
        for (String word : text.split(" ", -1)) {
            if (row.length() + word.length() + 1 > WIDTH && row.length() > indent.length()) {
                line(row.toString());
                row = new StringBuilder(" ".repeat(indent.length()));
            }
            row.append(row.length() > indent.length() ? " " : "").append(word);
        }
        line(row.toString());
    }

    private void line(String text) {
        out.append(Escape.terminal(text)).append('\n');
    }
}
