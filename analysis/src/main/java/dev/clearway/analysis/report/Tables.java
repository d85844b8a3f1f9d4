package dev.clearway.analysis.report;

import dev.clearway.analysis.Format;
import dev.clearway.analysis.find.Host;
import dev.clearway.analysis.find.Interception;
import dev.clearway.analysis.find.WaitFigures;
import dev.clearway.analysis.whatif.WhatIf;
import dev.clearway.journal.Wait;
import java.util.ArrayList;
import java.util.List;

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
                    + " was off by up to 2 % with the limit as it was, 19 % with it doubled, 16 % without it.";

    static final List<String> WHAT_IF_HEAD = List.of(
            "host", "requests", "limit", "measured", "model, same limit", "limit doubled", "one connection, no limit");

    private Tables() {}

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
