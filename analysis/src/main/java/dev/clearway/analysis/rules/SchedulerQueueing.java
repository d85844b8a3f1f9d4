package dev.clearway.analysis.rules;

import dev.clearway.analysis.find.Case;
import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.Occupancy;
import dev.clearway.analysis.find.Rule;
import dev.clearway.analysis.find.WaitFigures;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.Target;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import java.util.List;

/**
 * The browser's scheduler held requests back before it asked the network. A netlog shows it as the time between a request's
 * arrival in the network service and its start. Other recordings mix it with the renderer's own delays; there it is likely
 * where requests were held back while as many of the same host were in flight as HTTP/1.1 permits, since that is when
 * the scheduler holds back what is less important.
 */
public final class SchedulerQueueing implements Rule {
    private static final long NOTICEABLE_MICROS = 5_000;
    private static final long LONG_MICROS = 500_000;
    private static final int FEWEST = 3;

    @Override
    public List<Finding> examine(Case c) {
        Draft draft = new Draft(FindingId.SCHEDULER_QUEUEING);
        List<RequestLife> named =
                Limits.filter(c.recording().requests(), life -> life.waits().of(Wait.SCHEDULER) >= NOTICEABLE_MICROS);
        WaitFigures figures = WaitFigures.of(
                named.stream().map(life -> life.waits().of(Wait.SCHEDULER)).toList());
        if (named.size() >= FEWEST && figures.noticeable()) {
            RequestLife longest = longest(named, Wait.SCHEDULER);
            state(draft.at(Certainty.PROVED), named, Wait.SCHEDULER)
                    .evidence(Evidence.computed("request " + longest.id() + " reached the network service "
                            + longest.waits().of(Wait.SCHEDULER) / 1_000 + " ms before it was started there"));
        }
        c.pools().forEach(pool -> unnamed(draft, pool));
        return draft.findings();
    }

    private static void unnamed(Draft draft, List<RequestLife> pool) {
        List<RequestLife> http1 = Limits.filter(pool, life -> life.leg().protocol() == Protocol.HTTP_1);
        List<RequestLife> held = Limits.filter(http1, life -> life.waits().of(Wait.BROWSER) >= LONG_MICROS);
        Occupancy occupancy = Occupancy.of(http1, life -> life.waits().total());
        if (held.size() >= FEWEST && occupancy.limited() && occupancy.level() > 1) {
            state(draft.at(Certainty.LIKELY), held, Wait.BROWSER)
                    .evidence(Evidence.computed(held.size() + " requests were held back in the browser while "
                            + occupancy.level() + " others of the host were in flight"))
                    .settles("A netlog tells the scheduler's delays from the renderer's.");
        }
    }

    private static RequestLife longest(List<RequestLife> requests, Wait kind) {
        RequestLife longest = requests.get(0);
        for (RequestLife life : requests) {
            longest = life.waits().of(kind) > longest.waits().of(kind) ? life : longest;
        }
        return longest;
    }

    private static Draft.Part state(Draft.Part part, List<RequestLife> held, Wait kind) {
        held.forEach(life -> part.origin(Target.of(life.url()).origin()));
        return part.requests(held, life -> life.waits().of(kind))
                .cause(
                        "The browser holds less important requests back while enough others are under way; over HTTP/1.1 it"
                                + " holds back more of them.")
                .remedies(List.of(
                        "Give what the page needs first a high priority (fetchpriority, preload) and load the rest lazily.",
                        "Serve the site over HTTP/2: the browser then leaves the order to the server and holds back less.",
                        Remedies.FEWER));
    }
}
