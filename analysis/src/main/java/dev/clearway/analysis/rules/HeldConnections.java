package dev.clearway.analysis.rules;

import dev.clearway.analysis.find.Case;
import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.Rule;
import dev.clearway.analysis.find.WaitFigures;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.rules.Limits.AtLimit;
import dev.clearway.journal.RequestLife;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The places that others waited for were held, not scarce: by event streams, web sockets or long polls that keep a
 * connection or stream for as long as they live. It shows by who was in flight while a request waited. Where at least
 * half of the places were held so, and the recorder says what the holders are, it is proved; where only their age tells,
 * it is likely.
 */
public final class HeldConnections implements Rule {
    private static final Set<String> LONG_LIVED = Set.of("eventsource", "websocket");
    private static final long OLD_MICROS = 10_000_000;
    private static final long RATHER_OLD_MICROS = 3_000_000;
    private static final int TIMES_THE_MEDIAN = 5;

    @Override
    public List<Finding> examine(Case c) {
        Draft draft = new Draft(FindingId.HELD_CONNECTIONS);
        Stream.concat(Http1ConnectionLimit.limits(c).stream(), Http2StreamLimit.limits(c).stream())
                .forEach(at -> examine(draft, at));
        return draft.findings();
    }

    private static void examine(Draft draft, AtLimit at) {
        long median = WaitFigures.of(at.pool().stream()
                        .map(life -> life.timings().exchange())
                        .toList())
                .median();
        List<RequestLife> holders = Limits.filter(at.pool(), life -> longLived(life, median));
        List<RequestLife> victims = new ArrayList<>();
        double held = 0;
        for (RequestLife waiting : at.waiting()) {
            double here = heldDuring(waiting, at.waited().applyAsLong(waiting), holders);
            if (here > 0.5) {
                victims.add(waiting);
            }
            held = Math.max(held, here);
        }
        int places = at.limit() > 0 ? at.limit() : 6;
        if (victims.isEmpty() || held * 2 < places) {
            return;
        }
        boolean told = holders.stream().anyMatch(life -> LONG_LIVED.contains(life.type()));
        Draft.Part part = draft.at(told ? at.certainty() : Certainty.LIKELY)
                .origin(at.origin())
                .requests(victims, at.waited())
                .cause(
                        "Responses that last long keep their connections or streams; what is left is too little for the rest.")
                .evidence(Evidence.computed(Math.round(held) + " of " + places
                        + " places were held by long-lived responses while others waited"))
                .remedies(Remedies.heldConnections());
        holders.stream().limit(8).forEach(holder -> part.evidence(describe(holder)));
    }

    private static boolean longLived(RequestLife life, long median) {
        long exchange = life.timings().exchange();
        boolean old =
                exchange >= OLD_MICROS || (exchange >= RATHER_OLD_MICROS && exchange >= TIMES_THE_MEDIAN * median);
        return life.dated() && (LONG_LIVED.contains(life.type()) || old);
    }

    /** How many of {@code holders} were in flight, on average, while {@code waiting} waited. */
    private static double heldDuring(RequestLife waiting, long wait, List<RequestLife> holders) {
        if (!waiting.dated() || wait <= 0) {
            return 0;
        }
        long to = waiting.grantedMicros();
        long from = to - wait;
        double held = 0;
        for (RequestLife holder : holders) {
            if (!holder.id().equals(waiting.id())) {
                held += Math.max(0, Math.min(to, holder.doneMicros()) - Math.max(from, holder.grantedMicros()));
            }
        }
        return held / wait;
    }

    private static Evidence describe(RequestLife holder) {
        String what = holder.type().isEmpty() ? "a response" : holder.type();
        return Evidence.computed("request " + holder.id() + " (" + what + ", " + holder.url() + ") was in flight for "
                + holder.timings().exchange() / 1_000_000 + " s");
    }
}
