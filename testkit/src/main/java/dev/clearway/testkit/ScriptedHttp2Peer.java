package dev.clearway.testkit;

import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/2 server in frames: it says nothing by itself, not even SETTINGS or the acknowledgement of a PING.
 *
 * <pre>{@code
 * try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
 *     var answer = client.sendAsync(get(peer.uri("/")), ofString());
 *     ScriptedHttp2Connection connection = peer.accept();
 *     connection.handshake(new Http2Settings().maxConcurrentStreams(1));
 *     Http2Frame request = connection.awaitRequest();
 *     connection.send(Http2Frames.rstStream(request.stream(), Http2Error.REFUSED_STREAM));
 * }
 * }</pre>
 */
public final class ScriptedHttp2Peer extends ScriptedPeer<ScriptedHttp2Connection> {
    private ScriptedHttp2Peer(@Nullable SSLContext tls, String... protocols) {
        super(tls, protocols);
    }

    /** In cleartext, for prior knowledge. */
    public static ScriptedHttp2Peer start() {
        return new ScriptedHttp2Peer(null);
    }

    /**
     * Over TLS, with {@code h2} by ALPN.
     *
     * @param context shows the server's certificate, see {@link TestCertificates#serverContext()}
     */
    public static ScriptedHttp2Peer startTls(SSLContext context) {
        return new ScriptedHttp2Peer(context, "h2");
    }

    @Override
    ScriptedHttp2Connection connection(Wire wire, String alpn) {
        return new ScriptedHttp2Connection(wire, alpn);
    }
}
