package dev.clearway.analysis.rules;

import dev.clearway.analysis.find.Case;
import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.Rule;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.rules.Limits.AtLimit;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Requests waited because every HTTP/1.1 connection that the client permits itself was busy. A netlog and our journal name
 * this wait themselves. In a HAR file it is seen by arithmetic: while requests waited, the number in flight stood at the
 * limit and never above; if the file also tells connections apart and they are exactly that many, nothing else is left
 * that could have held the requests.
 */
public final class Http1ConnectionLimit implements Rule {
    /** Browsers permit themselves six connections to a host; old ones between two and eight. */
    private static final int FEWEST_OF_A_BROWSER = 2;

    private static final int MOST_OF_A_BROWSER = 8;

    @Override
    public List<Finding> examine(Case c) {
        Draft draft = new Draft(FindingId.HTTP1_CONNECTION_LIMIT);
        for (AtLimit found : limits(c)) {
            String many = "all " + found.limit() + " HTTP/1.1 connections";
            Draft.Part part = draft.at(found.certainty())
                    .origin(found.origin())
                    .requests(found.waiting(), found.waited())
                    .evidence(found.evidence())
                    .cause("HTTP/1.1 carries one exchange at a time on a connection, and " + many
                            + " that the client permits itself for the host were busy.")
                    .remedies(Remedies.connectionLimit());
            if (found.certainty() != Certainty.PROVED) {
                part.settles("A netlog of the same page (chrome://net-export) names this wait in events of its own.");
            }
        }
        return draft.findings();
    }

    /** The pools whose requests waited for an HTTP/1.1 connection. */
    static List<AtLimit> limits(Case c) {
        List<AtLimit> found = new ArrayList<>();
        if (c.passesOn()) {
            return found;
        }
        for (List<RequestLife> pool : c.pools()) {
            List<RequestLife> http1 = Limits.filter(pool, Http1ConnectionLimit::mayBeHttp1);
            boolean known = http1.stream().anyMatch(life -> life.leg().protocol() == Protocol.HTTP_1);
            if (known) {
                Optional<AtLimit> limit = Limits.find(c, http1, Wait.CONNECTION_LIMIT, Wait.SOCKET, Wait.BLOCKED);
                limit.flatMap(Http1ConnectionLimit::judged).ifPresent(found::add);
            }
        }
        return found;
    }

    /** A request that never got a connection has no protocol, and may have waited most. */
    private static boolean mayBeHttp1(RequestLife life) {
        return life.leg().protocol() == Protocol.HTTP_1
                || (life.leg().protocol() == Protocol.UNKNOWN && life.waits().of(Wait.CONNECTION_LIMIT) > 0);
    }

    /** What the number of connections says of a limit that was only seen by arithmetic. */
    private static Optional<AtLimit> judged(AtLimit found) {
        if (found.certainty() == Certainty.PROVED) {
            return Optional.of(found);
        }
        long connections = found.pool().stream()
                .map(life -> life.leg().connection())
                .filter(id -> !id.isEmpty())
                .distinct()
                .count();
        boolean usual = found.limit() >= FEWEST_OF_A_BROWSER && found.limit() <= MOST_OF_A_BROWSER;
        if (!usual || (connections > 0 && connections != found.limit())) {
            return Optional.empty();
        }
        if (connections == 0) {
            return Optional.of(found);
        }
        List<Evidence> evidence = new ArrayList<>(found.evidence());
        evidence.add(Evidence.computed(
                Limits.to(found.pool()) + "the requests went over exactly " + connections + " connections"));
        Certainty surer = found.certainty() == Certainty.LIKELY ? Certainty.PROVED : Certainty.LIKELY;
        return Optional.of(new AtLimit(found.pool(), found.waiting(), found.waited(), found.limit(), surer, evidence));
    }
}
