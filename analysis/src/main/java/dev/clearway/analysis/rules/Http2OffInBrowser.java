package dev.clearway.analysis.rules;

import dev.clearway.analysis.find.Case;
import dev.clearway.analysis.find.Certainty;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.Host;
import dev.clearway.analysis.find.Rule;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.journal.Wait;
import java.util.List;

/**
 * HTTP/2 is switched off in the browser. The browser says so itself, in its command line or in the state that it polls when
 * a log is stopped; then no party on the path is to blame.
 */
public final class Http2OffInBrowser implements Rule {
    @Override
    public List<Finding> examine(Case c) {
        Evidence off = c.recording().browser().http2Off();
        if (off == null) {
            return List.of();
        }
        Draft draft = new Draft(FindingId.HTTP2_OFF_IN_BROWSER);
        Draft.Part part = draft.at(Certainty.PROVED)
                .evidence(off)
                .cause("The browser does not offer HTTP/2, so nobody can agree to it.")
                .remedies(
                        List.of(
                                "Start the browser without --disable-http2, and look for a policy or a shortcut that sets it."));
        for (Host host : c.hosts()) {
            if (host.secure()) {
                part.origin(host.origin())
                        .requests(host.http1(), life -> life.waits().at(Wait.Place.SOCKET));
            }
        }
        return draft.findings();
    }
}
