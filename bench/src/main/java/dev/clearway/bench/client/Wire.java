package dev.clearway.bench.client;

/** What travels between client and server. */
public enum Wire {
    /** HTTP/2 over TLS, agreed on by ALPN. */
    H2("h2"),
    /** HTTP/2 in cleartext, by prior knowledge (RFC 9113, section 3.3). */
    H2C("h2c"),
    /** HTTP/1.1 over TLS. */
    H1_TLS("h1-tls"),
    /** HTTP/1.1 in cleartext. */
    H1("h1");

    private final String label;

    Wire(String label) {
        this.label = label;
    }

    /** The word for it in options, tables and JSON. */
    public String label() {
        return label;
    }

    /** Whether the connection is encrypted. */
    public boolean tls() {
        return this == H2 || this == H1_TLS;
    }

    /** Whether a connection carries many requests at once. */
    public boolean http2() {
        return this == H2 || this == H2C;
    }

    /** The wire of that label. @throws IllegalArgumentException when there is none */
    public static Wire of(String label) {
        for (Wire wire : values()) {
            if (wire.label.equals(label)) {
                return wire;
            }
        }
        throw new IllegalArgumentException("no such wire: " + label);
    }
}
