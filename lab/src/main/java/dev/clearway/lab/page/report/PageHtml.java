package dev.clearway.lab.page.report;

import dev.clearway.analysis.report.HtmlPage;
import dev.clearway.analysis.report.HtmlPage.Tone;
import dev.clearway.analysis.report.HtmlPage.Verdict;
import dev.clearway.analysis.report.Panel;
import dev.clearway.analysis.report.Waterfalls;
import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.page.ModeResult;
import dev.clearway.lab.page.PageCheck;
import dev.clearway.lab.page.PageReport;
import java.util.List;

/** The report as a page, and its waterfalls as a picture. */
final class PageHtml {
    private PageHtml() {}

    static String of(PageReport report) {
        HtmlPage page = HtmlPage.titled(
                        "One page, " + Amount.counted(report.results().size(), "way"))
                .head(PageTables.measured(report), PageTables.headline(report), PageTables.sentences(report))
                .section("The modes")
                .table(PageTables.MODE_HEAD, PageTables.modes(report))
                .paragraph(
                        "The runs were timed and nothing else: no DevTools events, no netlog, since recording takes a"
                                + " browser as much processor time as the page. Every figure beside them, and each waterfall, is"
                                + " of one more run that was recorded. Waited is Queueing and Stalled together, as DevTools"
                                + " names them.")
                .section("Where the time went")
                .waterfalls(panels(report))
                .section("Who waited, and where")
                .table(PageTables.TYPE_HEAD, PageTables.types(report));
        page.section("Whose time it was after sending")
                .table(PageTables.SERVER_HEAD, PageTables.servers(report))
                .paragraph(
                        "TTFB is what the browser waited from sending a request to the first byte of its answer; what the"
                                + " server took is from its own clock, from a request's head to the last byte of its answer; the"
                                + " waits in the proxy are from the proxy's journal. Requests are led to one another by their"
                                + " paths.");
        List<List<String>> netlogs = PageTables.netlogs(report);
        if (!netlogs.isEmpty()) {
            page.section("What the browser's own log says")
                    .table(PageTables.NETLOG_HEAD, netlogs)
                    .paragraph(
                            "Requests and connections of the page's own origin alone, followed through the netlog from"
                                    + " source to source. That many requests waited at a limit shows the limit; how much time it cost"
                                    + " stands above.");
        }
        return page.section("The arithmetic")
                .list(PageTables.arithmetic(report))
                .section("What had to come out")
                .verdicts(report.checks().stream().map(PageHtml::verdict).toList())
                .text();
    }

    static byte[] picture(PageReport report) {
        return Waterfalls.png(PageTables.headline(report), PageTables.measured(report), panels(report));
    }

    private static List<Panel> panels(PageReport report) {
        return report.results().stream().map(PageHtml::panel).toList();
    }

    private static Panel panel(ModeResult result) {
        String detail = result.mode().what() + ": done after " + Amount.seconds(result.medianSeconds())
                + " (recorded, as drawn: "
                + Amount.seconds(result.recorded().doneSeconds()) + "), "
                + result.figures().protocolText() + " on "
                + Amount.counted(result.figures().connections(), "connection");
        return new Panel(
                result.mode().name(), detail, result.recorded().recording().requests());
    }

    private static Verdict verdict(PageCheck check) {
        Tone tone = switch (check.state()) {
            case HOLDS -> Tone.GOOD;
            case FAILED -> Tone.BAD;
            case NOT_JUDGED -> Tone.OPEN;
        };
        return new Verdict(tone, word(check), check.mode() + ": " + check.text());
    }

    static String word(PageCheck check) {
        return switch (check.state()) {
            case HOLDS -> "held";
            case FAILED -> "not held";
            case NOT_JUDGED -> "not judged, the machine is busy";
        };
    }
}
