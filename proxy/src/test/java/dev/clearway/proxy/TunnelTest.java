package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.proxy.policy.TargetPolicy;
import dev.clearway.proxy.record.CutBy;
import dev.clearway.proxy.record.ProxiedTunnel;
import dev.clearway.proxy.settings.Bounds;
import dev.clearway.proxy.settings.ProxySettings;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is passed on without a look, and what decides that. */
class TunnelTest {
    @RegisterExtension
    static final LeakExtension LEAKS =
            LeakExtension.aroundClass().ignoringThreads("HttpClient-").ignoringSockets();

    private final TestParts.Recorder recorder = new TestParts.Recorder();

    private ProxyServer proxy(UnaryOperator<ProxySettings.Builder> more) throws Exception {
        return ProxyServer.start(more.apply(TestParts.settings()
                        .observer(recorder)
                        .bounds(Bounds.DEFAULT.withSilence(Duration.ofMillis(200))))
                .build());
    }

    private static RawClient tunnel(ProxyServer proxy, int port) throws Exception {
        RawClient client = RawClient.connect(proxy.address().getPort());
        client.send("CONNECT 127.0.0.1:" + port + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n\r\n");
        return client;
    }

    /** The head of the answer to a CONNECT, which has no content. */
    private static int granted(RawClient client) throws Exception {
        return client.head().status();
    }

    @Test
    void aBypassedHostShowsItsOwnCertificate() throws Exception {
        try (OriginServer origin = OriginServer.builder()
                        .authority(TestParts.UPSTREAM_CA)
                        .listen(OriginPort.TLS, 0)
                        .start();
                ProxyServer proxy = proxy(settings -> settings.bypass(host -> host.equals("localhost")))) {
            HttpClient client = HttpClient.newBuilder()
                    .proxy(ProxySelector.of(proxy.address()))
                    .sslContext(TestParts.TRUSTS_UPSTREAM)
                    .build();
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(origin.uri(OriginPort.TLS, "/whoami"))
                            .build(),
                    BodyHandlers.ofString());

            assertThat(answer.body()).isEqualTo("origin");
            assertThat(answer.headers().firstValue("via")).isEmpty();
            X509Certificate shown =
                    (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
            assertThat(shown.getIssuerX500Principal())
                    .isEqualTo(TestParts.UPSTREAM_CA.certificate().getSubjectX500Principal());
        }
        ProxiedTunnel told = recorder.nextTunnel();
        assertThat(told.host()).isEqualTo("localhost");
        assertThat(told.receivedBytes()).isPositive();
    }

    @Test
    void whatIsNeitherTlsNorHttpPassesBothWaysAndEndsEachWayByItself() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ProxyServer proxy = proxy(settings -> settings);
                RawClient client = tunnel(proxy, server.getLocalPort())) {
            assertThat(granted(client)).isEqualTo(200);
            client.send("\u0001\u0002hello");
            try (Socket accepted = server.accept()) {
                accepted.setSoTimeout(20_000);
                assertThat(accepted.getInputStream().readNBytes(7))
                        .isEqualTo("\u0001\u0002hello".getBytes(StandardCharsets.ISO_8859_1));
                client.end();
                assertThat(accepted.getInputStream().read()).isEqualTo(-1);
                accepted.getOutputStream().write("after your end".getBytes(StandardCharsets.ISO_8859_1));
            }
            assertThat(new String(client.bytes(14), StandardCharsets.ISO_8859_1))
                    .isEqualTo("after your end");
            assertThat(client.hasEnded()).isTrue();
            ProxiedTunnel told = recorder.nextTunnel();
            assertThat(told.sentBytes()).isEqualTo(7);
            assertThat(told.receivedBytes()).isEqualTo(14);
            assertThat(told.cutBy()).isEqualTo(CutBy.NOBODY);
        }
    }

    @Test
    void aServerThatSpeaksFirstIsHeard() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ProxyServer proxy = proxy(settings -> settings);
                RawClient client = tunnel(proxy, server.getLocalPort())) {
            assertThat(granted(client)).isEqualTo(200);
            try (Socket accepted = server.accept()) {
                accepted.getOutputStream().write("220 ready\r\n".getBytes(StandardCharsets.ISO_8859_1));
                assertThat(new String(client.bytes(11), StandardCharsets.ISO_8859_1))
                        .isEqualTo("220 ready\r\n");
            }
        }
    }

    @Test
    void aResetPasses() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ProxyServer proxy = proxy(settings -> settings);
                RawClient client = tunnel(proxy, server.getLocalPort())) {
            assertThat(granted(client)).isEqualTo(200);
            client.send("\u0001");
            try (Socket accepted = server.accept()) {
                assertThat(accepted.getInputStream().read()).isEqualTo(1);
                accepted.setSoLinger(true, 0);
            }
            assertThat(client.hasEnded()).isTrue();
        }
        assertThat(recorder.nextTunnel().cutBy()).isEqualTo(CutBy.UPSTREAM);
    }

    @Test
    void aTunnelThatStandsStillIsClosed() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ProxyServer proxy = proxy(settings -> settings.bounds(
                        Bounds.DEFAULT.withSilence(Duration.ofMillis(100)).withIdleTime(Duration.ofMillis(400))));
                RawClient client = tunnel(proxy, server.getLocalPort())) {
            assertThat(granted(client)).isEqualTo(200);
            try (Socket accepted = server.accept()) {
                assertThat(client.hasEnded()).isTrue();
                accepted.setSoTimeout(20_000);
            }
        }
        ProxiedTunnel told = recorder.nextTunnel();
        assertThat(told.cutBy()).isEqualTo(CutBy.PROXY);
        assertThat(told.failure()).contains("stood still");
    }

    @Test
    void clearHttpInATunnelIsInspected() throws Exception {
        try (OriginServer origin =
                        OriginServer.builder().listen(OriginPort.HTTP1, 0).start();
                ProxyServer proxy = proxy(settings -> settings);
                RawClient client = tunnel(proxy, origin.port(OriginPort.HTTP1))) {
            assertThat(granted(client)).isEqualTo(200);
            client.send("GET /whoami HTTP/1.1\r\nHost: 127.0.0.1:" + origin.port(OriginPort.HTTP1) + "\r\n\r\n");
            RawClient.Answer answer = client.answer();

            assertThat(answer.body()).isEqualTo("origin");
            assertThat(answer.fields().get("via")).contains("clearway-");
            assertThat(recorder.nextRequest().url()).startsWith("http://127.0.0.1:");
        }
    }

    @Test
    void aRequestForAnotherHostThanItsTunnelsIsMisdirected() throws Exception {
        try (OriginServer origin =
                        OriginServer.builder().listen(OriginPort.HTTP1, 0).start();
                ProxyServer proxy = proxy(settings -> settings);
                RawClient client = tunnel(proxy, origin.port(OriginPort.HTTP1))) {
            assertThat(granted(client)).isEqualTo(200);
            client.send("GET /whoami HTTP/1.1\r\nHost: other.example\r\n\r\n");

            assertThat(client.answer().status()).isEqualTo(421);
        }
    }

    @Test
    void aBypassedTargetThatRefusesIsAnsweredForBeforeTheTunnel() throws Exception {
        int closed;
        try (ServerSocket gone = new ServerSocket(0)) {
            closed = gone.getLocalPort();
        }
        try (ProxyServer proxy = proxy(settings -> settings.bypass(host -> true));
                RawClient client = tunnel(proxy, closed)) {
            RawClient.Answer answer = client.answer();

            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.fields().get("proxy-status")).isEqualTo("clearway; error=connection_refused");
        }
        assertThat(recorder.nextTunnel().cutBy()).isEqualTo(CutBy.UPSTREAM);
    }

    @Test
    void anAddressThatPolicyForbidsIsNotConnectedTo() throws Exception {
        var names = new TargetPolicy() {
            @Override
            public boolean permits(String host, int port) {
                return !host.equals("forbidden.example");
            }

            @Override
            public boolean permits(InetSocketAddress address) {
                return false;
            }
        };
        ProxySettings settings = ProxySettings.builder(TestParts.ISSUED, names)
                .bypass(host -> true)
                .build();
        try (ServerSocket server = new ServerSocket(0);
                ProxyServer proxy = ProxyServer.start(settings)) {
            try (RawClient client = tunnel(proxy, server.getLocalPort())) {
                assertThat(client.answer().status()).isEqualTo(403);
            }
            try (RawClient client = RawClient.connect(proxy.address().getPort())) {
                client.send("CONNECT forbidden.example:443 HTTP/1.1\r\nHost: forbidden.example:443\r\n\r\n");
                assertThat(client.answer().status()).isEqualTo(403);
            }
            try (RawClient client = RawClient.connect(proxy.address().getPort())) {
                client.send("GET http://127.0.0.1:" + server.getLocalPort() + "/ HTTP/1.1\r\nHost: x\r\n\r\n");
                RawClient.Answer answer = client.answer();
                assertThat(answer.status()).isEqualTo(403);
                assertThat(answer.fields().get("proxy-status")).contains("destination_ip_prohibited");
            }
        }
    }
}
