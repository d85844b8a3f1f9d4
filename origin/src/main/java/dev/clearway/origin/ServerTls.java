package dev.clearway.origin;

import dev.clearway.certs.Leaf;
import dev.clearway.certs.LocalAuthority;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The TLS contexts of a server's ports, on one leaf. A server that outlives half of its leaf's life gets another leaf
 * with the next connection. Any thread may call any method.
 */
final class ServerTls {
    private final LocalAuthority authority;
    private final List<String> names;
    private volatile Contexts contexts;

    private ServerTls(LocalAuthority authority, List<String> names) {
        this.authority = authority;
        this.names = names;
        this.contexts = issue();
    }

    /** The contexts of a server with these settings; {@code null} where it has no authority. */
    static @Nullable ServerTls of(OriginSettings settings) {
        LocalAuthority authority = settings.authority();
        return authority == null ? null : new ServerTls(authority, settings.hostNames());
    }

    SslContext context(OriginPort port) {
        Contexts current = contexts;
        if (Instant.now().isAfter(current.renewal)) {
            synchronized (this) {
                current = contexts;
                if (Instant.now().isAfter(current.renewal)) {
                    current = issue();
                    contexts = current;
                }
            }
        }
        return port == OriginPort.TLS_HTTP1 ? current.http1 : current.both;
    }

    private Contexts issue() {
        Instant now = Instant.now();
        Leaf leaf = authority.issue(names);
        return new Contexts(
                LocalAuthority.serverContext(
                        leaf, List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1)),
                LocalAuthority.serverContext(leaf, List.of(ApplicationProtocolNames.HTTP_1_1)),
                now.plusMillis((leaf.expires().toEpochMilli() - now.toEpochMilli()) / 2));
    }

    private record Contexts(SslContext both, SslContext http1, Instant renewal) {}
}
