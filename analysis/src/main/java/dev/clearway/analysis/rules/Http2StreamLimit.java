package dev.clearway.analysis.rules;

import dev.clearway.analysis.find.Case;
import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.Interception;
import dev.clearway.analysis.find.Rule;
import dev.clearway.analysis.model.Connection;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.rules.Limits.AtLimit;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests waited because every stream that the peer permits was taken. A netlog and our journal name this wait; the
 * limit is what the peer announced in SETTINGS_MAX_CONCURRENT_STREAMS (RFC 9113, section 5.1.2). A HAR file shows it only
 * as a number in flight that stood still while others waited on one connection, which is likely and no proof: the file
 * does not hold the announced limit.
 */
public final class Http2StreamLimit implements Rule {
    @Override
    public List<Finding> examine(Case c) {
        Draft draft = new Draft(FindingId.HTTP2_STREAM_LIMIT);
        for (AtLimit found : limits(c)) {
            Interception interception = c.interception(found.origin());
            String whose = interception.atLeast(Certainty.LIKELY)
                    ? "the intercepting proxy, which is the peer here,"
                    : "the peer";
            Draft.Part part = draft.at(found.certainty());
            Evidence announced = announced(c, found);
            if (announced != null) {
                part.evidence(announced);
            }
            part.origin(found.origin())
                    .requests(found.waiting(), found.waited())
                    .evidence(found.evidence())
                    .cause(cause(found, whose))
                    .remedies(Remedies.streamLimit());
            if (found.certainty() != Certainty.PROVED) {
                part.settles(
                        "A netlog holds the announced limit (HTTP2_SESSION_RECV_SETTING) and names each wait at it.");
            }
        }
        return draft.findings();
    }

    private static String cause(AtLimit found, String whose) {
        return "A connection carries as many streams at a time as " + whose + " permits (" + found.limit()
                + "), and all were taken.";
    }

    static @Nullable Evidence announced(Case c, AtLimit found) {
        for (RequestLife life : found.waiting()) {
            Connection connection = c.recording().connections().get(life.leg().connection());
            if (connection != null && connection.limitShown() != null) {
                return connection.limitShown();
            }
        }
        return null;
    }

    /** The pools whose requests waited for a stream. */
    static List<AtLimit> limits(Case c) {
        List<AtLimit> found = new ArrayList<>();
        if (c.passesOn()) {
            return found;
        }
        for (List<RequestLife> pool : c.pools()) {
            List<RequestLife> http2 = Limits.filter(pool, life -> life.leg().protocol() == Protocol.HTTP_2);
            Limits.find(c, http2, Wait.STREAM_LIMIT, Wait.BLOCKED).ifPresent(found::add);
        }
        return found;
    }
}
