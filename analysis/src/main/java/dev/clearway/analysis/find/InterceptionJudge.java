package dev.clearway.analysis.find;

import dev.clearway.analysis.model.Certificate;
import dev.clearway.analysis.model.Connection;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.model.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Judges for each origin whether TLS to it is intercepted, by the certificates that were shown.
 *
 * <p>Proof is: the browser knew the key as an interceptor's; the issuer names a product that intercepts; or an authority
 * that is not publicly known certified a site that only public ones certify. Two sites of different owners from one such
 * authority make it likely. One site under a public name from such an authority makes it possible (a company may certify
 * its own sites). A private authority for a private name is what one expects and says nothing.
 */
final class InterceptionJudge {
    private final Map<String, List<Connection>> byOrigin = new HashMap<>();
    private final Map<String, Set<String>> sitesByAuthority = new HashMap<>();

    InterceptionJudge(Recording recording) {
        for (Connection connection : recording.connections().values()) {
            if (connection.origin().startsWith("https:")) {
                byOrigin.computeIfAbsent(connection.origin(), origin -> new ArrayList<>())
                        .add(connection);
                sites(connection);
            }
        }
    }

    private void sites(Connection connection) {
        Certificate certificate = connection.certificate();
        Target target = Target.of(connection.origin());
        if (certificate != null && Boolean.FALSE.equals(connection.publicRoot()) && !target.internal()) {
            sitesByAuthority
                    .computeIfAbsent(certificate.issuerText(), issuer -> new TreeSet<>())
                    .add(target.registered());
        }
    }

    /** The verdict on {@code origin}: the surest that any of its connections gives. */
    Interception judge(String origin) {
        Interception best = Interception.UNKNOWN;
        for (Connection connection : byOrigin.getOrDefault(origin, List.of())) {
            Interception verdict = judge(connection, Target.of(origin));
            if (verdict.certainty() != null
                    && (best.certainty() == null || verdict.certainty().compareTo(best.certainty()) > 0)) {
                best = verdict;
            } else if (verdict.cleared() && best.equals(Interception.UNKNOWN)) {
                best = verdict;
            }
        }
        return best;
    }

    private Interception judge(Connection connection, Target target) {
        Certificate certificate = connection.certificate();
        String issuer = certificate == null ? connection.leg().issuer() : certificate.issuerText();
        List<Evidence> shown = connection.issuerShown() == null ? List.of() : List.of(connection.issuerShown());
        Optional<String> product =
                certificate == null ? Interceptors.product(issuer) : Interceptors.product(certificate);
        if (product.isPresent()) {
            return new Interception(Certainty.PROVED, false, product.get(), shown);
        }
        if (connection.knownInterceptor()) {
            return new Interception(Certainty.PROVED, false, issuer, shown);
        }
        if (Boolean.TRUE.equals(connection.publicRoot())) {
            return new Interception(null, true, "", shown);
        }
        if (!Boolean.FALSE.equals(connection.publicRoot()) || target.internal()) {
            return Interception.UNKNOWN;
        }
        return privateAuthority(issuer, target, shown);
    }

    private Interception privateAuthority(String issuer, Target target, List<Evidence> shown) {
        List<Evidence> evidence = new ArrayList<>(shown);
        if (Interceptors.publicSite(target.registered())) {
            evidence.add(Evidence.computed("only publicly known authorities certify " + target.registered()));
            return new Interception(Certainty.PROVED, false, issuer, evidence);
        }
        Set<String> sites = sitesByAuthority.getOrDefault(issuer, Set.of());
        if (sites.size() > 1) {
            evidence.add(Evidence.computed("the same private authority certified "
                    + String.join(", ", sites.stream().limit(5).toList())));
            return new Interception(Certainty.LIKELY, false, issuer, evidence);
        }
        return new Interception(Certainty.POSSIBLE, false, issuer, evidence);
    }
}
