package dev.clearway.proxy.settings;

import java.util.List;

/** What one leg of a proxy offers or accepts by ALPN (RFC 7301). */
public enum Alpn {
    /** HTTP/2 preferred, HTTP/1.1 too. */
    H2_AND_HTTP_1_1("h2,http/1.1"),
    /** HTTP/2 alone. */
    H2("h2"),
    /** HTTP/1.1 alone. */
    HTTP_1_1("http/1.1"),
    /** No ALPN at all: HTTP/1.1 without a word about it. */
    NONE("none");

    private final String text;

    Alpn(String text) {
        this.text = text;
    }

    /** The protocols, the preferred one first; empty for {@link #NONE}. */
    public List<String> protocols() {
        return this == NONE ? List.of() : List.of(text.split(",", -1));
    }

    /**
     * The constant that a command line names: {@code h2,http/1.1}, {@code h2}, {@code http/1.1} or {@code none}.
     *
     * @throws IllegalArgumentException for anything else
     */
    public static Alpn of(String text) {
        for (Alpn alpn : values()) {
            if (alpn.text.equals(text)) {
                return alpn;
            }
        }
        throw new IllegalArgumentException("ALPN must be h2,http/1.1 or h2 or http/1.1 or none: " + text);
    }

    /** As {@link #of} takes it. */
    @Override
    public String toString() {
        return text;
    }
}
