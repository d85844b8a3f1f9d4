package dev.clearway.testkit;

/** How a client ended its side of a TCP connection. */
public enum End {
    /** In order: FIN, and over TLS a {@code close_notify} or a bare FIN. */
    FIN,
    /** Abruptly: RST. */
    RESET
}
