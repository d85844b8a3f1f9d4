package dev.clearway.transport.connect;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.pool.Need;
import io.netty.util.NetUtil;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** Makes the engines of TLS connections from what the caller configured, and adds what is not the caller's choice: ALPN, SNI, and the check of the host's name. */
public final class Tls {
    static final String H2 = "h2";
    static final String HTTP_1_1 = "http/1.1";
    /** What a record holds at most (RFC 8446, section 5.1), and what an engine may keep of that for padding: the JDK's keeps 17 bytes. */
    private static final int LONGEST_RECORD = 16 * 1024;

    private static final int PADDING = 64;
    private static final int LEAST_RECORD = 256;

    private final SSLContext context;
    private final @Nullable SSLParameters parameters;
    private final Set<Protocol> offered;

    /**
     * @param context makes the engines
     * @param parameters cipher suites, protocols and the like; {@code null} for the context's own. Not kept: a copy is
     * @param offered what may be offered by ALPN; with nothing of it the handshake has no ALPN
     */
    public Tls(SSLContext context, @Nullable SSLParameters parameters, Set<Protocol> offered) {
        this.offered = Set.copyOf(offered);
        this.context = context;
        this.parameters = parameters == null ? null : copy(context, parameters);
    }

    /** A copy with all that this JDK's parameters can say, whichever JDK it is: what an engine was set, it gives back. */
    private static SSLParameters copy(SSLContext context, SSLParameters parameters) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        engine.setSSLParameters(parameters);
        return engine.getSSLParameters();
    }

    /** An engine for a connection to the origin. */
    SSLEngine engine(Origin origin, Need need) {
        SSLEngine engine = context.createSSLEngine(origin.host(), origin.port());
        engine.setUseClientMode(true);
        if (parameters != null) {
            engine.setSSLParameters(parameters);
        }
        SSLParameters own = engine.getSSLParameters();
        own.setEndpointIdentificationAlgorithm("HTTPS");
        own.setApplicationProtocols(alpn(need).toArray(String[]::new));
        if (!NetUtil.isValidIpV4Address(origin.host()) && !NetUtil.isValidIpV6Address(origin.host())) {
            own.setServerNames(List.of(new SNIHostName(withoutDot(origin.host()))));
        }
        engine.setSSLParameters(own);
        return engine;
    }

    /** RFC 6066, section 3: the name in SNI has no trailing dot. */
    private static String withoutDot(String host) {
        return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    }

    /** What is offered, HTTP/2 first. */
    List<String> alpn(Need need) {
        return Stream.of(Protocol.HTTP_2, Protocol.HTTP_1_1)
                .filter(protocol -> offered.contains(protocol) && need.offered().contains(protocol))
                .map(protocol -> protocol == Protocol.HTTP_2 ? H2 : HTTP_1_1)
                .toList();
    }

    /** Whether the session's version of TLS may carry HTTP/2 (RFC 9113, section 9.2: 1.2 or higher). */
    static boolean carriesHttp2(SSLSession session) {
        return switch (session.getProtocol()) {
            case "TLSv1.2", "TLSv1.3" -> true;
            default -> false;
        };
    }

    /**
     * How many bytes to hand to an engine at a time: as many as it puts into one record. Of more it leaves a rest, and what
     * stands in the record that left would count as unwritten until the rest, with what comes behind it, has left too.
     */
    static int bytesPerRecord(SSLSession session) {
        return Math.max(LEAST_RECORD, Math.min(LONGEST_RECORD, session.getApplicationBufferSize()) - PADDING);
    }

    /** Who issued the certificate that the peer showed; {@code null} if it cannot be told. */
    static @Nullable String issuer(SSLSession session) {
        try {
            Certificate[] chain = session.getPeerCertificates();
            return chain.length > 0 && chain[0] instanceof X509Certificate leaf
                    ? leaf.getIssuerX500Principal().getName()
                    : null;
        } catch (SSLPeerUnverifiedException unknown) {
            return null;
        }
    }
}
