package dev.clearway.lab.proxy;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.lab.proxy.ProxyPlan.Legs;
import dev.clearway.transport.Limits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a proxy says of itself when it has started: where it is, what its legs are, and how to use and trust it. */
final class Greeting {
    private static final String NAME = "clearway-proxy";

    private final ProxyPlan plan;
    private final InetSocketAddress address;
    private final LocalAuthority authority;
    private final String ca;
    private final List<String> lines = new ArrayList<>();

    private Greeting(ProxyPlan plan, InetSocketAddress address, LocalAuthority authority) {
        this.plan = plan;
        this.address = address;
        this.authority = authority;
        ca = authority.certificateFile().map(Greeting::quoted).orElse("");
    }

    static List<String> of(
            ProxyPlan plan, InetSocketAddress address, @Nullable InetSocketAddress admin, LocalAuthority authority) {
        Greeting greeting = new Greeting(plan, address, authority);
        greeting.where(admin);
        greeting.legs(plan.legs());
        greeting.access();
        greeting.trust();
        greeting.usage();
        return List.copyOf(greeting.lines);
    }

    private void where(@Nullable InetSocketAddress admin) {
        URI upstream = plan.listening().upstream();
        if (upstream != null) {
            String scheme = plan.listening().cleartext() ? "http" : "https";
            lines.add("Listening on " + scheme + "://" + local() + ", in front of " + upstream);
        } else if (plan.listening().transparent()) {
            lines.add(
                    "Listening on " + hostPort() + " for connections that are led here: the name in SNI is the target");
        } else {
            lines.add("Listening on http://" + hostPort() + ": CONNECT, and absolute targets for http");
        }
        if (admin != null) {
            lines.add("Metrics: http://" + of(admin) + "/metrics; its queues: http://" + of(admin) + "/pools");
        }
    }

    private void legs(Legs legs) {
        Integer most = legs.connections();
        lines.add("Clients' leg:  ALPN " + legs.client()
                + (speaksHttp2(legs.client()) ? "; " + legs.streams() + " streams on an HTTP/2 connection" : ""));
        lines.add("Upstream leg:  ALPN " + legs.upstream() + "; to an origin at most "
                + (most == null ? usualConnections(legs.upstream()) : most + " connections")
                + ", " + plan.bounding().queue() + " requests waiting");
        if (legs.like() != null) {
            lines.add("Like:          " + legs.like());
        }
        if (!legs.bypass().isEmpty()) {
            lines.add("Left alone:    " + String.join(", ", legs.bypass()));
        }
    }

    private static boolean speaksHttp2(Object alpn) {
        return alpn.toString().contains("h2");
    }

    private static String usualConnections(Object alpn) {
        String http1 = Limits.DEFAULT.http1Connections() + " HTTP/1.1";
        return (speaksHttp2(alpn) ? Limits.DEFAULT.http2Connections() + " HTTP/2 and " + http1 : http1)
                + " connections";
    }

    private void access() {
        if (plan.listening().upstream() == null) {
            List<String> allowed = plan.access().allowedTargets();
            lines.add(
                    "Targets:       " + (allowed.isEmpty() ? "any but the proxy itself" : String.join(", ", allowed)));
        }
        Path journal = plan.recording().journal();
        Path har = plan.recording().har();
        if (journal != null) {
            lines.add("Journal:       " + journal + ", a line a request; read it with clearway analyze");
        }
        if (har != null) {
            lines.add("HAR file:      " + har + ", at the end; URLs and header fields redacted");
        }
    }

    private void trust() {
        lines.add("Authority:     "
                + authority.certificate().getSubjectX500Principal().getName());
        lines.add("To trust it (until " + authority.certificate().getNotAfter().toInstant() + "): " + ca);
    }

    private void usage() {
        boolean explicit =
                plan.listening().upstream() == null && !plan.listening().transparent();
        if (explicit) {
            explicit();
        } else if (plan.listening().transparent()) {
            lines.add("Try:");
            lines.add("  curl --connect-to ::" + local() + " --cacert " + ca + " https://example.com/");
            lines.add("  google-chrome --user-data-dir=\"$(mktemp -d)\" --host-resolver-rules='MAP * " + local()
                    + "' --ignore-certificate-errors-spki-list=" + spki());
        } else {
            lines.add("Try:");
            boolean cleartext = plan.listening().cleartext();
            lines.add(
                    cleartext
                            ? "  curl http://" + local() + "/"
                            : "  curl --cacert " + ca + " https://" + local() + "/");
        }
    }

    private void explicit() {
        String host = reachable().getHostAddress();
        String user = plan.access().user() == null ? "" : " --proxy-user NAME:PASSWORD";
        lines.add("curl:");
        lines.add("  curl --proxy http://" + local() + user + " --cacert " + ca + " https://example.com/");
        lines.add("Chrome, in a profile of its own:");
        lines.add("  google-chrome --user-data-dir=\"$(mktemp -d)\" --proxy-server=http://" + local()
                + " --ignore-certificate-errors-spki-list=" + spki());
        firefox(host);
        lines.add("JVM:");
        lines.add("  keytool -importcert -noprompt -alias " + NAME + " -file " + ca + " -keystore " + NAME
                + ".p12 -storepass changeit");
        lines.add("  java -Djavax.net.ssl.trustStore=" + NAME + ".p12 -Djavax.net.ssl.trustStorePassword=changeit"
                + " -Dhttps.proxyHost=" + host + " -Dhttps.proxyPort=" + address.getPort() + " …");
    }

    /** As commands for a shell: what they make is a profile that knows the proxy and trusts the authority, and no other. */
    private void firefox(String host) {
        int port = address.getPort();
        lines.add("Firefox, in a profile of its own (certutil is in libnss3-tools or nss-tools):");
        lines.add("  profile=\"$(mktemp -d)\"");
        lines.add("  certutil -A -d sql:\"$profile\" -n " + NAME + " -t C,, -i " + ca);
        lines.add("  printf 'user_pref(\"network.proxy.%s);\\n' 'type\", 1' 'allow_hijacking_localhost\", true'"
                + " 'http\", \"" + host + "\"' 'http_port\", " + port + "'"
                + " 'ssl\", \"" + host + "\"' 'ssl_port\", " + port + "' >\"$profile/user.js\"");
        lines.add("  firefox --no-remote --profile \"$profile\"");
    }

    /** SHA-256 of the authority's key, as Chrome's switch takes it; the authority stands in each chain. */
    private String spki() {
        try {
            byte[] key = authority.certificate().getPublicKey().getEncoded();
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(key));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this runtime has no SHA-256", e);
        }
    }

    /** An address by which the proxy can be reached from this machine. */
    private InetAddress reachable() {
        InetAddress bound = Objects.requireNonNull(address.getAddress());
        return bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound;
    }

    private String local() {
        boolean named = reachable().isLoopbackAddress() && plan.listening().upstream() != null;
        return named ? "localhost:" + address.getPort() : of(new InetSocketAddress(reachable(), address.getPort()));
    }

    private String hostPort() {
        return of(address);
    }

    private static String of(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }

    /** A path as a shell takes it. */
    private static String quoted(Path path) {
        String text = path.toString();
        return text.matches("[A-Za-z0-9_./+:@%-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
