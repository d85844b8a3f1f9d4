package dev.clearway.server;

/** What a connection speaks. */
public enum HttpProtocol {
    /** HTTP/1.1 (RFC 9112), and HTTP/1.0 clients with it. */
    HTTP_1_1("HTTP/1.1"),
    /** HTTP/2 (RFC 9113), over TLS or with prior knowledge. */
    HTTP_2("HTTP/2");

    private final String text;

    HttpProtocol(String text) {
        this.text = text;
    }

    /** The protocol that ALPN chose: HTTP/2 for {@code h2}, else HTTP/1.1, as for a client without ALPN. */
    public static HttpProtocol ofAlpn(String name) {
        return name.equals("h2") ? HTTP_2 : HTTP_1_1;
    }

    /** {@code HTTP/1.1} or {@code HTTP/2}. */
    @Override
    public String toString() {
        return text;
    }
}
