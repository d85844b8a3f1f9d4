package dev.clearway.analysis.rules;

import dev.clearway.analysis.find.Case;
import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.Rule;
import dev.clearway.analysis.find.WaitFigures;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.Target;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The browser's renderer held requests back: a tab in the background, a busy main thread, a service worker. It shows where
 * requests spent more time in the browser's own queue than on the network, and hardly any waiting for a connection or a
 * stream: then no limit on the network can be what held them. A recording that does not tell the renderer from the
 * scheduler leaves that doubt.
 */
public final class RendererQueueing implements Rule {
    private static final int FEWEST = 5;
    private static final long LEAST_MEDIAN_MICROS = 50_000;
    private static final int TIMES_THE_NETWORK = 4;

    @Override
    public List<Finding> examine(Case c) {
        List<RequestLife> requests = c.recording().requests();
        ToLongFunction<RequestLife> wait =
                life -> life.waits().of(Wait.BROWSER) + life.waits().of(Wait.RENDERER);
        List<RequestLife> held = Limits.filter(requests, life -> wait.applyAsLong(life) > 0);
        WaitFigures browser = figures(held, wait);
        WaitFigures network = figures(requests, life -> life.waits().network());
        WaitFigures exchange = figures(held, life -> life.timings().exchange());
        boolean dominates = browser.sum() >= TIMES_THE_NETWORK * network.sum() && browser.median() >= exchange.median();
        if (held.size() < FEWEST || browser.median() < LEAST_MEDIAN_MICROS || !dominates) {
            return List.of();
        }
        boolean named = held.stream().anyMatch(life -> life.waits().of(Wait.RENDERER) > 0);
        Draft draft = new Draft(FindingId.RENDERER_QUEUEING);
        Draft.Part part = draft.at(named ? Certainty.PROVED : Certainty.LIKELY)
                .requests(held, wait)
                .cause(
                        "The page's own process let requests go late: the tab was in the background, its main thread was busy,"
                                + " or a service worker stood between. The network is not to blame.")
                .evidence(Evidence.computed("requests spent " + millis(browser.median())
                        + " ms (median) in the browser before the network was asked, and " + millis(exchange.median())
                        + " ms on it"))
                .evidence(Evidence.computed("all waits for a connection or a stream together came to "
                        + millis(network.sum()) + " ms, against " + millis(browser.sum()) + " ms in the browser"))
                .remedies(
                        List.of(
                                "Record again with the tab in the foreground and nothing else running in it: a background tab is"
                                        + " throttled and says nothing of the network.",
                                "If it stays, look at the main thread in the Performance panel: the requests wait for scripts."));
        if (!named) {
            part.settles("Tab in the foreground or not; a netlog tells the scheduler's delays from the renderer's.");
        }
        held.forEach(life -> part.origin(Target.of(life.url()).origin()));
        return draft.findings();
    }

    private static WaitFigures figures(List<RequestLife> requests, ToLongFunction<RequestLife> of) {
        return WaitFigures.of(
                requests.stream().map(life -> of.applyAsLong(life)).toList());
    }

    private static long millis(long micros) {
        return Math.round(micros / 1_000.0);
    }
}
