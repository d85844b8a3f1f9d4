package dev.clearway.origin;

/** The kinds of port that an {@link OriginServer} listens on. */
public enum OriginPort {
    /** TLS; ALPN offers {@code h2} and {@code http/1.1}. */
    TLS("https", "HTTP/2 or HTTP/1.1 over TLS"),
    /** TLS; ALPN offers {@code http/1.1} alone, as a downgrading middlebox does. */
    TLS_HTTP1("https", "HTTP/1.1 over TLS"),
    /** HTTP/1.1 in the clear; an HTTP/2 preface is answered with 505. */
    HTTP1("http", "HTTP/1.1"),
    /** HTTP/2 in the clear with prior knowledge (RFC 9113 section 3.3). */
    H2C("http", "HTTP/2 with prior knowledge");

    private final String scheme;
    private final String description;

    OriginPort(String scheme, String description) {
        this.scheme = scheme;
        this.description = description;
    }

    /** The scheme of the port's URIs: {@code http} or {@code https}. */
    public String scheme() {
        return scheme;
    }

    /** What the port speaks, in a few words. */
    public String description() {
        return description;
    }
}
