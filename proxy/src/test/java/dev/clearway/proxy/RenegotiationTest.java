package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A client of the proxy's cannot make it begin the TLS handshake again. */
@ExtendWith(LeakExtension.class)
class RenegotiationTest {
    @Test
    void secondHandshakeIsRefused() throws Exception {
        Holding handler = new Holding();
        try (Upstream upstream = Upstream.start(List.of("h2"), handler);
                ProxyServer proxy = ProxyServer.start(
                        Entry.REVERSE.settings(upstream.port()).build());
                SSLSocket socket = (SSLSocket) TestParts.TRUSTS_PROXY
                        .getSocketFactory()
                        .createSocket(
                                InetAddress.getByName("localhost"),
                                proxy.address().getPort())) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            RawClient client = RawClient.over(socket);
            get(client);
            socket.getSession().invalidate();
            assertThatThrownBy(() -> {
                        socket.startHandshake();
                        get(client);
                    })
                    .isInstanceOf(IOException.class);
            assertThat(handler.begun).hasValue(1);
        }
    }

    private static void get(RawClient client) throws IOException {
        client.send("GET /x HTTP/1.1\r\nhost: localhost\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(200);
    }
}
