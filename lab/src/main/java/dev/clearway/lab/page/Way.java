package dev.clearway.lab.page;

import org.jspecify.annotations.Nullable;

/** The ways from the browser to the page's server. */
public enum Way {
    /** Straight. */
    DIRECT("direct", null, "straight to the server"),
    /** Through a proxy that inspects TLS and offers {@code http/1.1} alone. */
    PROXY_H1("proxy-h1", "http/1.1", "an inspecting proxy that offers only HTTP/1.1"),
    /** Through the same proxy, offering {@code h2}, with 256 streams. */
    PROXY_H2("proxy-h2", "h2", "the same proxy with HTTP/2, 256 streams"),
    /** The same with 100 streams. */
    PROXY_H2_100("proxy-h2-100", "h2", "the same proxy with HTTP/2, 100 streams"),
    /** Through the same proxy, which leaves this host alone. */
    BYPASS("bypass", null, "the same proxy, told not to decrypt this host"),
    /** Through a proxy of the caller's. */
    EXTERNAL("external", null, "the given proxy");

    private final String label;
    private final @Nullable String offer;
    private final String what;

    Way(String label, @Nullable String offer, String what) {
        this.label = label;
        this.offer = offer;
        this.what = what;
    }

    /** What a proxy of ours offers the browser by ALPN; {@code null} where none of ours ends its TLS. */
    public @Nullable String offer() {
        return offer;
    }

    /** Whether a proxy of ours decrypts. */
    public boolean intercepted() {
        return offer != null;
    }

    /** What it is, in a few words. */
    public String what() {
        return what;
    }

    /** As it stands in a mode's name. */
    @Override
    public String toString() {
        return label;
    }
}
