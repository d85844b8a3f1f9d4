package dev.clearway.testkit;

import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 server in raw bytes: it expects request heads and answers what the script says, byte by byte if need be.
 *
 * <pre>{@code
 * try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.start()) {
 *     var answer = client.sendAsync(get(peer.uri("/")), ofString());
 *     ScriptedHttp1Connection connection = peer.accept();
 *     connection.expectHead();
 *     connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
 *     connection.cut();
 *     // answer fails: the body was cut short
 * }
 * }</pre>
 */
public final class ScriptedHttp1Peer extends ScriptedPeer<ScriptedHttp1Connection> {
    private ScriptedHttp1Peer(@Nullable SSLContext tls, String... protocols) {
        super(tls, protocols);
    }

    /** In cleartext. To a client that begins with TLS this is a server that never answers its hello. */
    public static ScriptedHttp1Peer start() {
        return new ScriptedHttp1Peer(null);
    }

    /**
     * Over TLS.
     *
     * @param context shows the server's certificate, see {@link TestCertificates#serverContext()}
     * @param protocols chosen from by ALPN, in this order; none to send no ALPN
     */
    public static ScriptedHttp1Peer startTls(SSLContext context, String... protocols) {
        return new ScriptedHttp1Peer(context, protocols);
    }

    @Override
    ScriptedHttp1Connection connection(Wire wire, String alpn) {
        return new ScriptedHttp1Connection(wire, alpn);
    }
}
