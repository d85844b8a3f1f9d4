package dev.clearway.proxy.leaf;

import io.netty.handler.ssl.SslContext;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The server-side TLS contexts of the hosts that clients ask for. Any thread; never blocks. */
@FunctionalInterface
public interface LeafContexts {
    /**
     * The context for a host: at once where it is kept, else when its leaf has been made.
     *
     * @param host the one name or address of the leaf, in lower case, an IPv6 address without brackets
     * @param protocols the ALPN protocols on offer, the preferred one first; empty for no ALPN at all. A client that offers
     *     none of them goes on without ALPN
     * @return completes on any thread; fails with {@link IllegalArgumentException} for a name that no certificate may have
     */
    CompletionStage<SslContext> context(String host, List<String> protocols);
}
