package dev.clearway.analysis.rules;

import dev.clearway.analysis.find.Case;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.Rule;
import dev.clearway.analysis.model.Target;
import dev.clearway.analysis.rules.Limits.AtLimit;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import java.util.List;
import java.util.Optional;

/**
 * Requests to many hosts waited together because all connections through one proxy come from one pool. A netlog names the
 * wait. In other recordings it is likely where requests to several hosts waited while the number in flight through the
 * proxy stood still at a figure that no single host's limit explains.
 */
public final class ProxyConnectionCap implements Rule {
    /** Two hosts at their own limits of six could stand at twelve. */
    private static final int MORE_THAN_TWO_HOSTS = 13;

    private static final int SEVERAL_HOSTS = 3;

    @Override
    public List<Finding> examine(Case c) {
        Draft draft = new Draft(FindingId.PROXY_CONNECTION_CAP);
        List<RequestLife> proxied = Limits.filter(
                c.recording().requests(),
                life -> !life.leg().proxy().isEmpty() && life.leg().protocol() != Protocol.HTTP_2);
        Optional<AtLimit> found = Limits.find(c, proxied, Wait.POOL_LIMIT, Wait.SOCKET);
        found.filter(ProxyConnectionCap::convincing).ifPresent(at -> state(draft, c, at));
        return draft.findings();
    }

    private static boolean convincing(AtLimit found) {
        boolean named = found.waiting().get(0).waits().of(Wait.POOL_LIMIT) > 0;
        return named || (found.limit() >= MORE_THAN_TWO_HOSTS && hosts(found).size() >= SEVERAL_HOSTS);
    }

    private static List<String> hosts(AtLimit found) {
        return found.waiting().stream()
                .map(life -> Target.of(life.url()).origin())
                .distinct()
                .toList();
    }

    private static void state(Draft draft, Case c, AtLimit found) {
        long cap = c.recording().browser().proxyCap();
        String many = cap > 0 ? " (" + cap + ")" : found.limit() > 0 ? " (" + found.limit() + ")" : "";
        Draft.Part part = draft.at(found.certainty())
                .requests(found.waiting(), found.waited())
                .evidence(found.evidence())
                .cause("All connections through the proxy "
                        + found.waiting().get(0).leg().proxy()
                        + " come from one pool, and as many as the browser permits itself" + many + " were in use.")
                .remedies(Remedies.proxyCap());
        hosts(found).forEach(part::origin);
    }
}
