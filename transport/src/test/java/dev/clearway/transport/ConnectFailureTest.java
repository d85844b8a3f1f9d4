package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.testkit.ScriptedHttp1Peer;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import dev.clearway.testkit.TestCertificates;
import dev.clearway.transport.observe.ExchangeRecord;
import io.netty.handler.codec.http2.Http2Settings;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;

/** What callers are told when no connection can be opened, and what is negotiated when one can. */
class ConnectFailureTest extends NetworkTest {
    private static final VersionPolicy OR_LOWER = VersionPolicy.HTTP_2_OR_LOWER;

    private static Request get(URI uri, VersionPolicy versions) {
        return Requests.request("GET", uri, versions, RequestBody.NONE, null);
    }

    private List<Throwable> failuresOf(int requests, Request request) {
        List<Answer> answers =
                IntStream.range(0, requests).mapToObj(i -> send(request)).toList();
        List<Throwable> failures = answers.stream().map(Answer::awaitFailure).toList();
        assertThat(answers).allMatch(answer -> answer.ends.get() == 1);
        assertThat(failures)
                .allSatisfy(failure ->
                        assertThat(((TransportFailure) failure).delivery()).isEqualTo(Delivery.NEVER_SENT));
        assertThat(pool().waiting()).isZero();
        assertThat(pool().connections()).isEmpty();
        return failures;
    }

    private static Duration handshake(ExchangeRecord exchange) {
        return Objects.requireNonNull(exchange.connect()).tls();
    }

