package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.origin.Relay;
import dev.clearway.testkit.Eventually;
import dev.clearway.transport.observe.Downgrade;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that changes what it chooses by ALPN: one address, behind which the way leads to another port. */
class DowngradeProbeTest extends NetworkTest {
    private final OriginServer origin;
    private final Relay relay;

    DowngradeProbeTest() throws IOException {
        origin = OriginServer.builder()
                .listen(OriginPort.TLS, 0)
                .listen(OriginPort.TLS_HTTP1, 0)
                .maxStreams(30)
                .start();
        relay = Relay.start(address(OriginPort.TLS_HTTP1), Duration.ZERO);
    }

    private InetSocketAddress address(OriginPort port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), origin.port(port));
    }

    @BeforeEach
    void start() throws Exception {
        use(builder().sslContext(origin.authority().clientContext()).downgradeProbe(Duration.ofMillis(200)));
    }

    @AfterEach
    void end() {
        relay.close();
        origin.close();
    }

    private @Nullable Protocol spoken() {
        URI uri = URI.create("https://localhost:" + relay.port() + "/whoami");
        return send(Requests.request(
                        "GET", uri, VersionPolicy.HTTP_2_OR_LOWER, RequestBody.NONE, Duration.ofSeconds(30)))
                .await()
                .protocol;
    }

    @Test
    void downgradeIsToldWithIssuerAlpnAndConcurrency() {
        assertThat(spoken()).isEqualTo(Protocol.HTTP_1_1);
        String issuer =
                origin.authority().certificate().getSubjectX500Principal().getName();
        assertThat(events.downgrades())
                .containsExactly(new Downgrade(issuer, List.of("h2", "http/1.1"), "http/1.1", 10 * 100, 256));
        assertThat(pool().downgrades()).isEqualTo(1);
    }

    @Test
    void http2IsFoundAgainWhileRequestsGoOn() {
        assertThat(spoken()).isEqualTo(Protocol.HTTP_1_1);
        relay.target(address(OriginPort.TLS));
        Eventually.holds(() -> spoken() == Protocol.HTTP_2);
        assertThat(spoken()).isEqualTo(Protocol.HTTP_2);
        Eventually.holds(() -> pool().connections().size() == 1);
        assertThat(pool().connections().get(0).protocol()).isEqualTo(Protocol.HTTP_2);
    }

    @Test
    void serverThatStaysAtHttp1IsAskedAgain() {
        assertThat(spoken()).isEqualTo(Protocol.HTTP_1_1);
        Eventually.holds(() -> spoken() == Protocol.HTTP_1_1 && pool().downgrades() > 2);
    }

    @Test
    void concurrencyBeforeIsByTheStreamsThatTheServerHadAllowed() {
        relay.target(address(OriginPort.TLS));
        assertThat(spoken()).isEqualTo(Protocol.HTTP_2);
        relay.target(address(OriginPort.TLS_HTTP1));
        relay.cut();
        events.await("closed 1");
        assertThat(spoken()).isEqualTo(Protocol.HTTP_1_1);
        assertThat(events.downgrades()).singleElement().satisfies(downgrade -> {
            assertThat(downgrade.concurrencyBefore()).isEqualTo(10 * 30);
            assertThat(downgrade.concurrencyAfter()).isEqualTo(256);
        });
    }
}
