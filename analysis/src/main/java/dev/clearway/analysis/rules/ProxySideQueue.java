package dev.clearway.analysis.rules;

import dev.clearway.analysis.find.Case;
import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.Host;
import dev.clearway.analysis.find.Rule;
import dev.clearway.analysis.find.WaitFigures;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.Target;
import dev.clearway.journal.RequestLife;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Requests waited inside the proxy, after the browser had sent them. A proxy's own journal proves it: its waits are those
 * of its outgoing side. From outside it can at best be possible: of requests that were sent together through a proxy over
 * one multiplexed connection, each answer came later than the one before, as from a server with few hands, while the
 * first came at once. The site itself may be the one with few hands.
 */
public final class ProxySideQueue implements Rule {
    private static final int FEWEST = 12;
    private static final long TOGETHER_MICROS = 100_000;
    private static final long LONG_MICROS = 300_000;
    private static final int TIMES_THE_FIRST = 4;
    private static final double IN_ORDER = 0.9;

    @Override
    public List<Finding> examine(Case c) {
        Draft draft = new Draft(FindingId.PROXY_SIDE_QUEUE);
        if (c.passesOn()) {
            journal(draft, c);
        } else {
            c.hosts().forEach(host -> outside(draft, host));
        }
        return draft.findings();
    }

    private static void journal(Draft draft, Case c) {
        List<RequestLife> waiting = Limits.filter(
                c.recording().requests(),
                life -> life.clientLeg() != null && life.waits().network() > 0);
        WaitFigures figures = WaitFigures.of(
                waiting.stream().map(life -> life.waits().network()).toList());
        if (!figures.noticeable()) {
            return;
        }
        Draft.Part part = draft.at(Certainty.PROVED)
                .requests(waiting, life -> life.waits().network())
                .cause(
                        "The proxy had taken the requests from the browser and waited itself for a connection or a stream to"
                                + " the site.")
                .remedies(List.of(
                        "Let the proxy open more connections to the site, or speak HTTP/2 to it.",
                        "Raise the limit that the journal names."));
        waiting.forEach(life -> part.origin(Target.of(life.url()).origin()));
        c.recording().stalls().stream().limit(6).forEach(stall -> part.evidence(stall.evidence()));
    }

    private static void outside(Draft draft, Host host) {
        boolean proxied = host.interception().atLeast(Certainty.LIKELY)
                || host.requests().stream().anyMatch(life -> !life.leg().proxy().isEmpty());
        List<RequestLife> burst = burst(host.multiplexed());
        if (!proxied || burst.size() < FEWEST) {
            return;
        }
        long first = burst.get(0).timings().firstByte();
        long last = burst.get(burst.size() - 1).timings().firstByte();
        if (last < LONG_MICROS || last < TIMES_THE_FIRST * Math.max(1, first) || inOrder(burst) < IN_ORDER) {
            return;
        }
        draft.at(Certainty.POSSIBLE)
                .origin(host.origin())
                .requests(burst, life -> Math.max(0, life.timings().firstByte() - first))
                .evidence(Evidence.computed(
                        burst.size() + " requests were sent together; the first was answered after " + first / 1_000
                                + " ms, the last after " + last / 1_000 + " ms, each later than the one before"))
                .cause(
                        "Requests that were sent together were answered one after another: they stood in a line behind the"
                                + " proxy's door.")
                .remedies(List.of("Let the proxy open more connections to the site, or speak HTTP/2 to it."))
                .settles(
                        "The proxy's own log or journal, or the same page without the proxy: the line may be the site's.");
    }

    /** The largest number of requests that were sent within a moment, in order of their sending. */
    private static List<RequestLife> burst(List<RequestLife> requests) {
        List<RequestLife> sent = new ArrayList<>(
                Limits.filter(requests, life -> life.dated() && life.timings().firstByte() > 0));
        sent.sort(Comparator.comparingLong(RequestLife::sentMicros));
        int from = 0;
        int bestFrom = 0;
        int bestTo = 0;
        for (int to = 0; to < sent.size(); to++) {
            while (sent.get(to).sentMicros() - sent.get(from).sentMicros() > TOGETHER_MICROS) {
                from++;
            }
            if (to + 1 - from > bestTo - bestFrom) {
                bestFrom = from;
                bestTo = to + 1;
            }
        }
        return sent.subList(bestFrom, bestTo);
    }

    /** The share of neighbours of which the later one was answered later. */
    private static double inOrder(List<RequestLife> burst) {
        int rising = 0;
        for (int i = 1; i < burst.size(); i++) {
            rising += answered(burst.get(i)) >= answered(burst.get(i - 1)) ? 1 : 0;
        }
        return (double) rising / (burst.size() - 1);
    }

    private static long answered(RequestLife life) {
        return life.doneMicros() - Math.max(0, life.timings().receive());
    }
}
