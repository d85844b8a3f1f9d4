package dev.clearway.analysis.report;

import dev.clearway.analysis.Format;
import dev.clearway.analysis.find.Host;
import dev.clearway.analysis.find.Interception;
import dev.clearway.analysis.find.WaitFigures;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.whatif.WhatIf;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The tables that a report shows, as text in cells, for every form of report alike. */
final class Tables {
    static final List<String> HOST_HEAD = List.of(
            "host",
            "requests",
            "protocol",
            "connections",
            "peak in flight",
            "browser wait",
            "connection wait",
            "stream wait",
            "undivided wait",
            "interception");

    static final String WHAT_IF_TITLE =
            "What the same requests would have taken, if each answer took as long as it did (the time in which at least one"
                    + " was under way). Of two figures the longer one leaves every request where it was, the shorter one lets"
                    + " those that came right after an answer follow it. On pages recorded with and without a limit the model"
                    + " was off by up to 2 % with the limit as it was, 19 % with it doubled, 16 % without it; how far it is"
                    + " off here stands beside the same limit.";

    static final List<String> WHAT_IF_HEAD = List.of(
            "host", "requests", "limit", "measured", "model, same limit", "limit doubled", "one connection, no limit");

    static final List<String> PAGE_HEAD = List.of("page (for --page)", "requests");

    private static final int MOST_PAGES = 20;

    private Tables() {}

    /** What a recording is, in a line: its kind, who made it, how many requests, when. */
    static String about(Recording recording) {
        List<String> words = new ArrayList<>(List.of(recording.kind().toString()));
        if (!recording.producer().isEmpty()) {
            words.add(recording.producer());
        }
        words.add(Format.count(recording.requests().size(), "request") + (recording.selected() ? " selected" : ""));
        String period = Format.period(recording.requests());
        if (!period.isEmpty()) {
            words.add("issued " + period);
        }
        return String.join(", ", words);
    }

    /** The recording's pages with their requests, those with most first; none if it has but one. */
    static List<List<String>> pages(Recording recording) {
        Map<String, Long> pages = recording.requests().stream()
                .filter(life -> !life.page().isEmpty())
                .collect(Collectors.groupingBy(RequestLife::page, LinkedHashMap::new, Collectors.counting()));
        if (pages.size() < 2) {
            return List.of();
        }
        return pages.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_PAGES)
                .map(page -> List.of(page.getKey(), Long.toString(page.getValue())))
                .toList();
    }

    static List<String> row(Host host) {
        List<String> cells = new ArrayList<>();
        cells.add(host.shown());
        cells.add(Integer.toString(host.requests().size()));
        cells.add(protocols(host));
        cells.add(host.connections() == 0 ? "?" : Long.toString(host.connections()));
        cells.add(Integer.toString(host.peak()));
        cells.add(waits(host.waits(Wait.Place.BROWSER)));
        cells.add(waits(host.waits(Wait.Place.SOCKET)));
        cells.add(waits(host.waits(Wait.Place.STREAM)));
        cells.add(waits(host.waits(Wait.Place.UNDIVIDED)));
        cells.add(interception(host));
        return cells;
    }

    private static String protocols(Host host) {
        List<String> words = new ArrayList<>();
        host.protocols()
                .forEach((protocol, count) ->
                        words.add(host.protocols().size() == 1 ? protocol.toString() : protocol + " × " + count));
        return String.join(", ", words);
    }

    private static String waits(WaitFigures waits) {
        return waits.count() == 0
                ? "–"
                : Format.duration(waits.sum()) + " (max " + Format.duration(waits.longest()) + ")";
    }

    static String interception(Host host) {
        Interception interception = host.interception();
        if (!host.secure()) {
            return "no TLS";
        }
        if (interception.certainty() != null) {
            return interception.certainty() + (interception.by().isEmpty() ? "" : ": " + interception.by());
        }
        return interception.cleared() ? "no sign" : "cannot tell";
    }

    static List<String> row(WhatIf whatIf) {
        return List.of(
                Format.authority(whatIf.origin()),
                Integer.toString(whatIf.requests()),
                whatIf.limit() + (whatIf.streams() ? " streams" : " connections"),
                Format.duration(whatIf.measured()),
                Format.duration(whatIf.modelled()) + " (off by " + Format.percent(whatIf.error()) + ")",
                Format.duration(whatIf.doubled()),
                Format.range(whatIf.followed(), whatIf.unlimited()));
    }
}
