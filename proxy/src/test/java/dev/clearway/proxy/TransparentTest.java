package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.proxy.settings.Bounds;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Request;
import dev.clearway.transport.RequestBody;
import dev.clearway.transport.Transport;
import dev.clearway.transport.VersionPolicy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients that do not know of the proxy: their connections are led to it. */
class TransparentTest {
    @RegisterExtension
    static final LeakExtension LEAKS =
            LeakExtension.aroundClass().ignoringThreads("HttpClient-").ignoringSockets();

    static OriginServer origin;
    static ProxyServer proxy;
    static ProxyServer blind;

    @BeforeAll
    static void start() throws Exception {
        origin = OriginServer.builder()
                .authority(TestParts.UPSTREAM_CA)
                .listen(OriginPort.TLS, 0)
                .listen(OriginPort.HTTP1, 0)
                .start();
        proxy = ProxyServer.start(TestParts.settings()
                .transparent()
                .transparentPort(origin.port(OriginPort.TLS))
                .build());
        blind = ProxyServer.start(TestParts.settings()
                .transparent()
                .transparentPort(origin.port(OriginPort.TLS))
                .bypass(host -> host.equals("localhost"))
                .build());
    }

    @AfterAll
    static void stop() {
        blind.close();
        proxy.close();
        origin.close();
    }

    private static HttpResponse<String> get(ProxyServer through, SSLContext trust) throws Exception {
        HttpClient client = HttpClient.newBuilder().sslContext(trust).build();
        URI uri = URI.create("https://localhost:" + through.address().getPort() + "/conn");
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    /** A client that takes the proxy for a host of that authority. */
    private static Reply led(String authority) {
        Transport client = Transport.builder()
                .sslContext(TestParts.TRUSTS_PROXY)
                .eventLoops(1)
                .build();
        try {
            Reply reply = new Reply();
            client.exchange(
                    new Request(
                            new Origin("https", "localhost", proxy.address().getPort()),
                            VersionPolicy.HTTP_2,
                            "GET",
                            "/conn",
                            Fields.of("host", authority),
                            RequestBody.NONE,
                            null),
                    reply);
            return reply.await();
        } finally {
            client.shutdownNow();
            client.terminated()
                    .toCompletableFuture()
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join();
        }
    }

    @Test
    void sniNamesTheTargetAndTheRequestItsPort() {
        Reply reply = led("localhost:" + origin.port(OriginPort.TLS));

        assertThat(reply.status).isEqualTo(200);
        assertThat(reply.text()).contains("HTTP/2");
    }

    @Test
    void aRequestForAnotherNameThanSnisIsMisdirected() {
        assertThat(led("other.example:" + origin.port(OriginPort.TLS)).status).isEqualTo(421);
    }

    @Test
    void aBypassedNameIsPassedOnUndecrypted() throws Exception {
        HttpResponse<String> answer = get(blind, TestParts.TRUSTS_UPSTREAM);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("HTTP/2");
        assertThat(answer.headers().firstValue("via")).isEmpty();
    }

    @Test
    void inCleartextHostNamesTheTarget() throws Exception {
        try (RawClient client = RawClient.connect(proxy.address().getPort())) {
            client.send("GET /whoami HTTP/1.1\r\nHost: 127.0.0.1:" + origin.port(OriginPort.HTTP1) + "\r\n\r\n");
            RawClient.Answer answer = client.answer();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("origin");
        }
    }

    @Test
    void aConnectionThatDoesNotSayWhatItIsIsClosedInTime() throws Exception {
        Bounds brief = Bounds.DEFAULT.withOpening(Duration.ofMillis(300), Duration.ofSeconds(10));
        try (ProxyServer impatient = ProxyServer.start(
                        TestParts.settings().transparent().bounds(brief).build());
                RawClient silent = RawClient.connect(impatient.address().getPort());
                RawClient slow = RawClient.connect(impatient.address().getPort())) {
            slow.send("\u0016\u0003\u0001\u0000\u0001\u0001");

            assertThat(silent.hasEnded()).isTrue();
            assertThat(slow.hasEnded()).isTrue();
        }
    }
}
