package dev.clearway.lab.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A chaos for people to read. Stateless. */
public final class ChaosText {
    private ChaosText() {}

    /** The report's lines. */
    public static List<String> lines(ChaosReport report) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%d of %d requests, seed %d, %d at once, in %.1f s: %.0f a second",
                report.sent(),
                report.plan().requests(),
                report.plan().seed(),
                report.plan().concurrent(),
                report.seconds(),
                report.sent() / Math.max(report.seconds(), 1e-9)));
        section("Faults", report.of(Happening.Kind.FAULT), lines);
        section("At the handler", report.of(Happening.Kind.HANDLER), lines);
        section("Sent again by the client", report.of(Happening.Kind.RETRY), lines);
        section("Outcomes", report.of(Happening.Kind.OUTCOME), lines);
        plain("Failures", report.failures(), lines);
        plain("Connections", report.connections(), lines);
        lines.add("");
        verdict(report, lines);
        return lines;
    }

    private static void section(String title, List<Map.Entry<Happening, Long>> entries, List<String> lines) {
        if (!entries.isEmpty()) {
            lines.add("");
            lines.add(title);
            entries.forEach(each -> lines.add(row(each.getValue(), each.getKey().text())));
        }
    }

    private static void plain(String title, Map<String, Long> entries, List<String> lines) {
        if (!entries.isEmpty()) {
            lines.add("");
            lines.add(title);
            entries.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .forEach(each -> lines.add(row(each.getValue(), each.getKey())));
        }
    }

    private static String row(long number, String text) {
        return String.format(Locale.ROOT, "  %9d  %s", number, text);
    }

    private static void verdict(ChaosReport report, List<String> lines) {
        report.objections().forEach(each -> lines.add("NOT HELD: " + each));
        report.violations().forEach(each -> lines.add("NOT HELD: " + each));
        long untold = report.wrongRequests() - report.violations().size();
        if (untold > 0) {
            lines.add("NOT HELD: of " + untold + " more requests something does not hold");
        }
        if (report.holds()) {
            lines.add("held: one outcome for each request, none processed twice unless it was known to be safe, none"
                    + " processed that was said not to be, every answer whole and the request's own, no stream above a"
                    + " limit that was known; nothing open, queued or left behind"
                    + (report.buffersWatched() ? ", no buffer lost" : ""));
        }
    }
}
