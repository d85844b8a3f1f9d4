package dev.clearway.analysis;

import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.Host;
import dev.clearway.analysis.find.WaitFigures;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.whatif.WhatIf;
import dev.clearway.journal.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The answer in a few sentences.
 *
 * @param outcome what it came to
 * @param headline the answer in one sentence
 * @param sentences what else to know, the most important first
 */
public record Verdict(Outcome outcome, String headline, List<String> sentences) {
    /** Waits that nothing explains are worth a word from this on. */
    private static final long UNEXPLAINED_MICROS = 500_000;

    static Verdict of(Recording recording, List<Host> hosts, List<Finding> findings, List<WhatIf> whatIfs) {
        List<String> sentences = new ArrayList<>();
        for (Finding finding : findings) {
            sentences.add(sentence(finding, recording.requests().size()));
        }
        whatIfs.stream().limit(1).map(Verdict::sentence).forEach(sentences::add);
        boolean open = cannotTell(recording, findings, sentences);
        if (!findings.isEmpty()) {
            return new Verdict(Outcome.FINDINGS, headline(findings), sentences);
        }
        boolean part = recording.extent().partial() || open;
        String headline = recording.requests().isEmpty()
                ? recording.selected()
                        ? "None of the recording's requests is among those that were asked for."
                        : "The recording holds no request that went over the network."
                : open ? open(recording) : nothing(hosts);
        return new Verdict(part ? Outcome.NOTHING_FOUND_IN_PART : Outcome.NOTHING_FOUND, headline, sentences);
    }

    /** Either the recorder writes no times of waiting, or it writes them and nothing tells what they were for. */
    private static String open(Recording recording) {
        return recording.tellsWaits()
                ? "Requests waited before they were sent; what for cannot be told from this recording."
                : "Whether requests waited cannot be told from this recording.";
    }

    private static String nothing(List<Host> hosts) {
        int requests = hosts.stream().mapToInt(host -> host.requests().size()).sum();
        return "None of " + Format.count(requests, "request") + " waited noticeably for a connection or a stream.";
    }

    /** Says what the recording cannot show; returns whether that leaves the main question open. */
    private static boolean cannotTell(Recording recording, List<Finding> findings, List<String> sentences) {
        if (recording.requests().isEmpty()) {
            return false;
        }
        if (!recording.tellsWaits()) {
            sentences.add("Cannot tell: " + (recording.producer().isEmpty() ? "its maker" : recording.producer())
                    + " writes no times of waiting. A netlog (chrome://net-export) or a HAR file saved from Chrome's or"
                    + " Firefox's own tools has them.");
            return true;
        }
        WaitFigures waits = WaitFigures.of(recording.requests().stream()
                .map(life -> life.waits().of(Wait.BLOCKED) + life.waits().of(Wait.SOCKET))
                .toList());
        if (findings.stream().noneMatch(finding -> finding.waits().sum() > 0) && waits.sum() >= UNEXPLAINED_MICROS) {
            sentences.add("Requests waited " + Format.duration(waits.sum()) + " in all before they were sent (longest "
                    + Format.duration(waits.longest())
                    + "), and the recording does not show for what: connections being"
                    + " opened, a limit, or the browser itself. A netlog would.");
            return findings.isEmpty();
        }
        return false;
    }

    private static String headline(List<Finding> findings) {
        Optional<Finding> limit = findings.stream().filter(Verdict::isLimit).findFirst();
        Optional<Finding> downgraded = first(findings, FindingId.DOWNGRADED);
        if (downgraded.isPresent()) {
            String cost = limit.map(
                            found -> ", and " + Format.count(found.requests().size(), "request") + " waited "
                                    + Format.duration(found.waits().sum()) + " in all for a connection")
                    .orElseGet(() -> heldBack(findings));
            return hedge(downgraded.get()) + "HTTP/2 was taken away on the path" + cost + ".";
        }
        if (limit.isPresent()) {
            Finding found = limit.get();
            return hedge(found) + found.id().title() + ": "
                    + Format.count(found.requests().size(), "request") + ", "
                    + Format.duration(found.waits().sum()) + " in all.";
        }
        boolean onlyIntercepted = findings.stream().allMatch(found -> found.id() == FindingId.INTERCEPTED);
        return onlyIntercepted
                ? hedge(findings.get(0)) + "TLS is intercepted; requests did not wait noticeably."
                : hedge(findings.get(0)) + findings.get(0).id().title() + ".";
    }

    /** Where the requests really waited, if it was in the browser; empty if it was not. */
    private static String heldBack(List<Finding> findings) {
        return findings.stream()
                .filter(found ->
                        found.id() == FindingId.RENDERER_QUEUEING || found.id() == FindingId.SCHEDULER_QUEUEING)
                .map(found -> ", but it is the browser itself that "
                        + Format.count(found.waits().count(), "request") + " waited for: "
                        + Format.duration(found.waits().sum()) + " in all")
                .findFirst()
                .orElse("");
    }

    /** What is not proved does not begin like a fact. */
    private static String hedge(Finding finding) {
        return switch (finding.certainty()) {
            case PROVED -> "";
            case LIKELY -> "Likely: ";
            case POSSIBLE -> "Possibly: ";
        };
    }

    private static boolean isLimit(Finding finding) {
        return switch (finding.id()) {
            case HTTP1_CONNECTION_LIMIT, HTTP2_STREAM_LIMIT, PROXY_CONNECTION_CAP, PROXY_SIDE_QUEUE -> true;
            default -> false;
        };
    }

    private static Optional<Finding> first(List<Finding> findings, FindingId id) {
        return findings.stream().filter(finding -> finding.id() == id).findFirst();
    }

    private static String sentence(Finding finding, int all) {
        WaitFigures waits = finding.waits();
        String cost = waits.sum() == 0
                ? ""
                : " " + waits.count() + " of " + Format.count(all, "request") + " waited "
                        + Format.duration(waits.sum())
                        + " in all (longest " + Format.duration(waits.longest()) + ", median "
                        + Format.duration(waits.median()) + ").";
        String sure = finding.certainty() == Certainty.PROVED
                ? "proved"
                : finding.certainty().toString();
        return finding.id().title() + " (" + sure + "). " + Format.sentence(finding.cause()) + cost;
    }

    private static String sentence(WhatIf whatIf) {
        return "Without the limit the same " + Format.count(whatIf.requests(), "request") + " to "
                + Format.authority(whatIf.origin()) + " would have taken "
                + Format.range(whatIf.followed(), whatIf.unlimited()) + " instead of "
                + Format.duration(whatIf.measured())
                + ", if the answers came as fast (with the limit the model is off by "
                + Format.percent(whatIf.error()) + ").";
    }
}
