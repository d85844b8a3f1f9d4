package dev.clearway.cli;

import dev.clearway.lab.proxy.Preset;
import dev.clearway.lab.proxy.ProxyPlan;
import dev.clearway.lab.proxy.ProxyPlan.Access;
import dev.clearway.lab.proxy.ProxyPlan.Bounding;
import dev.clearway.lab.proxy.ProxyPlan.Certificates;
import dev.clearway.lab.proxy.ProxyPlan.Legs;
import dev.clearway.lab.proxy.ProxyPlan.Listening;
import dev.clearway.lab.proxy.ProxyPlan.Recording;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options of {@code clearway proxy}, in the groups in which its help shows them. */
final class ProxyOptions {
    @ArgGroup(validate = false, heading = "%nWhere it listens, and for whom it stands:%n")
    private Where where = new Where();

    @ArgGroup(validate = false, heading = "%nThe two legs, each on its own:%n")
    private TwoLegs legs = new TwoLegs();

    @ArgGroup(validate = false, heading = "%nCertificates:%n")
    private Certs certs = new Certs();

    @ArgGroup(validate = false, heading = "%nWho may use it, and for what:%n")
    private Allowed allowed = new Allowed();

    @ArgGroup(validate = false, heading = "%nWhat it writes and shows:%n")
    private Records records = new Records();

    @ArgGroup(validate = false, heading = "%nBounds:%n")
    private Most most = new Most();

    /** What was asked for; an {@link IllegalArgumentException} says what cannot be. */
    ProxyPlan plan() {
        return new ProxyPlan(
                new Listening(
                        where.port,
                        where.address == null ? InetAddress.getLoopbackAddress() : where.address,
                        where.transparent,
                        where.upstream,
                        where.cleartext,
                        records.adminPort),
                new Legs(
                        legs.like == null ? null : Preset.of(legs.like),
                        legs.clientAlpn,
                        legs.upstreamAlpn,
                        legs.maxStreams,
                        legs.upstreamConnections,
                        certs.upstreamCa,
                        certs.upstreamInsecure,
                        legs.bypass),
                new Certificates(certs.directory, certs.certificate, certs.key),
                new Access(allowed.targets, allowed.user),
                new Recording(records.journal, records.har),
                most.bounding());
    }

    boolean verbose() {
        return records.verbose;
    }

    private static final class Where {
        @Option(
                names = "--port",
                paramLabel = "PORT",
                defaultValue = "8080",
                description = "Where clients connect. Default: ${DEFAULT-VALUE}; 0: any free port.")
        private int port;

        @Option(
                names = "--address",
                paramLabel = "ADDRESS",
                description = "On which address of this machine. Default: loopback. Others need --allow-targets.")
        private @Nullable InetAddress address;

        @Option(
                names = "--transparent",
                description =
                        "Take TLS connections that are led here by the network, without CONNECT: the name in SNI is"
                                + " the target.")
        private boolean transparent;

        @Option(
                names = "--upstream",
                paramLabel = "URL",
                description = "Stand for this one origin, as a reverse proxy does: scheme, host and port.")
        private @Nullable URI upstream;

        @Option(names = "--cleartext", description = "With --upstream: clients speak HTTP without TLS.")
        private boolean cleartext;
    }

    private static final class TwoLegs {
        @Option(
                names = "--like",
                paramLabel = "PRESET",
                description = {
                    "Behave as products are known to; other options come before it:",
                    "mitmproxy: 100 streams, 5 upstream connections;",
                    "downgrader: HTTP/1.1 alone on both legs;",
                    "no-alpn: no ALPN on either leg."
                })
        private @Nullable String like;

        @Option(
                names = "--client-alpn",
                paramLabel = "ALPN",
                description = "What clients are offered: h2,http/1.1 or h2 or http/1.1 or none. Default: h2,http/1.1.")
        private @Nullable String clientAlpn;

        @Option(names = "--upstream-alpn", paramLabel = "ALPN", description = "What upstreams are offered, likewise.")
        private @Nullable String upstreamAlpn;

        @Option(
                names = "--max-streams",
                paramLabel = "N",
                description = "Streams that a client may have at a time on one HTTP/2 connection. Default: 256.")
        private @Nullable Integer maxStreams;

        @Option(
                names = "--upstream-connections",
                paramLabel = "N",
                description = "The most connections to an origin; further requests wait, and the wait has a name."
                        + " Default: 10 by HTTP/2, 256 by HTTP/1.1.")
        private @Nullable Integer upstreamConnections;

        @Option(
                names = "--bypass",
                paramLabel = "HOSTS",
                split = ",",
                description = "Do not decrypt connections to these: NAME, *.DOMAIN, ADDRESS; separated by commas, or"
                        + " several times.")
        private List<String> bypass = new ArrayList<>();
    }

    private static final class Certs {
        @Option(
                names = "--ca-dir",
                paramLabel = "DIR",
                description = "Where the proxy's own authority lives: ca.pem and its key, made if they are not there."
                        + " Default: the directory of the user's configuration.")
        private @Nullable Path directory;

