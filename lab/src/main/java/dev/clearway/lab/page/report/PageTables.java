package dev.clearway.lab.page.report;

import static dev.clearway.lab.expect.Amount.plain;
import static dev.clearway.lab.expect.Amount.seconds;

import dev.clearway.lab.expect.Amount;
import dev.clearway.lab.page.ModeResult;
import dev.clearway.lab.page.PageChecks;
import dev.clearway.lab.page.PageReport;
import dev.clearway.lab.page.Way;
import dev.clearway.lab.page.measure.LoadFigures;
import dev.clearway.lab.page.measure.LoadFigures.TypeFigures;
import dev.clearway.lab.page.measure.NetlogFacts;
import dev.clearway.lab.page.measure.ProxyFigures;
import dev.clearway.lab.page.measure.ServerFigures;
import dev.clearway.lab.page.measure.Tail;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The report's words and figures, the same for every form of it. */
final class PageTables {
    static final List<String> MODE_HEAD = List.of(
            "mode",
            "page done",
            "× direct",
            "runs",
            "first run",
            "recorded",
            "protocol",
            "connections",
            "requests on one",
            "waited, median",
            "waited, p95",
            "TTFB, median",
            "issuer");

    static final List<String> TYPE_HEAD = List.of(
            "mode",
            "type",
            "requests",
            "Queueing, median",
            "Queueing, max",
            "Stalled, median",
            "Stalled, max",
            "last one done after");

    static final List<String> SERVER_HEAD = List.of(
            "mode",
            "requests at the server",
            "TTFB, median",
            "server took, median",
            "server took, longest",
            "added on the way, median",
            "added on the way, p95",
            "waited in the proxy, median",
            "waited in the proxy, p95",
            "proxy to server");

    static final List<String> NETLOG_HEAD = List.of(
            "mode",
            "requests",
            "connections",
            "opened and unused",
            "ALPN",
            "through a proxy",
            "waited for a connection",
            "waited for a stream",
            "stream limit",
            "events read");

    private PageTables() {}

    /** The finding in one sentence. */
    static String headline(PageReport report) {
        Optional<ModeResult> direct = report.result(Way.DIRECT);
        Optional<ModeResult> slow = report.result(Way.PROXY_H1);
        Optional<ModeResult> fixed = report.result(Way.PROXY_H2);
        if (direct.isEmpty()) {
            return report.results().isEmpty()
                    ? "Nothing was measured."
                    : "The page was done after "
                            + seconds(report.results().get(0).medianSeconds()) + " ("
                            + report.results().get(0).mode().name() + ").";
        }
        String start = "One page: " + seconds(direct.get().medianSeconds()) + " straight";
        String middle = slow.map(
                        result -> ", " + seconds(result.medianSeconds()) + " through a proxy that offers only HTTP/1.1")
                .orElse("");
        String end = fixed.map(result -> ", " + seconds(result.medianSeconds()) + " through the same proxy with HTTP/2")
                .orElse("");
        String external = report.result(Way.EXTERNAL)
                .map(result -> ", " + seconds(result.medianSeconds()) + " through the given proxy")
                .orElse("");
        return start + middle + end + external + ".";
    }

    /** What follows from it. */
    static List<String> sentences(PageReport report) {
        List<String> sentences = new ArrayList<>();
        report.result(Way.PROXY_H1).ifPresent(slow -> {
            LoadFigures figures = slow.figures();
            sentences.add("Over HTTP/1.1 the browser opens " + figures.connections() + " connections to the host, and "
                    + figures.requests() + " requests take turns on them: half waited "
                    + seconds(figures.waited().median())
                    + " or more before they were sent, the longest "
                    + seconds(figures.waited().max())
                    + ". The server is innocent: once sent, a request was answered after "
                    + seconds(figures.ttfb().median())
                    + " (median), and by the server's own clock it took "
                    + seconds(slow.server().took().median())
                    + report.result(Way.DIRECT)
                            .map(direct -> ", straight "
                                    + seconds(direct.server().took().median()))
                            .orElse("")
                    + ".");
            sentences.add(
                    "Nothing but what the proxy offers the browser was changed. The remedy is HTTP/2 on the proxy's"
                            + " side towards browsers, or to leave such hosts undecrypted.");
        });
        report.result(Way.EXTERNAL).ifPresent(given -> sentences.add(external(report, given)));
        return sentences;
    }

    /** What a proxy of the caller's does to the page. */
    private static String external(PageReport report, ModeResult given) {
        LoadFigures figures = given.figures();
        Optional<LoadFigures> direct = report.result(Way.DIRECT).map(ModeResult::figures);
        boolean inspects = direct.isPresent() && !direct.get().issuers().equals(figures.issuers());
        boolean downgrades = direct.isPresent()
                && !direct.get().protocols().keySet().equals(figures.protocols().keySet());
        return "The given proxy "
                + (inspects ? "inspects TLS (certificates of " + figures.issuerText() + ")" : "leaves TLS alone")
                + (downgrades
                        ? " and changes the protocol: the browser gets " + figures.protocolText() + " in place of "
                                + direct.get().protocolText()
                        : "; the browser gets " + figures.protocolText())
                + ", on " + Amount.counted(figures.connections(), "connection") + ". Requests waited "
                + seconds(figures.waited().median()) + " (median), the longest "
                + seconds(figures.waited().max()) + ", before they were sent; the server itself took "
                + seconds(given.server().took().median()) + ".";
    }

