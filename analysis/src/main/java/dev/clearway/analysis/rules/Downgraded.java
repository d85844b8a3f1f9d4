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
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A proxy on the path took HTTP/2 away. Two things have to be shown: that someone other than the site answered in TLS,
 * and that the site itself would have spoken HTTP/2 or HTTP/3 (it says so in Alt-Svc, or did so in another recording).
 * Both together prove it. One of them makes it likely; the site's word alone only possible where the recorder writes no
 * times of waiting, since then it is no browser, and the client may not offer HTTP/2 at all. HTTP/1.1 alone shows nothing, and neither does it where the
 * browser has HTTP/2 switched off. A peer that chose no protocol at all (no ALPN) counts as HTTP/1.1.
 */
public final class Downgraded implements Rule {
    @Override
    public List<Finding> examine(Case c) {
        Draft draft = new Draft(FindingId.DOWNGRADED);
        if (c.recording().browser().http2Off() != null) {
            return List.of();
        }
        for (Host host : c.hosts()) {
            List<RequestLife> http1 = host.http1();
            if (host.secure() && !http1.isEmpty() && host.multiplexed().isEmpty()) {
                judge(c, host).ifPresent(certainty -> state(draft.at(certainty), c, host, http1));
            }
        }
        return draft.findings();
    }

    private static Optional<Certainty> judge(Case c, Host host) {
        Interception interception = host.interception();
        boolean capable = c.capable(host.origin()) != null;
        if (interception.cleared()) {
            return Optional.empty();
        }
        if (interception.atLeast(Certainty.LIKELY)) {
            return Optional.of(capable && interception.atLeast(Certainty.PROVED) ? Certainty.PROVED : Certainty.LIKELY);
        }
        if (c.advertises(host.origin())) {
            return Optional.of(c.recording().tellsWaits() ? Certainty.LIKELY : Certainty.POSSIBLE);
        }
        // What another recording shows may be the site of another day.
        return capable ? Optional.of(Certainty.POSSIBLE) : Optional.empty();
    }

    private static void state(Draft.Part part, Case c, Host host, List<RequestLife> http1) {
        Evidence capable = c.capable(host.origin());
        String by = host.interception().by();
        part.origin(host.origin())
                .requests(http1, life -> life.waits().at(Wait.Place.SOCKET))
                .cause((capable == null ? "" : "The site itself offers more than HTTP/1.1, but ")
                        + (by.isEmpty() ? "what answers on the path" : by) + " agrees to HTTP/1.1 only.")
                .remedies(Remedies.downgraded());
        Evidence alpn = alpn(c, http1);
        if (alpn != null) {
            part.evidence(alpn);
        }
        part.evidence(host.interception().evidence());
        if (capable != null) {
            part.evidence(capable);
        } else {
            part.settles("Ask the site itself from a network without the proxy: curl -sI --http2 -w '%{http_version}' "
                    + host.origin() + "/");
        }
        if (!c.recording().tellsWaits()) {
            part.settles(
                    "Ask whether the client offers HTTP/2 at all: browsers do, many other programs do not, and what wrote"
                            + " this file may have recorded either.");
        }
        if (!host.interception().atLeast(Certainty.LIKELY)) {
            part.settles("Look who issued the certificate: record a netlog (chrome://net-export), or curl -v "
                    + host.origin() + "/");
        }
    }

    private static @Nullable Evidence alpn(Case c, List<RequestLife> http1) {
        for (RequestLife life : http1) {
            Connection connection = c.recording().connections().get(life.leg().connection());
            if (connection != null && connection.alpnShown() != null) {
                return connection.alpnShown();
            }
        }
        return null;
    }
}
