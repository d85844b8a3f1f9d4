package dev.clearway.origin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client may do with TLS after its handshake. */
@ExtendWith(LeakExtension.class)
class RenegotiationTest {
    private static final byte[] REQUEST =
            "GET /whoami HTTP/1.1\r\nhost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    @Test
    void secondHandshakeIsRefused() throws Exception {
        try (OriginServer origin =
                        OriginServer.builder().listen(OriginPort.TLS, 0).start();
                SSLSocket socket = connect(origin, "TLSv1.2")) {
            assertThat(answers(socket)).isTrue();
            socket.getSession().invalidate();
            assertThatThrownBy(() -> {
                        socket.startHandshake();
                        answers(socket);
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void sessionIsResumedAllTheSame(String protocol) throws Exception {
        try (OriginServer origin =
                OriginServer.builder().listen(OriginPort.TLS, 0).start()) {
            for (int i = 0; i < 3; i++) {
                try (SSLSocket socket = connect(origin, protocol)) {
                    assertThat(answers(socket)).isTrue();
                    assertThat(answers(socket)).isTrue();
                }
            }
        }
    }

    private static SSLSocket connect(OriginServer origin, String protocol) throws IOException {
        SSLSocket socket = (SSLSocket) origin.authority()
                .clientContext()
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), origin.port(OriginPort.TLS));
        socket.setSoTimeout(20_000);
        socket.setEnabledProtocols(new String[] {protocol});
        socket.startHandshake();
        return socket;
    }

    private static boolean answers(SSLSocket socket) throws IOException {
        socket.getOutputStream().write(REQUEST);
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\norigin")) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new IOException("the connection ended");
            }
            head.append((char) next);
        }
        return head.toString().startsWith("HTTP/1.1 200");
    }
}
