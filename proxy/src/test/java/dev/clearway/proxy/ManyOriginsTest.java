package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A client that asks for more origins than a proxy keeps: they stay within their bound, and nobody else's exchange is cut. */
@ExtendWith(LeakExtension.class)
class ManyOriginsTest {
    private static final int KEPT = 4_096;
    private static final int ASKED = KEPT + 904;

    /** An address of loopback for each, all of them the machine's own. */
    private static String host(int i) {
        return "127." + (1 + i / 60_000) + "." + (i / 250) % 240 + "." + (1 + i % 250);
    }

    @Test
    void originsStayWithinTheirBoundAndTheOneInUseIsServed() throws Exception {
        Holding handler = new Holding();
        try (Upstream upstream = Upstream.start(List.of("h2"), handler);
                StrictServer closing = new StrictServer();
                ProxyServer proxy = ProxyServer.start(TestParts.settings().build());
                FrameClient open = FrameClient.connect(proxy.address().getPort())
                        .asking("https", "localhost:" + upstream.port())) {
            open.get(1, "/hold").flush();
            Eventually.holds(() -> handler.open.get() == 1);

            try (RawClient asking = RawClient.connect(proxy.address().getPort())) {
                for (int i = 0; i < ASKED; i++) {
                    String authority = host(i) + ":" + closing.port();
                    // Refused: nobody listens there, and it costs a pool all the same.
                    assertThat(get(asking, authority).status()).isEqualTo(502);
                }
                assertThat(proxy.upstreamPools()).hasSizeLessThanOrEqualTo(KEPT);
                assertThat(get(asking, "127.0.0.1:" + closing.port()).status()).isEqualTo(200);
            }
            assertThat(handler.open).as("the exchange that was open before").hasValue(1);
            open.get(3, "/x").flush();
            assertThat(open.awaitStatus(3)).isEqualTo("200");
            assertThat(upstream.accepted).as("connections to the origin in use").hasValue(1);
        }
    }

    private static RawClient.Answer get(RawClient client, String authority) throws IOException {
        return client.send("GET http://" + authority + "/ HTTP/1.1\r\nhost: " + authority + "\r\n\r\n")
                .answer();
    }
}
