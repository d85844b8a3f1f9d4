package dev.clearway.transport.pool;

import dev.clearway.transport.Protocol;
import dev.clearway.transport.VersionPolicy;
import java.util.Set;

/** Which protocols a pool's connections may turn out to speak: what is offered by ALPN, or known without asking. Part of a pool's key. */
public enum Need {
    /** HTTP/1.1 and nothing else. */
    HTTP_1_1,
    /** HTTP/2 and nothing else. */
    HTTP_2,
    /** As the server chooses (RFC 7301): known for each connection when it is up. */
    NEGOTIATED;

    /**
     * What requests of a version policy need of a connection.
     *
     * @param secure whether the connection speaks TLS; without it there is no ALPN, and what is not prior knowledge is HTTP/1.1
     */
    public static Need of(VersionPolicy versions, boolean secure) {
        return switch (versions) {
            case HTTP_1_1 -> HTTP_1_1;
            case HTTP_2 -> HTTP_2;
            case HTTP_2_OR_LOWER, HTTP_1_1_OR_HIGHER -> secure ? NEGOTIATED : HTTP_1_1;
        };
    }

    /** The protocols that may come of it. */
    public Set<Protocol> offered() {
        return switch (this) {
            case HTTP_1_1 -> Set.of(Protocol.HTTP_1_1);
            case HTTP_2 -> Set.of(Protocol.HTTP_2);
            case NEGOTIATED -> Set.of(Protocol.HTTP_1_1, Protocol.HTTP_2);
        };
    }
}
