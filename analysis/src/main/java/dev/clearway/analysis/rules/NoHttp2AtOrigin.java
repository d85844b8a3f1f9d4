package dev.clearway.analysis.rules;

import dev.clearway.analysis.find.Case;
import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.Host;
import dev.clearway.analysis.find.Rule;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.rules.Limits.AtLimit;
import dev.clearway.journal.RequestLife;
import java.util.List;
import java.util.Optional;

/**
 * The site itself offers no HTTP/2. That is proved where a publicly known authority certified the other end of TLS, so
 * that it is the site (or someone it hired), and it agreed to HTTP/1.1 although the browser offers HTTP/2. Where the
 * authority is a private one, for a private name and without a proxy, it is possible. It is told only where requests
 * waited for it.
 */
public final class NoHttp2AtOrigin implements Rule {
    @Override
    public List<Finding> examine(Case c) {
        Draft draft = new Draft(FindingId.NO_HTTP2_AT_ORIGIN);
        List<AtLimit> limits = Http1ConnectionLimit.limits(c);
        for (Host host : c.hosts()) {
            List<AtLimit> waited = limits.stream()
                    .filter(at -> at.origin().equals(host.origin()))
                    .toList();
            if (host.secure() && !waited.isEmpty() && host.multiplexed().isEmpty()) {
                judge(c, host).ifPresent(certainty -> state(draft.at(certainty), host, waited, certainty));
            }
        }
        return draft.findings();
    }

    private static Optional<Certainty> judge(Case c, Host host) {
        boolean proxied =
                host.requests().stream().anyMatch(life -> !life.leg().proxy().isEmpty());
        if (c.recording().browser().http2Off() != null || host.interception().certainty() != null) {
            return Optional.empty();
        }
        if (host.interception().cleared()) {
            return Optional.of(Certainty.PROVED);
        }
        return proxied || c.advertises(host.origin()) ? Optional.empty() : Optional.of(Certainty.POSSIBLE);
    }

    private static void state(Draft.Part part, Host host, List<AtLimit> waited, Certainty certainty) {
        RequestLife one =
                host.http1().isEmpty() ? host.requests().get(0) : host.http1().get(0);
        waited.forEach(at -> part.requests(at.waiting(), at.waited()));
        part.origin(host.origin())
                .evidence(host.interception().evidence())
                .evidence(Evidence.computed("request " + one.id() + " went "
                        + (one.leg().alpn().isEmpty()
                                ? "over HTTP/1.1"
                                : "over a connection on which ALPN gave "
                                        + one.leg().alpn())))
                .cause("The site's server, or the load balancer before it, agrees to HTTP/1.1 only.")
                .remedies(List.of(
                        "Switch on HTTP/2 where the site's TLS ends (server, load balancer or CDN); it needs no change to the"
                                + " pages.",
                        Remedies.FEWER));
        if (certainty != Certainty.PROVED) {
            part.settles("Ask the site from another network: curl -sI --http2 -w '%{http_version}' " + host.origin()
                    + "/ . If that gives 2, something on this path took it away.");
        }
    }
}
