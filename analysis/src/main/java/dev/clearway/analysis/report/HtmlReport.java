package dev.clearway.analysis.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.Format;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.Host;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.Note;
import dev.clearway.analysis.whatif.WhatIf;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/**
 * Writes an analysis as one page of HTML that needs nothing else: no network, no second file. Its content security policy
 * admits this page's own style and script, by their digests, and nothing more; data stands in an element that is never run.
 */
public final class HtmlReport {
    private static final int MOST_HOSTS = 200;
    private static final int MOST_TIMELINES = 4;
    private static final int FEWEST_FOR_A_TIMELINE = 6;

    private static final String STYLE = colours() + resource("report.css");
    private static final String SCRIPT = resource("report.js");

    private final StringBuilder out = new StringBuilder();
    private final Analysis analysis;

    private HtmlReport(Analysis analysis) {
        this.analysis = analysis;
    }

    /** The page. */
    public static String of(Analysis analysis) {
        HtmlReport report = new HtmlReport(analysis);
        report.head();
        report.verdict();
        report.findings();
        report.timelines();
        report.waterfall();
        report.whatIfs();
        report.hosts();
        report.notes();
        report.foot();
        return report.out.toString();
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(HtmlReport.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The parts' colours, as the page's style names them. */
    private static String colours() {
        StringBuilder light = new StringBuilder(":root{");
        StringBuilder dark = new StringBuilder("@media (prefers-color-scheme:dark){:root{");
        StringBuilder uses = new StringBuilder();
        int i = 0;
        for (Segment.Part part : Segment.Part.values()) {
            light.append("--p").append(i).append(':').append(part.light()).append(';');
            dark.append("--p").append(i).append(':').append(part.dark()).append(';');
            uses.append(".p").append(i).append("{background:var(--p").append(i).append(")}");
            i++;
        }
        return light + "}" + dark + "}}" + uses + "\n";
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void head() {
        out.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src ")
                .append(digest(STYLE))
                .append("; script-src ")
                .append(digest(SCRIPT))
                .append("; base-uri 'none'; form-action 'none'\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta name=\"color-scheme\" content=\"light dark\">\n");
        element("title", "Where requests waited: " + analysis.recording().name());
        out.append("<style>").append(STYLE).append("</style>\n</head>\n<body>\n<main>\n");
    }

    private void verdict() {
        String producer = analysis.recording().producer();
        out.append("<header>\n");
        element(
                "p class=\"file\"",
                analysis.recording().name() + " · " + analysis.recording().kind()
                        + (producer.isEmpty() ? "" : " · " + producer) + " · "
                        + Format.count(analysis.recording().requests().size(), "request"));
        element("h1", analysis.verdict().headline());
        out.append("<ul>\n");
        analysis.verdict().sentences().forEach(sentence -> element("li", sentence));
        out.append("</ul>\n</header>\n");
    }

    private void findings() {
        if (analysis.findings().isEmpty()) {
            return;
        }
        out.append("<section>\n<h2>Findings</h2>\n");
        int index = 0;
        for (Finding finding : analysis.findings()) {
            finding(finding, index++);
        }
        out.append("</section>\n");
    }

    private void finding(Finding finding, int index) {
        out.append("<details class=\"finding ")
                .append(finding.certainty())
                .append("\"")
                .append(index == 0 ? " open" : "");
        out.append("><summary><code>").append(finding.id()).append("</code> <span class=\"badge\">");
        out.append(finding.certainty()).append("</span> ");
        out.append(Escape.html(finding.id().title())).append("</summary>\n");
        element("p", Format.sentence(finding.cause()));
        if (finding.waits().sum() > 0) {
            element(
                    "p",
                    Format.count(finding.waits().count(), "request") + " waited "
                            + Format.duration(finding.waits().sum())
                            + " in all; longest "
                            + Format.duration(finding.waits().longest()) + ", median "
                            + Format.duration(finding.waits().median()) + ".");
        }
        out.append("<p><button type=\"button\" class=\"show\" data-finding=\"")
                .append(index)
                .append("\">Show its ");
        out.append(Format.count(finding.requests().size(), "request")).append(" in the waterfall</button></p>\n");
        list(
                "Hosts",
                finding.origins().stream().limit(20).map(Format::authority).toList());
        list("Evidence", finding.evidence().stream().map(Evidence::toString).toList());
        list("Remedies, the best first", finding.remedies());
        list("What would settle the doubt", finding.settles());
        out.append("</details>\n");
    }

    private void list(String title, List<String> items) {
        if (!items.isEmpty()) {
            element("h3", title);
            out.append("<ul>\n");
            items.forEach(item -> element("li", item));
            out.append("</ul>\n");
        }
    }

    private void timelines() {
        List<Host> busy = analysis.hosts().stream()
                .filter(host -> host.requests().size() >= FEWEST_FOR_A_TIMELINE)
                .limit(MOST_TIMELINES)
                .toList();
        if (busy.isEmpty()) {
            return;
        }
        out.append("<section>\n<h2>In flight and waiting</h2>\n");
        out.append(
                "<p class=\"legend\"><span class=\"key inflight-key\"></span> in flight <span class=\"key waiting-key\">");
        out.append("</span> waiting <span class=\"key limit-key\"></span> limit</p>\n");
        busy.forEach(host -> out.append(Timeline.svg(host, limit(host))).append('\n'));
        out.append("</section>\n");
    }

    private int limit(Host host) {
        return analysis.whatIfs().stream()
                .filter(whatIf -> whatIf.origin().equals(host.origin()))
                .mapToInt(WhatIf::limit)
                .findFirst()
                .orElse(0);
    }

    private void waterfall() {
        int drawn = WaterfallData.drawn(analysis).size();
        int all = analysis.recording().requests().size();
        out.append("<section id=\"waterfall\">\n<h2>Waterfall</h2>\n<p class=\"legend\">");
        int part = 0;
        for (Segment.Part each : Segment.Part.values()) {
            out.append("<span class=\"key p")
                    .append(part++)
                    .append("\"></span> ")
                    .append(each.label())
                    .append(' ');
        }
        out.append("</p>\n");
        if (drawn < all) {
            element("p", "Drawn are " + drawn + " of " + all + " requests (those that are not dated are left out).");
        }
        out.append(
                        "<div class=\"tools\"><label>Host <select id=\"host\"><option value=\"\">all</option></select></label> ")
                .append("<label>Lanes <select id=\"lanes\"><option value=\"request\">one bar a request</option>")
                .append("<option value=\"connection\">one lane a connection</option></select></label> ")
                .append("<button type=\"button\" id=\"all\" hidden>Show all requests</button>")
                .append("<span id=\"shown\" role=\"status\"></span></div>\n")
                .append("<div id=\"axis\" aria-hidden=\"true\"></div>\n")
                .append(
                        "<div id=\"rows\" role=\"listbox\" tabindex=\"0\" aria-label=\"Requests in order of their issue\">")
                .append(
                        "<div id=\"canvas\"></div></div>\n<div id=\"detail\" aria-live=\"polite\">Point at a bar, or move with")
                .append(
                        " the arrow keys.</div>\n<noscript>The waterfall is drawn by a script in this page.</noscript>\n");
        out.append("</section>\n");
    }

    private void whatIfs() {
        if (!analysis.whatIfs().isEmpty()) {
            out.append("<section>\n<h2>Without the wait</h2>\n");
            element("p", Tables.WHAT_IF_TITLE);
            table(
                    Tables.WHAT_IF_HEAD,
                    analysis.whatIfs().stream().map(Tables::row).toList());
            out.append("</section>\n");
        }
    }

    private void hosts() {
        out.append("<section>\n<h2>Hosts</h2>\n");
        table(
                Tables.HOST_HEAD,
                analysis.hosts().stream().limit(MOST_HOSTS).map(Tables::row).toList());
        out.append("</section>\n");
    }

    private void notes() {
        if (!analysis.recording().notes().isEmpty()) {
            out.append("<section>\n<h2>About the file</h2>\n<ul>\n");
            for (Note note : analysis.recording().notes()) {
                element("li", note.toString());
            }
            out.append("</ul>\n</section>\n");
        }
    }

    private void table(List<String> head, List<List<String>> rows) {
        out.append("<div class=\"scroll\"><table>\n<thead><tr>");
        head.forEach(title -> element("th scope=\"col\"", title));
        out.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows) {
            out.append("<tr>");
            element("th scope=\"row\"", row.get(0));
            row.subList(1, row.size()).forEach(cell -> element("td", cell));
            out.append("</tr>\n");
        }
        out.append("</tbody>\n</table></div>\n");
    }

    private void foot() {
        out.append("</main>\n<script type=\"application/json\" id=\"data\">")
                .append(WaterfallData.json(analysis))
                .append("</script>\n<script>")
                .append(SCRIPT)
                .append("</script>\n</body>\n</html>\n");
    }

    private void element(String tag, String text) {
        int space = tag.indexOf(' ');
        out.append('<').append(tag).append('>').append(Escape.html(text)).append("</");
        out.append(space < 0 ? tag : tag.substring(0, space)).append(">\n");
    }
}
