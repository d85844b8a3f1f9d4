package dev.clearway.analysis.rules;

import dev.clearway.analysis.find.Case;
import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.Host;
import dev.clearway.analysis.find.Interception;
import dev.clearway.analysis.find.Rule;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.journal.RequestLife;
import java.util.List;

/**
 * Someone on the path ends TLS and makes certificates of their own. The certificates prove it, where the recording holds
 * them ({@link Interception} says how). A HAR file does not; there, HTTP/1.1 through a proxy to a site that offers HTTP/3
 * makes it possible and no more, since a proxy that merely tunnels leaves the protocol alone.
 */
public final class Intercepted implements Rule {
    @Override
    public List<Finding> examine(Case c) {
        Draft draft = new Draft(FindingId.INTERCEPTED);
        for (Host host : c.hosts()) {
            Interception interception = host.interception();
            Certainty certainty = interception.certainty();
            if (certainty != null) {
                state(draft.at(certainty), host, interception);
            } else if (!interception.cleared() && !c.recording().tellsIssuer()) {
                withoutIssuer(draft, c, host);
            }
        }
        return draft.findings();
    }

    private static void state(Draft.Part part, Host host, Interception interception) {
        String by = interception.by().isEmpty() ? "a party on the path" : interception.by();
        part.origin(host.origin())
                .requests(host.requests(), life -> 0)
                .evidence(interception.evidence())
                .cause("The certificates come from " + by + ", not from the sites: TLS ends there and begins anew.")
                .remedies(List.of(
                        "None is needed for that alone: inspection that keeps HTTP/2 costs little. See the other findings.",
                        Remedies.EXEMPT));
        if (interception.certainty() != Certainty.PROVED) {
            part.settles("Compare the issuer with the one seen from another network: curl -v " + host.origin() + "/");
        }
    }

    private static void withoutIssuer(Draft draft, Case c, Host host) {
        Evidence offered = c.capable(host.origin());
        List<RequestLife> http1 = host.http1();
        if (!host.secure()
                || offered == null
                || http1.isEmpty()
                || !host.multiplexed().isEmpty()) {
            return;
        }
        String proxy = http1.get(0).leg().proxy();
        if (!proxy.isEmpty()) {
            draft.at(Certainty.POSSIBLE)
                    .origin(host.origin())
                    .requests(http1, life -> 0)
                    .evidence(offered)
                    .evidence(Evidence.computed("the requests went to " + proxy + ", which is not the site's port"))
                    .cause("A proxy is asked, and HTTP/1.1 is spoken to a site that offers better: a proxy that merely"
                            + " tunnels does not do that.")
                    .remedies(List.of(Remedies.EXEMPT))
                    .settles(
                            "A HAR file does not hold the certificate's issuer. Record a netlog (chrome://net-export), or"
                                    + " look at the certificate: curl -v " + host.origin() + "/");
        }
    }
}
