package dev.clearway.analysis.report;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.Comparison;
import dev.clearway.analysis.Format;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.Note;
import dev.clearway.analysis.model.Recording;
import java.util.List;
import java.util.stream.Collectors;

/** Writes an analysis as Markdown, for an issue or a wiki. */
public final class MarkdownReport {
    private static final int MOST_HOSTS = 50;

    private final StringBuilder out = new StringBuilder();

    private MarkdownReport() {}

    /** The report. */
    public static String of(Analysis analysis) {
        MarkdownReport report = new MarkdownReport();
        report.line("# " + Escape.markdown(analysis.recording().name()));
        report.line("");
        report.line(Escape.markdown(Tables.about(analysis.recording())));
        report.line("");
        report.line("**" + Escape.markdown(analysis.verdict().headline()) + "**");
        report.line("");
        analysis.verdict().sentences().forEach(report::item);
        analysis.findings().forEach(report::finding);
        report.whatIfs(analysis);
        report.line("");
        report.line("## Hosts");
        report.line("");
        report.table(
                Tables.HOST_HEAD,
                analysis.hosts().stream().limit(MOST_HOSTS).map(Tables::row).toList());
        report.pages(analysis.recording());
        report.notes(analysis.recording().notes());
        return report.out.toString();
    }

    /** What changed between two recordings. */
    public static String of(Comparison comparison) {
        MarkdownReport report = new MarkdownReport();
        report.line("");
        report.line("## " + Escape.markdown(comparison.before()) + " → " + Escape.markdown(comparison.after()));
        report.line("");
        report.table(Comparison.HEAD, comparison.rows());
        report.line("");
        comparison.sentences().forEach(report::item);
        return report.out.toString();
    }

    private void finding(Finding finding) {
        line("");
        line("## `" + finding.id() + "` (" + finding.certainty() + ")");
        line("");
        line(Escape.markdown(Format.sentence(finding.cause())));
        line("");
        if (!finding.origins().isEmpty()) {
            item("Hosts: "
                    + finding.origins().stream()
                            .limit(10)
                            .map(Format::authority)
                            .collect(Collectors.joining(", ")));
        }
        if (finding.waits().sum() > 0) {
            item(Format.count(finding.waits().count(), "request") + " waited "
                    + Format.duration(finding.waits().sum())
                    + " in all, longest " + Format.duration(finding.waits().longest()) + ", median "
                    + Format.duration(finding.waits().median()));
        }
        list("Evidence", finding.evidence().stream().map(Evidence::toString).toList());
        list("Remedies, the best first", finding.remedies());
        list("What would settle the doubt", finding.settles());
    }

    private void list(String title, List<String> items) {
        if (!items.isEmpty()) {
            line("");
            line(title + ":");
            line("");
            items.forEach(this::item);
        }
    }

    private void whatIfs(Analysis analysis) {
        if (!analysis.whatIfs().isEmpty()) {
            line("");
            line("## Without the wait");
            line("");
            line(Escape.markdown(Tables.WHAT_IF_TITLE));
            line("");
            table(
                    Tables.WHAT_IF_HEAD,
                    analysis.whatIfs().stream().map(Tables::row).toList());
        }
    }

    private void pages(Recording recording) {
        List<List<String>> pages = Tables.pages(recording);
        if (!pages.isEmpty()) {
            line("");
            table(Tables.PAGE_HEAD, pages);
        }
    }

    private void notes(List<Note> notes) {
        if (!notes.isEmpty()) {
            line("");
            line("## About the file");
            line("");
            notes.forEach(note -> item(note.toString()));
        }
    }

    private void table(List<String> head, List<List<String>> rows) {
        line(cells(head));
        line("|" + " --- |".repeat(head.size()));
        rows.forEach(row -> line(cells(row)));
    }

    private static String cells(List<String> cells) {
        return cells.stream().map(Escape::markdown).collect(Collectors.joining(" | ", "| ", " |"));
    }

    private void item(String text) {
        line("- " + Escape.markdown(text));
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
