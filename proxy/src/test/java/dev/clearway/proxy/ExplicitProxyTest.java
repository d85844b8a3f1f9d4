package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.proxy.policy.UserList;
import dev.clearway.proxy.record.CutBy;
import dev.clearway.proxy.record.ProxiedRequest;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The JDK's own client through an explicit proxy. */
class ExplicitProxyTest {
    @RegisterExtension
    static final LeakExtension LEAKS =
            LeakExtension.aroundClass().ignoringThreads("HttpClient-").ignoringSockets();

    static final TestParts.Recorder RECORDER = new TestParts.Recorder();
    static OriginServer origin;
    static ProxyServer proxy;
    static HttpClient client;

    @BeforeAll
    static void start() throws Exception {
        origin = OriginServer.builder()
                .authority(TestParts.UPSTREAM_CA)
                .listen(OriginPort.TLS, 0)
                .listen(OriginPort.HTTP1, 0)
                .start();
        proxy = ProxyServer.start(TestParts.settings().observer(RECORDER).build());
        client = HttpClient.newBuilder()
                .proxy(ProxySelector.of(proxy.address()))
                .sslContext(TestParts.TRUSTS_PROXY)
                .build();
    }

    @AfterAll
    static void stop() {
        proxy.close();
        origin.close();
    }

    static HttpResponse<String> get(URI uri) throws Exception {
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    @Test
    void tunnelledTlsIsInspectedAndSpeaksHttp2OnBothLegs() throws Exception {
        RECORDER.requests.clear();
        HttpResponse<String> answer = get(origin.uri(OriginPort.TLS, "/conn"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.body()).contains("\"protocol\":\"HTTP/2\"");
        assertThat(answer.headers().firstValue("via").orElse("")).startsWith("2 clearway-");
        ProxiedRequest told = RECORDER.nextRequest();
        assertThat(told.status()).isEqualTo(200);
        assertThat(told.cutBy()).isEqualTo(CutBy.NOBODY);
        assertThat(told.url()).isEqualTo(origin.uri(OriginPort.TLS, "/conn").toString());
        assertThat(told.client().alpn()).isEqualTo("h2");
        assertThat(told.client().tls()).isEqualTo("TLSv1.3");
        assertThat(told.responseBytes()).isEqualTo(answer.body().length());
    }

    @Test
    void absoluteTargetsArePassedOn() throws Exception {
        HttpResponse<String> answer = get(origin.uri(OriginPort.HTTP1, "/whoami"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("origin");
    }

    @Test
    void uploadsArriveWhole() throws Exception {
        for (OriginPort port : Set.of(OriginPort.TLS, OriginPort.HTTP1)) {
            byte[] content = new byte[200_000];
            new Random(7).nextBytes(content);
            HttpRequest post = HttpRequest.newBuilder(origin.uri(port, "/echo"))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(content))
                    .build();
            HttpResponse<byte[]> answer = client.send(post, BodyHandlers.ofByteArray());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo(content);
        }
    }

    @Test
    void aRequestThatComesBackToItsProxyIsALoop() throws Exception {
        HttpResponse<String> answer =
                get(URI.create("http://127.0.0.1:" + proxy.address().getPort() + "/"));

        assertThat(answer.statusCode()).isEqualTo(508);
    }

    @Test
    void whoMayNotUseTheProxyIsChallenged() throws Exception {
        UserList users = UserList.ofVariable("TEST", "ada:secret");
        try (ProxyServer closed = ProxyServer.start(
                        TestParts.settings().authenticator(users).build());
                RawClient raw = RawClient.connect(closed.address().getPort())) {
            String target = "127.0.0.1:" + origin.port(OriginPort.HTTP1);
            raw.send("GET http://" + target + "/whoami HTTP/1.1\r\nHost: " + target + "\r\n\r\n");
            RawClient.Answer refused = raw.answer();
            raw.send("GET http://" + target + "/whoami HTTP/1.1\r\nHost: " + target
                    + "\r\nProxy-Authorization: Basic YWRhOnNlY3JldA==\r\n\r\n");
            RawClient.Answer taken = raw.answer();
            raw.send("CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n\r\n");

            assertThat(refused.status()).isEqualTo(407);
            assertThat(refused.fields().get("proxy-authenticate")).startsWith("Basic realm=");
            assertThat(taken.status()).isEqualTo(200);
            assertThat(raw.answer().status()).isEqualTo(407);
        }
    }

    @Test
    void aConnectWithoutAPortIsRefused() throws Exception {
        try (RawClient raw = RawClient.connect(proxy.address().getPort())) {
            raw.send("CONNECT localhost HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(raw.answer().status()).isEqualTo(400);
        }
    }

    @Test
    void aClientThatDoesNotTrustTheProxyIsTold() throws Exception {
        HttpClient distrusting = HttpClient.newBuilder()
                .proxy(ProxySelector.of(proxy.address()))
                .sslContext(TestParts.TRUSTS_UPSTREAM)
                .build();
        HttpRequest request =
                HttpRequest.newBuilder(origin.uri(OriginPort.TLS, "/whoami")).build();

        assertThatThrownBy(() -> distrusting.send(request, BodyHandlers.ofString()))
                .isInstanceOf(SSLHandshakeException.class);
        assertThat(RECORDER.handshakes.poll(60, TimeUnit.SECONDS)).isEqualTo("localhost");
    }
}
