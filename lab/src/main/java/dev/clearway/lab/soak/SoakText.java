package dev.clearway.lab.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A soak for people to read. Stateless. */
public final class SoakText {
    private static final double MEGA = 1e6;

    private SoakText() {}

    /** The headings of {@link #line}. */
    public static String heading() {
        return "    time   requests  failed      p50      p99  heap after GC  descriptors  threads  opened  closed  sent again";
    }

    /** An interval in a line. */
    public static String line(SoakSample sample) {
        return String.format(
                Locale.ROOT,
                "%6.0f s  %9d  %6d  %5.1f ms %5.0f ms  %10.1f MB  %11d  %7d  %6d  %6d  %10d",
                sample.seconds(),
                sample.requests(),
                sample.failed(),
                sample.p50Millis(),
                sample.p99Millis(),
                sample.heapBytes() / MEGA,
                sample.descriptors(),
                sample.threads(),
                sample.opened(),
                sample.closed(),
                sample.retried());
    }

    /** What it came to. */
    public static List<String> verdict(SoakReport report) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(
                report.addresses() > 1
                        ? "the name moved " + report.moves() + " times between " + report.addresses() + " addresses"
                        : "the name did not move, and no server was restarted: there is one address, or names are looked up elsewhere");
        plain("sent again", report.retries(), lines);
        plain("failed", report.failures(), lines);
        lines.add("rule: " + Flatness.RULE);
        report.left().forEach(each -> lines.add("NOT HELD: " + each));
        report.verdicts().forEach(each -> lines.add((each.flat() ? "flat:     " : "NOT FLAT: ") + each.what()));
        return lines;
    }

    private static void plain(String title, Map<String, Long> entries, List<String> lines) {
        entries.forEach((what, times) -> lines.add(title + ": " + times + "  " + what));
    }
}
