package dev.clearway.analysis.rules;

import dev.clearway.analysis.find.Case;
import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.Host;
import dev.clearway.analysis.find.Interception;
import dev.clearway.analysis.find.Rule;
import dev.clearway.analysis.model.Connection;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.rules.Limits.AtLimit;
import dev.clearway.journal.RequestLife;
import java.util.List;

/**
 * The stream limit at which requests waited is the proxy's own. SETTINGS are exchanged between the two ends of a
 * connection; where the certificate shows that an interceptor is the other end, the limit is its, whatever the site
 * permits. So this is as sure as the interception, and is stated where requests waited at that limit or where it lies
 * below the 100 that RFC 9113 (section 6.5.2) recommends as the least.
 */
public final class LowStreamLimitOfProxy implements Rule {
    private static final long LEAST_RECOMMENDED = 100;

    @Override
    public List<Finding> examine(Case c) {
        Draft draft = new Draft(FindingId.LOW_STREAM_LIMIT_OF_PROXY);
        List<AtLimit> limits = Http2StreamLimit.limits(c);
        for (Host host : c.hosts()) {
            Interception interception = host.interception();
            Certainty certainty = interception.certainty();
            long limit = announced(c, host);
            List<AtLimit> waited = limits.stream()
                    .filter(at -> at.origin().equals(host.origin()) && at.certainty() == Certainty.PROVED)
                    .toList();
            if (certainty == null || !interception.atLeast(Certainty.LIKELY) || limit < 0) {
                continue;
            }
            if (limit < LEAST_RECOMMENDED || !waited.isEmpty()) {
                state(draft.at(certainty), c, host, limit, waited);
            }
        }
        return draft.findings();
    }

    private static void state(Draft.Part part, Case c, Host host, long limit, List<AtLimit> waited) {
        part.origin(host.origin())
                .cause("The intercepting proxy" + by(host) + " permits " + limit
                        + " streams at a time, whatever the site itself permits.")
                .evidence(host.interception().evidence())
                .remedies(List.of(
                        "Raise the limit of streams on the proxy's client leg to what a page asks for at once.",
                        Remedies.EXEMPT));
        for (AtLimit at : waited) {
            part.requests(at.waiting(), at.waited());
            Evidence shown = Http2StreamLimit.announced(c, at);
            if (shown != null) {
                part.evidence(shown);
            }
        }
    }

    private static String by(Host host) {
        return host.interception().by().isEmpty()
                ? ""
                : " (" + host.interception().by() + ")";
    }

    private static long announced(Case c, Host host) {
        long limit = -1;
        for (RequestLife life : host.requests()) {
            Connection connection = c.recording().connections().get(life.leg().connection());
            limit = connection == null ? limit : Math.max(limit, connection.maxStreams());
        }
        return limit;
    }
}