    @Test
    void portWithoutListenerFailsEveryCallerAtOnce() {
        ScriptedHttp1Peer peer = ScriptedHttp1Peer.start();
        URI uri = peer.uri("/");
        peer.close();
        List<Throwable> failures = failuresOf(20, get(uri, VersionPolicy.HTTP_2));
        assertThat(failures)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(ConnectException.class)
                        .hasMessageContaining("http://localhost:" + uri.getPort())
                        .hasMessageContaining("never sent"));
        assertThat(events.count("connecting")).isEqualTo(events.count("failed"));
    }

    @Test
    void unknownHostFailsEveryCaller() {
        List<Throwable> failures = failuresOf(3, get(URI.create("http://no-such-host.invalid/"), OR_LOWER));
        assertThat(failures)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(ConnectException.class)
                        .hasMessageContaining("unknown host no-such-host.invalid"));
    }

    @Test
    void untrustedCertificateFailsEveryCallerWithAHandshakeException() {
        try (ScriptedHttp2Peer peer =
                ScriptedHttp2Peer.startTls(TestCertificates.localhost().serverContext())) {
            var script = peer.play(connection -> {});
            List<Throwable> failures = failuresOf(5, get(peer.uri("/"), OR_LOWER));
            assertThat(failures).allSatisfy(failure -> assertThat(failure).isInstanceOf(SSLHandshakeException.class));
            assertThatThrownBy(script::await).isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void certificateForAnotherHostIsRefused() throws Exception {
        TestCertificates other = TestCertificates.forHost("example.test");
        use(builder().sslContext(other.trustingContext()));
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.startTls(other.serverContext())) {
            var script = peer.play(connection -> {});
            List<Throwable> failures = failuresOf(1, get(peer.uri("/"), OR_LOWER));
            assertThat(failures.get(0)).isInstanceOf(SSLHandshakeException.class);
            assertThatThrownBy(script::await).isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void hostNameIsCheckedWhateverTheParametersSay() throws Exception {
        TestCertificates other = TestCertificates.forHost("example.test");
        SSLParameters lax = SSLContext.getDefault().getDefaultSSLParameters();
        lax.setEndpointIdentificationAlgorithm("");
        use(builder().sslContext(other.trustingContext()).sslParameters(lax));
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.startTls(other.serverContext())) {
            var script = peer.play(connection -> {});
            assertThat(failuresOf(1, get(peer.uri("/"), OR_LOWER)).get(0)).isInstanceOf(SSLHandshakeException.class);
            assertThatThrownBy(script::await).isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void serverThatNeverAnswersTheHandshakeRunsIntoTheConnectTimeout() throws Exception {
        use(builder().connectTimeout(Duration.ofMillis(300)));
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.start()) {
            URI uri = URI.create("https://localhost:" + peer.port() + "/");
            List<Throwable> failures = failuresOf(3, get(uri, OR_LOWER));
            assertThat(failures).allSatisfy(failure -> {
                assertThat(failure)
                        .isInstanceOf(HttpConnectTimeoutException.class)
                        .hasMessageContaining("TLS");
                assertThat(handshake(((TransportFailure) failure).exchange())).isGreaterThan(Duration.ofMillis(100));
            });
        }
    }

    @Test
    void requestTimeoutWhileConnectingSaysSo() {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.start()) {
            URI uri = URI.create("https://localhost:" + peer.port() + "/");
            Throwable failure = send(Requests.within(get(uri, OR_LOWER), Duration.ofMillis(300)))
                    .awaitFailure();
            assertThat(failure).isInstanceOf(ExchangeTimeoutException.class).hasMessageContaining("CONNECTING");
            assertThat(((TransportFailure) failure).exchange().waitingFor()).isEqualTo(WaitReason.CONNECTING);
        }
    }

    @Test
    void serverThatSpeaksNoTlsFailsTheHandshake() {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.start()) {
            URI uri = URI.create("https://localhost:" + peer.port() + "/");
            peer.play(connection -> connection.send("HTTP/1.1 400 Bad Request\r\n\r\n" + "x".repeat(10_000)));
            Throwable failure = failuresOf(1, get(uri, OR_LOWER)).get(0);
            assertThat(failure)
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessageContaining("the peer does not speak TLS");
            assertThat(failure.getMessage()).hasSizeLessThan(500);
        }
    }

    @Test
    void downgradeIsReportedWithTheIssuer() {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.startTls(CERTIFICATES.serverContext(), "http/1.1")) {
            peer.playEach(connection -> {
                connection.expectHead();
                connection.respond(200, "old");
            });
            Answer answer = send(get(peer.uri("/"), OR_LOWER)).await();
            assertThat(answer.protocol).isEqualTo(Protocol.HTTP_1_1);
            assertThat(events.all()).contains("downgraded 1 CN=Clearway test authority");
        }
    }

    @Test
    void http1AloneIsNoDowngrade() {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.startTls(CERTIFICATES.serverContext(), "http/1.1")) {
            peer.playEach(connection -> {
                assertThat(connection.alpn()).isEqualTo("http/1.1");
                connection.expectHead();
                connection.respond(200, "asked for");
            });
            send(get(peer.uri("/"), VersionPolicy.HTTP_1_1)).await();
            assertThat(events.count("downgraded")).isZero();
        }
    }

    @Test
    void http2ExactlyFailsWhereTheServerChoosesOtherwise() {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.startTls(CERTIFICATES.serverContext())) {
            peer.play(connection -> {});
            Throwable failure =
                    failuresOf(1, get(peer.uri("/"), VersionPolicy.HTTP_2)).get(0);
            assertThat(failure).isInstanceOf(PeerProtocolException.class).hasMessageContaining("HTTP/2 was asked for");
        }
    }

    @Test
    void http2IsNegotiatedAndTheSessionShown() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.startTls(CERTIFICATES.serverContext())) {
            Answer answer = send(get(peer.uri("/"), OR_LOWER));
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings());
            connection.respond(connection.awaitRequest().stream(), 200);
            answer.await();
            assertThat(answer.protocol).isEqualTo(Protocol.HTTP_2);
            assertThat(answer.exchange().sslSession()).isNotNull();
            assertThat(handshake(answer.record())).isPositive();
        }
    }

    @Test
    void requestsOfOneOriginWithDifferentNeedsShareNoConnection() {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.startTls(CERTIFICATES.serverContext(), "http/1.1")) {
            peer.playEach(connection -> {
                connection.expectHead();
                connection.respond(200, "");
            });
            send(get(peer.uri("/"), OR_LOWER)).await();
            send(get(peer.uri("/"), VersionPolicy.HTTP_1_1)).await();
            assertThat(transport.snapshot()).hasSize(2);
            assertThat(peer.connections()).isEqualTo(2);
        }
    }

    @Test
    void malformedRequestsAreRefusedAtOnce() {
        Request good = get(URI.create("http://localhost:1/"), OR_LOWER);
        List<Request> bad = List.of(
                Requests.method(good, "GE T"),
                Requests.method(good, "CONNECT"),
                Requests.fields(good, "a", "b\r\nc: d"),
                Requests.fields(good, "a b", "c"),
                Requests.fields(good, "a", "€"),
                new Request(good.origin(), OR_LOWER, "GET", "/a b", Fields.EMPTY, RequestBody.NONE, null),
                new Request(good.origin(), OR_LOWER, "GET", "relative", Fields.EMPTY, RequestBody.NONE, null),
                new Request(good.origin(), OR_LOWER, "GET", "/\r\nHost: evil", Fields.EMPTY, RequestBody.NONE, null));
        for (Request request : bad) {
            org.assertj.core.api.Assertions.assertThatIllegalArgumentException().isThrownBy(() -> send(request));
        }
        assertThat(transport.snapshot()).isEmpty();
    }
}
