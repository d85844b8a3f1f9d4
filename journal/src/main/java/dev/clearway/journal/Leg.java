package dev.clearway.journal;

/**
 * One hop of a request: the connection that it travelled on and what was agreed there. Requests of one connection may
 * share one leg. Text that is not known is empty.
 *
 * @param connection the connection's id within its recording
 * @param protocol the version of HTTP
 * @param alpn what ALPN (RFC 7301) gave; {@code none} where TLS was used and the peer chose nothing
 * @param tls the TLS version
 * @param issuer distinguished name of the issuer of the peer's certificate
 * @param peer address and port of the peer, which is the proxy where there is one
 * @param proxy the proxy that was asked to pass the request on
 */
public record Leg(
        String connection, Protocol protocol, String alpn, String tls, String issuer, String peer, String proxy) {
    /** Nothing is known of the connection. */
    public static final Leg UNKNOWN = new Leg("", Protocol.UNKNOWN, "", "", "", "", "");

    /** Where nothing but the protocol is known. */
    public static Leg of(Protocol protocol) {
        return new Leg("", protocol, "", "", "", "", "");
    }

    /** The same leg on the connection {@code id}. */
    public Leg on(String id) {
        return new Leg(id, protocol, alpn, tls, issuer, peer, proxy);
    }

    /** The same leg through {@code asked}. */
    public Leg through(String asked) {
        return new Leg(connection, protocol, alpn, tls, issuer, peer, asked);
    }
}
