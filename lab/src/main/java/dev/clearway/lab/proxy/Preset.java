package dev.clearway.lab.proxy;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Behaviour of products as it is published. What a plan says itself comes before what its preset says. */
public enum Preset {
    /** mitmproxy's limits: 100 streams towards clients, at most five connections to a server, and the rest waits inside. */
    MITMPROXY("mitmproxy", "h2,http/1.1", 100, 5),
    /** An appliance that speaks HTTP/1.1 on both legs and says so: a browser gets six connections instead of streams. */
    DOWNGRADER("downgrader", "http/1.1", null, null),
    /** One that takes ALPN out of the handshake, as products with "strip ALPN" do: HTTP/1.1 without a word. */
    NO_ALPN("no-alpn", "none", null, null);

    private final String label;
    private final String alpn;
    private final @Nullable Integer maxStreams;
    private final @Nullable Integer upstreamConnections;

    Preset(String label, String alpn, @Nullable Integer maxStreams, @Nullable Integer upstreamConnections) {
        this.label = label;
        this.alpn = alpn;
        this.maxStreams = maxStreams;
        this.upstreamConnections = upstreamConnections;
    }

    /**
     * The preset of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Preset of(String name) {
        for (Preset preset : values()) {
            if (preset.label.equals(name)) {
                return preset;
            }
        }
        throw new IllegalArgumentException("no preset " + name + "; there are "
                + Arrays.stream(values()).map(Preset::toString).collect(Collectors.joining(", ")));
    }

    /** What both legs offer by ALPN. */
    String alpn() {
        return alpn;
    }

    @Nullable
    Integer maxStreams() {
        return maxStreams;
    }

    @Nullable
    Integer upstreamConnections() {
        return upstreamConnections;
    }

    /** Its name on a command line. */
    @Override
    public String toString() {
        return label;
    }
}
