package dev.clearway.lab.proxy;

import dev.clearway.proxy.policy.HostPatterns;
import dev.clearway.proxy.policy.Targets;
import dev.clearway.proxy.settings.Alpn;
import dev.clearway.transport.Origin;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What kind of proxy to run, and where. What is {@code null} is left to the defaults. Checked as it is made: an
 * {@link IllegalArgumentException} says what cannot be.
 *
 * @param listening where clients connect, and how targets are found
 * @param legs what the two legs speak
 * @param certificates whose certificates clients are shown
 * @param access who may use it, and for what
 * @param recording what is written
 * @param bounding bounds in number, size and time
 */
public record ProxyPlan(
        Listening listening,
        Legs legs,
        Certificates certificates,
        Access access,
        Recording recording,
        Bounding bounding) {
    private static final int MOST_PORTS = 65_535;

    public ProxyPlan {
        if (listening.upstream() == null) {
            Targets.of(listening.address(), access.allowedTargets());
        } else if (!access.allowedTargets().isEmpty()) {
            throw new IllegalArgumentException(
                    "--allow-targets is for proxies whose clients name the targets; with --upstream there is one");
        }
        if (access.user() != null && (listening.transparent() || listening.upstream() != null)) {
            throw new IllegalArgumentException(
                    "--user is for an explicit proxy: clients of the others know of no proxy and send it no password");
        }
    }

    /** The policy on targets. */
    Targets targets() {
        URI upstream = listening.upstream();
        if (upstream == null) {
            return Targets.of(listening.address(), access.allowedTargets());
        }
        Origin origin = Origin.of(upstream);
        return Targets.only(origin.host(), origin.port());
    }

    /**
     * Where clients connect, and how targets are found.
     *
     * @param port where clients connect; 0 for any free port
     * @param address on which address
     * @param transparent whether connections are led here without their clients' knowledge
     * @param upstream the one origin that the proxy stands for; {@code null} where clients name the targets
     * @param cleartext whether clients of a proxy with an upstream speak HTTP without TLS
     * @param adminPort where metrics are shown, on loopback; {@code null} for nowhere, 0 for any free port
     */
    public record Listening(
            int port,
            InetAddress address,
            boolean transparent,
            @Nullable URI upstream,
            boolean cleartext,
            @Nullable Integer adminPort) {
        public Listening {
            port("--port", port);
            if (adminPort != null) {
                port("--admin-port", adminPort);
            }
            if (transparent && upstream != null) {
                throw new IllegalArgumentException("--transparent and --upstream exclude each other");
            }
            if (cleartext && upstream == null) {
                throw new IllegalArgumentException("--cleartext goes with --upstream");
            }
            if (upstream != null) {
                Origin.of(upstream);
                checkBare(upstream);
            }
        }

        private static void checkBare(URI upstream) {
            String path = upstream.getRawPath();
            boolean bare = (path == null || path.isEmpty() || path.equals("/"))
                    && upstream.getRawQuery() == null
                    && upstream.getRawFragment() == null
                    && upstream.getRawUserInfo() == null;
            if (!bare) {
                throw new IllegalArgumentException(
                        "--upstream takes scheme, host and port alone, such as" + " https://shop.example:8443");
            }
        }

        private static void port(String name, int value) {
            if (value < 0 || value > MOST_PORTS) {
                throw new IllegalArgumentException(name + " must be 0 to " + MOST_PORTS + ": " + value);
            }
        }
    }

    /**
     * What the two legs speak.
     *
     * @param like whose published behaviour to have
     * @param clientAlpn what is accepted of clients by ALPN: {@code h2,http/1.1}, {@code h2}, {@code http/1.1} or {@code none}
     * @param upstreamAlpn what is offered to upstreams
     * @param maxStreams streams allowed at a time on a client's HTTP/2 connection
     * @param upstreamConnections the most connections to an origin
     * @param upstreamAuthorities PEM file of authorities to trust beside the system's
     * @param upstreamInsecure whether upstream certificates are not checked
     * @param bypass hosts whose connections are left alone
     */
    public record Legs(
            @Nullable Preset like,
            @Nullable String clientAlpn,
            @Nullable String upstreamAlpn,
            @Nullable Integer maxStreams,
            @Nullable Integer upstreamConnections,
            @Nullable Path upstreamAuthorities,
            boolean upstreamInsecure,
            List<String> bypass) {
        private static final int MAX_STREAMS = 256;

        public Legs {
            bypass = List.copyOf(bypass);
            HostPatterns.of(bypass);
            atLeastOne("--max-streams", maxStreams);
            atLeastOne("--upstream-connections", upstreamConnections);
            if (upstreamInsecure && upstreamAuthorities != null) {
                throw new IllegalArgumentException("--upstream-ca and --upstream-insecure exclude each other");
            }
            alpn("--client-alpn", clientAlpn, like);
            alpn("--upstream-alpn", upstreamAlpn, like);
        }

        Alpn client() {
            return alpn("--client-alpn", clientAlpn, like);
        }

        Alpn upstream() {
            return alpn("--upstream-alpn", upstreamAlpn, like);
        }

        int streams() {
            Integer preset = like == null ? null : like.maxStreams();
            return maxStreams != null ? maxStreams : Objects.requireNonNullElse(preset, MAX_STREAMS);
        }

        /** The most connections to an origin; {@code null} for the transport's defaults. */
        @Nullable
        Integer connections() {
            return upstreamConnections != null || like == null ? upstreamConnections : like.upstreamConnections();
        }

        private static Alpn alpn(String option, @Nullable String given, @Nullable Preset like) {
            String text = given != null ? given : like != null ? like.alpn() : Alpn.H2_AND_HTTP_1_1.toString();
            try {
                return Alpn.of(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
            }
        }
    }

    /**
     * Whose certificates clients are shown.
     *
     * @param directory where the proxy's own authority lives, made if it is not there
     * @param certificate PEM file of another's certificate
     * @param key PEM file of its key
     */
    public record Certificates(
            @Nullable Path directory,
            @Nullable Path certificate,
            @Nullable Path key) {
        public Certificates {
            if ((certificate == null) != (key == null)) {
                throw new IllegalArgumentException("--ca-cert and --ca-key go together");
            }
            if (directory != null && certificate != null) {
                throw new IllegalArgumentException("--ca-dir and --ca-cert exclude each other");
            }
        }
    }

    /**
     * Who may use it, and for what.
     *
     * @param allowedTargets the targets that may be asked for
     * @param user where users and passwords are: {@code file:PATH} or {@code env:NAME}
     */
    public record Access(
            List<String> allowedTargets, @Nullable String user) {
        static final String FILE = "file:";
        static final String VARIABLE = "env:";

        public Access {
            allowedTargets = List.copyOf(allowedTargets);
            if (user != null && !user.startsWith(FILE) && !user.startsWith(VARIABLE)) {
                throw new IllegalArgumentException(
                        "--user takes file:PATH or env:NAME: a password on a command line can"
                                + " be seen by everybody on the machine");
            }
        }

        /** Where users are, without what they are. */
        @Override
        public String toString() {
            return "Access[" + allowedTargets + ", " + user + "]";
        }
    }

    /**
     * What is written.
     *
     * @param journal a line a request is appended to it
     * @param har a HAR file that appears at the end
     */
    public record Recording(
            @Nullable Path journal, @Nullable Path har) {}

    /**
     * Bounds in number, size and time.
     *
     * @param connections the most connections of clients
     * @param handshakes the most of them that are not settled yet
     * @param headBytes the most bytes of a head
     * @param queue the most requests that may wait for an origin
     * @param handshake the longest from a client's connection to its target, protocol and TLS being settled
     * @param connect the longest that opening an upstream connection may take
     * @param answer the longest to an answer's head
     * @param idle the longest standstill
     * @param drain the longest that the end may wait for requests
     */
    public record Bounding(
            int connections,
            int handshakes,
            int headBytes,
            int queue,
            Duration handshake,
            Duration connect,
            Duration answer,
            Duration idle,
            Duration drain) {}

    private static void atLeastOne(String option, @Nullable Integer value) {
        if (value != null && value < 1) {
            throw new IllegalArgumentException(option + " must be at least 1: " + value);
        }
    }
}
