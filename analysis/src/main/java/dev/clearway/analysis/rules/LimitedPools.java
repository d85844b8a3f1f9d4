package dev.clearway.analysis.rules;

import dev.clearway.analysis.find.Case;
import java.util.List;
import java.util.stream.Stream;

/** The pools whose requests waited at a limit, for those who want to reckon with them. */
public final class LimitedPools {
    private LimitedPools() {}

    /** Those of {@code c}, whether the limit is one of connections or of streams. */
    public static List<LimitedPool> of(Case c) {
        Stream<LimitedPool> connections = Http1ConnectionLimit.limits(c).stream()
                .map(at -> new LimitedPool(at.origin(), at.pool(), at.limit(), false));
        Stream<LimitedPool> streams = Http2StreamLimit.limits(c).stream()
                .map(at -> new LimitedPool(at.origin(), at.pool(), at.limit(), true));
        return Stream.concat(connections, streams).toList();
    }
}
