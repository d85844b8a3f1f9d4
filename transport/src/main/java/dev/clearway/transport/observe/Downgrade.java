package dev.clearway.transport.observe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/2 was offered on a connection and HTTP/1.1 chosen. Typical of a proxy that inspects TLS: then the issuer is its own
 * authority, and what one connection carried now takes one for each request.
 *
 * @param issuer distinguished name of the issuer of the certificate shown; {@code null} if it cannot be told
 * @param offered what was offered by ALPN (RFC 7301), in order of preference
 * @param chosen what the peer chose; empty if it chose nothing
 * @param concurrencyBefore how many requests at once the pool could come to carry by HTTP/2, with as many streams a
 *     connection as the peer last allowed, or 100 where it never said
 * @param concurrencyAfter how many it can come to carry by HTTP/1.1
 */
public record Downgrade(
        @Nullable String issuer, List<String> offered, String chosen, int concurrencyBefore, int concurrencyAfter) {
    public Downgrade {
        offered = List.copyOf(offered);
    }
}
