package dev.clearway.transport;

/** The protocol that a connection speaks. */
public enum Protocol {
    /** RFC 9112: one exchange at a time on a connection. */
    HTTP_1_1("1.1", "HTTP/1.1"),
    /** RFC 9113: as many exchanges at a time as the peer allows streams. */
    HTTP_2("2", "HTTP/2");

    private final String version;
    private final String label;

    Protocol(String version, String label) {
        this.version = version;
        this.label = label;
    }

    /** The value of OpenTelemetry's {@code network.protocol.version}: {@code 1.1} or {@code 2}. */
    public String version() {
        return version;
    }

    @Override
    public String toString() {
        return label;
    }
}
