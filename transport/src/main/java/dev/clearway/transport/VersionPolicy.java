package dev.clearway.transport;

/** Which versions of HTTP a request may travel by. Requests of one origin whose policies offer different protocols never share a connection. */
public enum VersionPolicy {
    /** HTTP/1.1 and nothing else. Over TLS no ALPN is offered but {@code http/1.1}. */
    HTTP_1_1,
    /** Over TLS {@code h2} and {@code http/1.1} are offered and the server chooses; in cleartext HTTP/1.1, without {@code Upgrade}. The default. */
    HTTP_2_OR_LOWER,
    /** HTTP/2 and nothing else: over TLS only {@code h2} is offered; in cleartext by prior knowledge (RFC 9113, section 3.3). */
    HTTP_2,
    /** As {@link #HTTP_2_OR_LOWER} on the wire; the request asks for HTTP/1.1 and is content with more. */
    HTTP_1_1_OR_HIGHER
}
