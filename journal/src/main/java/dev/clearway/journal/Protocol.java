package dev.clearway.journal;

import java.util.Locale;

/** The version of HTTP that a request was sent with, as far as its recorder tells. */
public enum Protocol {
    /** The recorder does not say, or says something that names no version. */
    UNKNOWN("unknown"),
    /** RFC 9112 (and HTTP/1.0): one exchange at a time on a connection. */
    HTTP_1("HTTP/1.1"),
    /** RFC 9113 (and SPDY before it): many streams on a connection. */
    HTTP_2("HTTP/2"),
    /** RFC 9114: many streams on a QUIC connection. */
    HTTP_3("HTTP/3");

    private final String label;

    Protocol(String label) {
        this.label = label;
    }

    /** Whether many exchanges share a connection of this protocol at a time. */
    public boolean multiplexed() {
        return this == HTTP_2 || this == HTTP_3;
    }

    /**
     * Reads the spellings that recorders use: ALPN identifiers, the version of a start line, and browsers' own words
     * ({@code h2}, {@code http/2.0}, {@code HTTP/2}, {@code spdy/3.1}, {@code h3-29}, {@code quic/1+spdy/3}). Anything
     * else, such as {@code unknown}, the empty string or garbled text, is {@link #UNKNOWN} and never a guess.
     */
    public static Protocol parse(String spelling) {
        String s = spelling.trim().toLowerCase(Locale.ROOT);
        return switch (s) {
            case "h2", "h2c", "http/2", "http/2.0" -> HTTP_2;
            case "h3", "http/3", "http/3.0" -> HTTP_3;
            case "http/1.1", "1.1", "http/1.0", "http/0.9" -> HTTP_1;
            default -> byPrefix(s);
        };
    }

    private static Protocol byPrefix(String s) {
        if (s.startsWith("spdy")) {
            return HTTP_2;
        }
        return s.startsWith("h3-") || s.startsWith("quic") || s.startsWith("http/2+quic") ? HTTP_3 : UNKNOWN;
    }

    @Override
    public String toString() {
        return label;
    }
}