        @Option(
                names = "--ca-cert",
                paramLabel = "FILE",
                description = "Use this authority instead, a certificate in PEM, with --ca-key.")
        private @Nullable Path certificate;

        @Option(
                names = "--ca-key",
                paramLabel = "FILE",
                description = "Its key in PEM, EC or RSA, that nobody else can read.")
        private @Nullable Path key;

        @Option(
                names = "--upstream-ca",
                paramLabel = "FILE",
                description = "Trust upstreams with certificates of these authorities, too: certificates in PEM."
                        + " Default: those that this Java trusts.")
        private @Nullable Path upstreamCa;

        @Option(
                names = "--upstream-insecure",
                description =
                        "Do not check upstream certificates. For experiments alone: it takes away from clients what"
                                + " TLS is for.")
        private boolean upstreamInsecure;
    }

    private static final class Allowed {
        @Option(
                names = "--allow-targets",
                paramLabel = "TARGETS",
                split = ",",
                description =
                        "What may be asked for: HOST, *.DOMAIN, * (all names), ADDRESS or ADDRESS/PREFIX, each with"
                                + " :PORT, :FROM-TO or :* (else 80 and 443); separated by commas, or several times. Private and"
                                + " special addresses only where they are listed as addresses. Default on loopback: all.")
        private List<String> targets = new ArrayList<>();

        @Option(
                names = "--user",
                paramLabel = "WHERE",
                description = "Ask clients for a password: file:PATH (a NAME:PASSWORD a line, readable by you alone) or"
                        + " env:NAME (a variable that holds NAME:PASSWORD).")
        private @Nullable String user;
    }

    private static final class Records {
        @Option(
                names = "--journal",
                paramLabel = "FILE",
                description = "Append a line a request as it ends; clearway analyze reads it.")
        private @Nullable Path journal;

        @Option(names = "--har", paramLabel = "FILE", description = "Write a HAR file at the end, secrets redacted.")
        private @Nullable Path har;

        @Option(
                names = "--admin-port",
                paramLabel = "PORT",
                description =
                        "Show /metrics for Prometheus and /pools, on loopback; 0: any free port. Default: nowhere.")
        private @Nullable Integer adminPort;

        @Option(
                names = {"-v", "--verbose"},
                description = "Print a line a request, and what the proxy logs at DEBUG.")
        private boolean verbose;
    }

    private static final class Most {
        @Option(
                names = "--max-connections",
                paramLabel = "N",
                defaultValue = "4096",
                description = "Connections of clients at a time. Default: ${DEFAULT-VALUE}.")
        private int connections;

        @Option(
                names = "--max-handshakes",
                paramLabel = "N",
                defaultValue = "256",
                description = "Of these, such as are not settled yet. Default: ${DEFAULT-VALUE}.")
        private int handshakes;

        @Option(
                names = "--max-head",
                paramLabel = "BYTES",
                defaultValue = "65536",
                description = "Bytes of a request's or an answer's header fields. Default: ${DEFAULT-VALUE}.")
        private int head;

        @Option(
                names = "--max-queue",
                paramLabel = "N",
                defaultValue = "10000",
                description = "Requests that may wait for an origin. Default: ${DEFAULT-VALUE}.")
        private int queue;

        @Option(
                names = "--handshake-timeout",
                paramLabel = "TIME",
                defaultValue = "10s",
                converter = DelayConverter.class,
                description = "The longest until a client's connection is settled. Default: ${DEFAULT-VALUE}.")
        private @Nullable Duration handshake;

        @Option(
                names = "--connect-timeout",
                paramLabel = "TIME",
                defaultValue = "10s",
                converter = DelayConverter.class,
                description = "The longest to open an upstream connection. Default: ${DEFAULT-VALUE}.")
        private @Nullable Duration connect;

        @Option(
                names = "--answer-timeout",
                paramLabel = "TIME",
                defaultValue = "300s",
                converter = DelayConverter.class,
                description = "The longest to an answer's head, waits included. Default: ${DEFAULT-VALUE}.")
        private @Nullable Duration answer;

        @Option(
                names = "--idle-timeout",
                paramLabel = "TIME",
                defaultValue = "300s",
                converter = DelayConverter.class,
                description = "The longest that a connection, or an answer that has begun, may stand still."
                        + " Default: ${DEFAULT-VALUE}.")
        private @Nullable Duration idle;

        @Option(
                names = "--drain-time",
                paramLabel = "TIME",
                defaultValue = "10s",
                converter = DelayConverter.class,
                description = "The longest that Ctrl-C waits for requests under way. Default: ${DEFAULT-VALUE}.")
        private @Nullable Duration drain;

        Bounding bounding() {
            return new Bounding(
                    connections,
                    handshakes,
                    head,
                    queue,
                    given(handshake),
                    given(connect),
                    given(answer),
                    given(idle),
                    given(drain));
        }

        private static Duration given(@Nullable Duration value) {
            if (value == null) {
                throw new IllegalStateException("an option has no default");
            }
            return value;
        }
    }
}
