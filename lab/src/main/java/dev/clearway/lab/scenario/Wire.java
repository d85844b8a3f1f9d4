package dev.clearway.lab.scenario;

import dev.clearway.transport.Protocol;

/** What a scenario's requests travel by. */
public enum Wire {
    /** HTTP/1.1 in cleartext. */
    H1(Protocol.HTTP_1_1, false),
    /** HTTP/1.1 over TLS. */
    H1_TLS(Protocol.HTTP_1_1, true),
    /** HTTP/2 in cleartext with prior knowledge (RFC 9113, section 3.3). */
    H2C(Protocol.HTTP_2, false),
    /** HTTP/2 over TLS, chosen by ALPN. */
    H2_TLS(Protocol.HTTP_2, true);

    private final Protocol protocol;
    private final boolean tls;

    Wire(Protocol protocol, boolean tls) {
        this.protocol = protocol;
        this.tls = tls;
    }

    /** The protocol that the requests must be answered by. */
    public Protocol protocol() {
        return protocol;
    }

    /** Whether one connection carries several requests at a time, so that a stream limit has a meaning. */
    public boolean multiplexes() {
        return protocol == Protocol.HTTP_2;
    }

    /** Whether the connections speak TLS. */
    public boolean tls() {
        return tls;
    }

    @Override
    public String toString() {
        return protocol + (tls ? " over TLS" : ", cleartext");
    }
}