    /** How it was measured, in a few words. */
    static String measured(PageReport report) {
        return report.loader() + " · " + Amount.counted(report.plan().runs(), "run")
                + " a mode, in turns, between a first"
                + " one and one that is recorded · round trip "
                + (report.plan().roundTrip().isZero()
                        ? "of the loopback"
                        : seconds(report.plan().roundTrip().toMillis() / 1000.0))
                + " · " + Amount.counted(report.machine().cores(), "core") + ", load "
                + plain(report.machine().load()) + ", busy factor "
                + plain(report.calibration().factor()) + " · JDK "
                + report.machine().jdk();
    }

    static List<List<String>> modes(PageReport report) {
        return report.results().stream().map(result -> mode(report, result)).toList();
    }

    private static List<String> mode(PageReport report, ModeResult result) {
        LoadFigures figures = result.figures();
        return List.of(
                result.mode().name(),
                seconds(result.medianSeconds()),
                report.result(Way.DIRECT)
                        .map(direct -> plain(result.medianSeconds() / direct.medianSeconds()))
                        .orElse("–"),
                result.runs().stream().map(Amount::seconds).collect(Collectors.joining(", ")),
                seconds(result.first().doneSeconds()),
                seconds(result.recorded().doneSeconds()),
                figures.protocolText(),
                Integer.toString(figures.connections()),
                figures.fewestOnConnection() == figures.mostOnConnection()
                        ? Integer.toString(figures.mostOnConnection())
                        : figures.fewestOnConnection() + " to " + figures.mostOnConnection(),
                seconds(figures.waited().median()),
                seconds(figures.waited().p95()),
                seconds(figures.ttfb().median()),
                figures.issuerText());
    }

    static List<List<String>> types(PageReport report) {
        List<List<String>> rows = new ArrayList<>();
        for (ModeResult result : report.results()) {
            for (TypeFigures type : result.figures().types()) {
                rows.add(List.of(
                        result.mode().name(),
                        type.type(),
                        Integer.toString(type.requests()),
                        seconds(type.queueing().median()),
                        seconds(type.queueing().max()),
                        seconds(type.stalled().median()),
                        seconds(type.stalled().max()),
                        seconds(type.lastFinishSeconds())));
            }
        }
        return rows;
    }

    /** Whose time it was after sending: by the browser, by the server's own clock and by the proxy's journal. */
    static List<List<String>> servers(PageReport report) {
        return report.results().stream().map(PageTables::server).toList();
    }

    private static List<String> server(ModeResult result) {
        ServerFigures server = result.server();
        ProxyFigures proxy = result.proxy();
        Tail waited = proxy == null || proxy.requests() == 0 ? Tail.ofMicros(List.of()) : proxy.waited();
        return List.of(
                result.mode().name(),
                Integer.toString(server.requests()),
                seconds(result.figures().ttfb().median()),
                seconds(server.took().median()),
                seconds(server.took().max()),
                seconds(server.beyond().median()),
                seconds(server.beyond().p95()),
                seconds(waited.median()),
                seconds(waited.p95()),
                proxy == null ? "–" : upstream(proxy));
    }

    private static String upstream(ProxyFigures proxy) {
        return proxy.requests() == 0
                ? Amount.counted(proxy.tunnels(), "tunnel")
                : LoadFigures.protocolText(proxy.upstreamProtocols()) + " on "
                        + Amount.counted(proxy.upstreamConnections(), "connection");
    }

    static List<List<String>> netlogs(PageReport report) {
        List<List<String>> rows = new ArrayList<>();
        for (ModeResult result : report.results()) {
            NetlogFacts facts = result.netlog();
            if (facts != null) {
                rows.add(List.of(
                        result.mode().name(),
                        Integer.toString(facts.requests()),
                        Integer.toString(facts.connections()),
                        Integer.toString(facts.unusedConnections()),
                        facts.alpn().entrySet().stream()
                                .map(entry -> entry.getKey() + " × " + entry.getValue())
                                .collect(Collectors.joining(", ")),
                        Integer.toString(facts.tunnelled()),
                        Integer.toString(facts.groupStalls()),
                        Integer.toString(facts.streamStalls()),
                        facts.maxStreams().isEmpty()
                                ? "–"
                                : facts.maxStreams().stream()
                                        .map(String::valueOf)
                                        .collect(Collectors.joining(", ")),
                        Long.toString(facts.events())));
            }
        }
        return rows;
    }

    private static String trips(PageReport report) {
        return report.plan().roundTrip().isZero()
                ? ""
                : " and " + report.site().requests() + " ÷ 6 round trips of "
                        + seconds(report.plan().roundTrip().toMillis() / 1000.0);
    }

    /** The arithmetic, line by line. */
    static List<String> arithmetic(PageReport report) {
        double sum = report.site().sum().toMillis() / 1000.0;
        double floor = PageChecks.floorSeconds(report.site(), report.plan());
        List<String> lines = new ArrayList<>();
        lines.add("The server answers each of " + report.site().parts().size()
                + " parts after a delay that an MD5 of its"
                + " path fixes: " + report.site().shortest().toMillis() + " to "
                + report.site().longest().toMillis() + " ms, " + seconds(sum) + " in all, the same in every mode.");
        lines.add("On six connections one after the other that is at least " + seconds(sum) + " ÷ 6"
                + trips(report) + " = " + seconds(floor)
                + report.result(Way.PROXY_H1)
                        .map(slow -> "; measured: " + seconds(slow.medianSeconds()) + ", "
                                + plain(slow.medianSeconds() / floor) + " times that.")
                        .orElse("."));
        lines.add("All at once on one connection it is at least the longest delay, "
                + seconds(report.site().longest().toMillis() / 1000.0)
                + report.result(Way.DIRECT)
                        .map(direct -> "; measured: " + seconds(direct.medianSeconds()) + " straight.")
                        .orElse("."));
        return lines;
    }
}
