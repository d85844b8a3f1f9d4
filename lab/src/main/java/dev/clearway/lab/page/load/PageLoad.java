package dev.clearway.lab.page.load;

import dev.clearway.analysis.model.Recording;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One load of a page.
 *
 * @param doneSeconds from the navigation to the moment when everything was there
 * @param recording its requests
 * @param nextHops the protocol that the page itself saw (Resource Timing's {@code nextHopProtocol}), by URL; empty where nobody asked
 * @param netlog the browser's netlog; {@code null} for none
 * @param har the recording as an HTTP archive; {@code null} for none
 */
public record PageLoad(
        double doneSeconds,
        Recording recording,
        Map<String, String> nextHops,
        @Nullable Path netlog,
        @Nullable Path har) {
    public PageLoad {
        nextHops = Map.copyOf(nextHops);
    }

    /** The same load with files beside it. */
    public PageLoad with(@Nullable Path netlogFile, @Nullable Path harFile) {
        return new PageLoad(doneSeconds, recording, nextHops, netlogFile, harFile);
    }
}
