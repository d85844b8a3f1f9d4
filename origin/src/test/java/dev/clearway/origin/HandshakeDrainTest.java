package dev.clearway.origin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.LeakExtension;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server that is shut down while a client's handshake is under way: what comes right behind the handshake is not lost. */
@ExtendWith(LeakExtension.class)
class HandshakeDrainTest {
    private static final int PATIENCE_MILLIS = 60_000;
    private static final int GOAWAY = 7;

    private final OriginServer origin;

    HandshakeDrainTest() throws IOException {
        origin = OriginServer.builder().listen(OriginPort.TLS, 0).start();
    }

    @Test
    void http2ClientIsToldThatNothingWasProcessed() throws Exception {
        withHandshakeDuringShutdown("h2", socket -> {
            OutputStream out = socket.getOutputStream();
            out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.write(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] payload = new byte[0];
            int type = -1;
            while (type != GOAWAY) {
                int head = in.readInt();
                type = head & 0xff;
                in.skipNBytes(5);
                payload = in.readNBytes(head >>> 8);
            }
            assertThat(payload).startsWith(0, 0, 0, 0, 0, 0, 0, 0);
        });
    }

    @Test
    void http11ClientIsAnswered() throws Exception {
        withHandshakeDuringShutdown("http/1.1", socket -> {
            socket.getOutputStream()
                    .write("GET /whoami HTTP/1.1\r\nhost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200")
                    .containsIgnoringCase("connection: close");
        });
    }

    private interface Talk {
        void with(SSLSocket socket) throws IOException;
    }

    private void withHandshakeDuringShutdown(String protocol, Talk talk) throws Exception {
        int port = origin.port(OriginPort.TLS);
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (Socket tcp = new Socket(loopback, port)) {
            tcp.setSoTimeout(PATIENCE_MILLIS);
            Eventually.holds(() -> origin.stats().acceptedConnections() == 1);
            CompletableFuture<Void> down = CompletableFuture.runAsync(() -> origin.shutdown(Duration.ofSeconds(60)));
            Eventually.holds(() -> isRefused(loopback, port));
            try (SSLSocket tls = (SSLSocket)
                    origin.authority().clientContext().getSocketFactory().createSocket(tcp, "localhost", port, true)) {
                SSLParameters parameters = tls.getSSLParameters();
                parameters.setApplicationProtocols(new String[] {protocol});
                tls.setSSLParameters(parameters);
                tls.startHandshake();
                talk.with(tls);
            }
            down.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private static boolean isRefused(InetAddress address, int port) {
        try (Socket probe = new Socket(address, port)) {
            return !probe.isConnected();
        } catch (IOException refused) {
            return true;
        }
    }
}
