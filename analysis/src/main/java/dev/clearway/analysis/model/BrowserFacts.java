package dev.clearway.analysis.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a recording says of the browser that made it.
 *
 * @param http2Off where it says that HTTP/2 was switched off in the browser; {@code null} if it does not
 * @param http2On where it says that HTTP/2 was switched on; {@code null} if it does not
 * @param socketsPerGroup how many connections the browser permits itself for one group; -1 if not said
 * @param proxyCap how many connections it permits itself through one proxy, or in all; -1 if not said
 * @param proxies the proxies that it was set to use
 */
public record BrowserFacts(
        @Nullable Evidence http2Off,
        @Nullable Evidence http2On,
        long socketsPerGroup,
        long proxyCap,
        List<String> proxies) {
    /** Nothing is known. */
    public static final BrowserFacts NONE = new BrowserFacts(null, null, -1, -1, List.of());
}
