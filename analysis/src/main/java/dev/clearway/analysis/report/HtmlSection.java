package dev.clearway.analysis.report;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.Format;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.Host;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.Note;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.whatif.WhatIf;
import java.util.List;

/** The part of a page that tells of one recording. */
final class HtmlSection {
    private static final int MOST_HOSTS = 200;
    private static final int MOST_TIMELINES = 4;
    private static final int FEWEST_FOR_A_TIMELINE = 6;

    private final HtmlText out;
    private final Analysis analysis;
    private final Recording recording;
    private final String id;
    private final int level;

    /**
     * A part with the element id {@code id}.
     *
     * @param level of its first heading
     */
    HtmlSection(HtmlText out, Analysis analysis, String id, int level) {
        this.out = out;
        this.analysis = analysis;
        this.recording = analysis.recording();
        this.id = id;
        this.level = level;
    }

    void write() {
        out.raw("<article id=\"" + id + "\" aria-labelledby=\"" + id + "-title\">\n");
        verdict();
        findings();
        timelines();
        waterfall();
        whatIfs();
        hosts();
        notes();
        out.raw("</article>\n");
    }

    private void heading(int below, String text) {
        out.element("h" + (level + below) + (below == 1 ? " class=\"part\"" : " class=\"list\""), text);
    }

    private void verdict() {
        out.raw("<header>\n").element("p class=\"file\"", recording.name() + ": " + Tables.about(recording));
        out.element(
                "h" + level + " class=\"verdict\" id=\"" + id + "-title\"",
                analysis.verdict().headline());
        out.items(analysis.verdict().sentences()).raw("</header>\n");
    }

    private void findings() {
        if (analysis.findings().isEmpty()) {
            return;
        }
        out.raw("<section>\n");
        heading(1, "Findings");
        int index = 0;
        for (Finding finding : analysis.findings()) {
            finding(finding, index++);
        }
        out.raw("</section>\n");
    }

    private void finding(Finding finding, int index) {
        out.raw("<details class=\"finding " + finding.certainty() + "\"" + (index == 0 ? " open" : "")
                        + "><summary><code>")
                .raw(finding.id() + "</code> <span class=\"badge\">" + finding.certainty() + "</span> ")
                .raw(Escape.html(finding.id().title()))
                .raw("</summary>\n")
                .element("p", Format.sentence(finding.cause()));
        if (finding.waits().sum() > 0) {
            out.element(
                    "p",
                    Format.count(finding.waits().count(), "request") + " waited "
                            + Format.duration(finding.waits().sum()) + " in all; longest "
                            + Format.duration(finding.waits().longest()) + ", median "
                            + Format.duration(finding.waits().median()) + ".");
        }
        out.raw("<p><button type=\"button\" class=\"show\" data-finding=\"" + index + "\">Show its ")
                .raw(Format.count(finding.requests().size(), "request") + " in the waterfall</button></p>\n");
        list(
                "Hosts",
                finding.origins().stream().limit(20).map(Format::authority).toList());
        list("Evidence", finding.evidence().stream().map(Evidence::toString).toList());
        heading(2, "Remedies, the best first");
        out.ordered(finding.remedies());
        list("What would settle the doubt", finding.settles());
        out.raw("</details>\n");
    }

    private void list(String title, List<String> items) {
        if (!items.isEmpty()) {
            heading(2, title);
            out.items(items);
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
        out.raw("<section>\n");
        heading(1, "In flight and waiting");
        out.raw("<p class=\"legend\"><span class=\"entry\"><span class=\"key inflight-key\"></span>in flight</span>")
                .raw("<span class=\"entry\"><span class=\"key waiting-key\"></span>waiting</span>")
                .raw("<span class=\"entry\"><span class=\"key limit-key\"></span>limit</span></p>\n");
        busy.forEach(host -> out.raw(Timeline.svg(host, limit(host))).raw("\n"));
        out.raw("</section>\n");
    }

    private int limit(Host host) {
        return analysis.whatIfs().stream()
                .filter(whatIf -> whatIf.origin().equals(host.origin()))
                .mapToInt(WhatIf::limit)
                .findFirst()
                .orElse(0);
    }

    private void waterfall() {
        out.raw("<section class=\"waterfall\">\n");
        heading(1, "Waterfall");
        out.raw("<p class=\"legend\">");
        int part = 0;
        for (Segment.Part each : Segment.Part.values()) {
            out.raw("<span class=\"entry\"><span class=\"key p" + part++ + "\"></span>" + each.label() + "</span>");
        }
        out.raw("</p>\n");
        int drawn = WaterfallData.drawn(analysis).size();
        if (drawn < recording.requests().size()) {
            out.element(
                    "p",
                    "Drawn are " + drawn + " of " + recording.requests().size() + " requests: of more than "
                            + WaterfallData.MOST_ROWS + " the first, and none whose time is not known.");
        }
        out.raw(
                        "<div class=\"tools\"><label>Host <select class=\"host\"><option value=\"\">all</option></select></label> ")
                .raw("<label>Lanes <select class=\"lanes\"><option value=\"request\">one bar a request</option>")
                .raw("<option value=\"connection\">one lane a connection</option></select></label> ")
                .raw("<label>Scale <select class=\"scale\"><option value=\"whole\">the whole time</option>")
                .raw("<option value=\"sight\">the rows in sight</option></select></label> ")
                .raw("<button type=\"button\" class=\"all\" hidden>Show all requests</button>")
                .raw(
                        "<span class=\"shown\" role=\"status\"></span></div>\n<div class=\"axis\" aria-hidden=\"true\"></div>\n")
                .raw(
                        "<div class=\"rows\" role=\"listbox\" tabindex=\"0\" aria-label=\"Requests in order of their issue\">")
                .raw(
                        "<div class=\"canvas\" role=\"presentation\"></div></div>\n<div class=\"detail\" aria-live=\"polite\">")
                .raw("Point at a bar, or move with the arrow keys.</div>\n")
                .raw("<noscript>The waterfall is drawn by a script in this page.</noscript>\n")
                .raw("<script type=\"application/json\" class=\"data\">")
                .raw(WaterfallData.json(analysis))
                .raw("</script>\n</section>\n");
    }

    private void whatIfs() {
        if (!analysis.whatIfs().isEmpty()) {
            out.raw("<section>\n");
            heading(1, "Without the wait");
            out.element("p", Tables.WHAT_IF_TITLE);
            out.table(
                    "What the same requests would have taken",
                    Tables.WHAT_IF_HEAD,
                    analysis.whatIfs().stream().map(Tables::row).toList());
            out.raw("</section>\n");
        }
    }

    private void hosts() {
        out.raw("<section>\n");
        heading(1, "Hosts");
        out.table(
                "Requests and waits of each host",
                Tables.HOST_HEAD,
                analysis.hosts().stream().limit(MOST_HOSTS).map(Tables::row).toList());
        List<List<String>> pages = Tables.pages(recording);
        if (!pages.isEmpty()) {
            out.table("Pages", Tables.PAGE_HEAD, pages);
        }
        out.raw("</section>\n");
    }

    private void notes() {
        if (!recording.notes().isEmpty()) {
            out.raw("<section>\n");
            heading(1, "About the file");
            out.items(recording.notes().stream().map(Note::toString).toList()).raw("</section>\n");
        }
    }
}
