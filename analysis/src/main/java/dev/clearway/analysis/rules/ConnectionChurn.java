package dev.clearway.analysis.rules;

import dev.clearway.analysis.find.Case;
import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.Host;
import dev.clearway.analysis.find.Rule;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.journal.RequestLife;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Connections are opened for a request or two and closed again, so that handshakes take the time that a limit would take
 * otherwise. It is proved by counting, where the recorder tells connections apart.
 */
public final class ConnectionChurn implements Rule {
    /** Two rounds of six connections: fewer need not be a habit. */
    private static final int MANY = 12;

    private static final double FEW_REQUESTS_EACH = 2;

    @Override
    public List<Finding> examine(Case c) {
        Draft draft = new Draft(FindingId.CONNECTION_CHURN);
        for (Host host : c.hosts()) {
            Map<String, Long> carried = host.http1().stream()
                    .map(life -> life.leg().connection())
                    .filter(id -> !id.isEmpty())
                    .collect(Collectors.groupingBy(id -> id, Collectors.counting()));
            long requests = carried.values().stream().mapToLong(Long::longValue).sum();
            if (carried.size() >= MANY && (double) requests / carried.size() <= FEW_REQUESTS_EACH) {
                state(draft.at(Certainty.PROVED), host, carried.size(), requests);
            }
        }
        return draft.findings();
    }

    private static void state(Draft.Part part, Host host, int connections, long requests) {
        List<RequestLife> opened =
                Limits.filter(host.http1(), life -> life.timings().opening() > 0);
        part.origin(host.origin())
                .requests(opened, life -> life.timings().opening())
                .evidence(Evidence.computed(
                        connections + " connections to " + host.shown() + " carried " + requests + " requests"))
                .cause("Connections are closed after a request or two, so most requests pay for a handshake.")
                .remedies(List.of(
                        "Let the server, and every proxy before it, keep connections alive (no Connection: close, an idle"
                                + " timeout above the pause between requests).",
                        "Serve the site over HTTP/2: one connection carries all."));
    }
}
