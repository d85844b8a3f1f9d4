package dev.clearway.analysis.rules;

import dev.clearway.analysis.find.Case;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.Rule;
import java.util.Comparator;
import java.util.List;

/** All rules. */
public final class Rules {
    private static final List<Rule> ALL = List.of(
            new Downgraded(),
            new Intercepted(),
            new Http1ConnectionLimit(),
            new Http2StreamLimit(),
            new ProxyConnectionCap(),
            new HeldConnections(),
            new SchedulerQueueing(),
            new RendererQueueing(),
            new NoHttp2AtOrigin(),
            new Http2OffInBrowser(),
            new ProxySideQueue(),
            new ConnectionChurn(),
            new LowStreamLimitOfProxy());

    private Rules() {}

    /** One rule for each {@link dev.clearway.analysis.find.FindingId}. */
    public static List<Rule> all() {
        return ALL;
    }

    /** What all rules find in {@code c}: the surest first, then in the order of the rules. */
    public static List<Finding> findings(Case c) {
        return ALL.stream()
                .flatMap(rule -> rule.examine(c).stream())
                .sorted(Comparator.comparing(Finding::certainty).reversed().thenComparing(Finding::id))
                .toList();
    }
}
