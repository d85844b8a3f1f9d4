package dev.clearway.proxy;

import dev.clearway.proxy.settings.ProxySettings;
import dev.clearway.testkit.RawClient;
import dev.clearway.transport.Origin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** The ways by which a client's bytes come to where a proxy reads HTTP; each asks for {@code https://localhost}. */
enum Entry {
    /** An explicit proxy, asked in the clear and with absolute targets. */
    ABSOLUTE,
    /** An explicit proxy, TLS inside CONNECT. */
    CONNECT,
    /** A transparent proxy, which SNI tells whom to ask. */
    TRANSPARENT,
    /** A reverse proxy over TLS. */
    REVERSE;

    ProxySettings.Builder settings(int upstreamPort) {
        ProxySettings.Builder settings = TestParts.settings();
        return switch (this) {
            case ABSOLUTE, CONNECT -> settings;
            case TRANSPARENT -> settings.transparent();
            case REVERSE -> settings.reverse(new Origin("https", "localhost", upstreamPort), true);
        };
    }

    /** A connection on which requests for {@code https://localhost:PORT} are read. */
    Socket open(ProxyServer proxy, int upstreamPort, String alpn) throws IOException {
        Socket tcp =
                new Socket(InetAddress.getLoopbackAddress(), proxy.address().getPort());
        if (this == ABSOLUTE) {
            return tcp;
        }
        if (this == CONNECT) {
            String target = "localhost:" + upstreamPort;
            RawClient.over(tcp).send("CONNECT " + target + " HTTP/1.1\r\nhost: " + target + "\r\n\r\n");
            readHead(tcp);
        }
        SSLSocket tls = (SSLSocket)
                TestParts.TRUSTS_PROXY.getSocketFactory().createSocket(tcp, "localhost", upstreamPort, true);
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {alpn});
        parameters.setServerNames(List.of(new SNIHostName("localhost")));
        tls.setSSLParameters(parameters);
        tls.startHandshake();
        return tls;
    }

    /** Takes an answer's head, and not a byte of what follows. */
    private static void readHead(Socket tcp) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = tcp.getInputStream().read();
            if (next < 0) {
                throw new IOException("the proxy ended after: " + head);
            }
            head.append((char) next);
        }
        if (!head.toString().startsWith("HTTP/1.1 200 ")) {
            throw new IOException("no tunnel: " + head);
        }
    }
}
