package dev.clearway.analysis.report;

import java.util.List;
import java.util.Locale;

/**
 * Writes a page of HTML with the style of {@link HtmlReport} that needs nothing else and runs nothing: its content
 * security policy admits its own style and no script. All text is escaped. Not for use by several threads.
 */
public final class HtmlPage {
    private static final String STYLE = HtmlReport.STYLE + shades() + """
            .panel { display: block; width: 100%; height: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; }
            .panel text { font: 12px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: var(--soft); }
            .panel .grid { stroke: var(--line); stroke-width: 1; }
            .lead { font-size: 17px; }
            .figures td { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
            .figures td.text { text-align: left; }
            .figures thead th { white-space: normal; vertical-align: bottom; overflow-wrap: normal; }
            .figures thead th.number { text-align: right; }
            .figures th, .figures td { padding: 4px 6px; font-size: 12px; }
            .figures tbody th { white-space: nowrap; min-width: 0; }
            .good { color: #1a7f37; } .bad { color: var(--limit); font-weight: 600; } .open { color: var(--soft); }
            @media (prefers-color-scheme: dark) { .good { color: #3fb950; } }
            @media (max-width: 800px) {
              figure { overflow-x: auto; margin-inline: 0; }
              .panel { width: 900px; }
            }
            @media print {
              .panel, .panel rect { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
              figure, table { break-inside: avoid; }
              h2, .legend { break-after: avoid; }
              p, li { font-size: 12px; }
              figure { overflow: visible; }
              h1 { font-size: 20px; } .lead { font-size: 13px; }
              .panel { height: 72mm; }
              .figures th, .figures td { padding: 2px 5px; font-size: 10.5px; }
              .scroll { overflow: visible; }
              @page { size: A4 landscape; margin: 12mm; }
            }
            """;

    private final String title;
    private final StringBuilder out = new StringBuilder(100_000);

    private HtmlPage(String title) {
        this.title = title;
    }

    /** The colours of bars and of their legend. */
    private static String shades() {
        StringBuilder css = new StringBuilder();
        for (Panel.Shade shade : Panel.Shade.values()) {
            String name = shade.style();
            css.append(String.format(
                    Locale.ROOT,
                    ":root{--%1$s:%2$s}@media (prefers-color-scheme:dark){:root{--%1$s:%3$s}}"
                            + ".panel .%1$s{fill:var(--%1$s)}.key.%1$s{background:var(--%1$s)}%n",
                    name,
                    shade.light(),
                    shade.dark()));
        }
        return css.toString();
    }

    /** A page with nothing but a title. */
    public static HtmlPage titled(String title) {
        return new HtmlPage(title);
    }

    /** Its heading, with a line above it and sentences below. */
    public HtmlPage head(String above, String heading, List<String> sentences) {
        out.append("<header>\n");
        element("p class=\"file\"", above);
        element("h1", heading);
        sentences.forEach(sentence -> element("p class=\"lead\"", sentence));
        out.append("</header>\n");
        return this;
    }

    /** Begins a section. */
    public HtmlPage section(String heading) {
        element("h2", heading);
        return this;
    }

    /** A paragraph. */
    public HtmlPage paragraph(String text) {
        element("p", text);
        return this;
    }

    /** A list of points. */
    public HtmlPage list(List<String> points) {
        out.append("<ul>\n");
        points.forEach(point -> element("li", point));
        out.append("</ul>\n");
        return this;
    }

    /** Points that are each true or not. */
    public HtmlPage verdicts(List<Verdict> verdicts) {
        out.append("<ul>\n");
        for (Verdict verdict : verdicts) {
            out.append("<li><span class=\"").append(verdict.tone.style).append("\">");
            out.append(Escape.html(verdict.word)).append("</span> ");
            out.append(Escape.html(verdict.text)).append("</li>\n");
        }
        out.append("</ul>\n");
        return this;
    }

    /**
     * A point that is true or not.
     *
     * @param tone whether it is as it should be
     * @param word that in a word
     * @param text what
     */
    public record Verdict(Tone tone, String word, String text) {}

    /** How a point is meant. */
    public enum Tone {
        /** As it should be. */
        GOOD("good"),
        /** Not as it should be. */
        BAD("bad"),
        /** It cannot be said. */
        OPEN("open");

        private final String style;

        Tone(String style) {
            this.style = style;
        }
    }

    /** A table whose first column names the rows; columns of figures are flush right, others are not. */
    public HtmlPage table(List<String> head, List<List<String>> rows) {
        out.append("<div class=\"scroll\"><table class=\"figures\">\n<thead><tr>");
        for (int i = 0; i < head.size(); i++) {
            element(isOfFigures(rows, i) ? "th scope=\"col\" class=\"number\"" : "th scope=\"col\"", head.get(i));
        }
        out.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows) {
            out.append("<tr>");
            element("th scope=\"row\"", row.get(0));
            for (int i = 1; i < row.size(); i++) {
                element(isOfFigures(rows, i) ? "td" : "td class=\"text\"", row.get(i));
            }
            out.append("</tr>\n");
        }
        out.append("</tbody>\n</table></div>\n");
        return this;
    }

    private static boolean isOfFigures(List<List<String>> rows, int column) {
        return column > 0 && rows.stream().allMatch(row -> isFigure(row.get(column)));
    }

    private static boolean isFigure(String cell) {
        return cell.isEmpty() || cell.equals("–") || Character.isDigit(cell.charAt(0));
    }

    /** Waterfalls on a common axis, with what their colours mean. */
    public HtmlPage waterfalls(List<Panel> panels) {
        out.append("<p class=\"legend\">");
        for (Panel.Shade shade : Panel.Shade.values()) {
            out.append("<span class=\"entry\"><span class=\"key ")
                    .append(shade.style())
                    .append("\"></span>")
                    .append(shade.label())
                    .append("</span> ");
        }
        out.append("</p>\n");
        List<String> drawings = Waterfalls.svg(panels);
        for (int i = 0; i < panels.size(); i++) {
            out.append("<figure>\n<figcaption><strong>")
                    .append(Escape.html(panels.get(i).title()))
                    .append("</strong> ")
                    .append(Escape.html(panels.get(i).detail()))
                    .append("</figcaption>\n")
                    .append(drawings.get(i))
                    .append("</figure>\n");
        }
        return this;
    }

    /** The whole page. */
    public String text() {
        StringBuilder page = new StringBuilder(out.length() + STYLE.length() + 1000);
        page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src ")
                .append(HtmlReport.digest(STYLE))
                .append("; base-uri 'none'; form-action 'none'\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
                .append(Escape.html(title))
                .append("</title>\n<style>")
                .append(STYLE)
                .append("</style>\n</head>\n<body>\n<main>\n");
        return page.append(out).append("</main>\n</body>\n</html>\n").toString();
    }

    private void element(String tag, String text) {
        int space = tag.indexOf(' ');
        out.append('<').append(tag).append('>').append(Escape.html(text)).append("</");
        out.append(space < 0 ? tag : tag.substring(0, space)).append(">\n");
    }
}
