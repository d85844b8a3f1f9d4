package dev.clearway.lab.page.report;

import dev.clearway.lab.page.PageCheck;
import dev.clearway.lab.page.PageReport;
import java.util.List;
import java.util.stream.Collectors;

/** The comparison as Markdown, for an issue or a README. */
final class PageMarkdown {
    private PageMarkdown() {}

    static String of(PageReport report) {
        StringBuilder out = new StringBuilder(8192);
        out.append("# ").append(safe(PageTables.headline(report))).append("\n\n");
        PageTables.sentences(report).forEach(line -> out.append(safe(line)).append("\n\n"));
        table(out, PageTables.MODE_HEAD, PageTables.modes(report));
        out.append('\n').append(safe(PageTables.measured(report))).append(".\n\n## Arithmetic\n\n");
        PageTables.arithmetic(report)
                .forEach(line -> out.append("- ").append(safe(line)).append('\n'));
        out.append("\n## Who waited, and where\n\n");
        table(out, PageTables.TYPE_HEAD, PageTables.types(report));
        out.append("\n## Whose time it was after sending\n\n");
        table(out, PageTables.SERVER_HEAD, PageTables.servers(report));
        List<List<String>> netlogs = PageTables.netlogs(report);
        if (!netlogs.isEmpty()) {
            out.append("\n## What the browser's own log says\n\n");
            table(out, PageTables.NETLOG_HEAD, netlogs);
        }
        out.append("\n## What had to come out\n\n");
        for (PageCheck check : report.checks()) {
            out.append("- ")
                    .append(PageHtml.word(check))
                    .append(": ")
                    .append(safe(check.mode() + ": " + check.text()))
                    .append('\n');
        }
        return out.toString();
    }

    private static void table(StringBuilder out, List<String> head, List<List<String>> rows) {
        out.append(cells(head))
                .append("\n|")
                .append(" --- |".repeat(head.size()))
                .append('\n');
        rows.forEach(row -> out.append(cells(row)).append('\n'));
    }

    private static String cells(List<String> cells) {
        return cells.stream().map(PageMarkdown::safe).collect(Collectors.joining(" | ", "| ", " |"));
    }

    /** Nothing in it is markup; names of issuers and of types are the only text that is not ours. */
    private static String safe(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replaceAll("([\\\\`*_\\[\\]|#!~])", "\\\\$1");
    }
}
