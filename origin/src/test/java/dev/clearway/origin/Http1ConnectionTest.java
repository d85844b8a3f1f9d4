package dev.clearway.origin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** HTTP/1.1 connections byte by byte. */
@ExtendWith(LeakExtension.class)
class Http1ConnectionTest {
    private static final String HOST = "host: localhost\r\n";

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws Exception {
        try (OriginServer origin = start();
                RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < 3_000; i++) {
                requests.append("GET /bytes/")
                        .append(i % 7)
                        .append(" HTTP/1.1\r\n")
                        .append(HOST)
                        .append("\r\n");
            }
            client.send(requests.toString());
            for (int i = 0; i < 3_000; i++) {
                assertThat(client.answer().body()).hasSize(i % 7);
            }
            assertThat(origin.stats().connections().get(0).peakStreams()).isEqualTo(1);
            assertThat(origin.stats().acceptedConnections()).isEqualTo(1);
        }
    }

    @Test
    void laterRequestWaitsForTheEarlierOne() throws Exception {
        try (OriginServer origin = start();
                RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
            client.send("GET /delay/200 HTTP/1.1\r\n" + HOST + "\r\nGET /whoami HTTP/1.1\r\n" + HOST + "\r\n");
            assertThat(client.answer().body()).isEqualTo("waited 200 ms\n");
            assertThat(client.answer().body()).isEqualTo("origin");
        }
    }

    @Test
    void http2PrefaceIsAnsweredWith505AndTheEnd() throws Exception {
        try (OriginServer origin = start();
                RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
            client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0");
            RawClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(505);
            assertThat(answer.body()).contains("HTTP/1.1 only");
            assertThat(client.hasEnded()).isTrue();
        }
    }

    @Test
    void oversizedHeadsAreAnsweredAsWhatTheyAre() throws Exception {
        try (OriginServer origin = start()) {
            try (RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
                client.send("GET /" + "x".repeat(9_000) + " HTTP/1.1\r\n" + HOST + "\r\n");
                assertThat(client.answer().status()).isEqualTo(414);
            }
            try (RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
                client.send("GET / HTTP/1.1\r\n" + HOST + ("x: " + "y".repeat(1_000) + "\r\n").repeat(40) + "\r\n");
                assertThat(client.answer().status()).isEqualTo(431);
            }
        }
    }

    @Test
    void headThatStopsIsAnsweredWith408() throws Exception {
        try (OriginServer origin = OriginServer.builder()
                        .listen(OriginPort.HTTP1, 0)
                        .headTimeout(Duration.ofMillis(200))
                        .start();
                RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
            client.send("GET /whoami HTTP/1.1\r\n" + HOST + "\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
            client.send("GET /whoami HTTP/1.1\r\nho");
            assertThat(client.answer().status()).isEqualTo(408);
            assertThat(client.hasEnded()).isTrue();
        }
    }

    @Test
    void idleConnectionIsClosedAndAWaitingRequestIsNotIdle() throws Exception {
        try (OriginServer origin = OriginServer.builder()
                        .listen(OriginPort.HTTP1, 0)
                        .idleTimeout(Duration.ofMillis(200))
                        .stallTimeout(Duration.ofMillis(200))
                        .start();
                RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
            client.send("GET /delay/800 HTTP/1.1\r\n" + HOST + "\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(client.hasEnded()).isTrue();
        }
    }

    @Test
    void answerThatNobodyReadsIsGivenUp() throws Exception {
        try (OriginServer origin = OriginServer.builder()
                        .listen(OriginPort.HTTP1, 0)
                        .stallTimeout(Duration.ofMillis(200))
                        .start();
                RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
            client.send("GET /bytes/1000000000 HTTP/1.1\r\n" + HOST + "\r\n");
            Eventually.holds(() -> origin.stats().cancelledRequests() == 1);
            assertThat(origin.stats().openConnections()).isZero();
        }
    }

    @Test
    void clientThatLeavesCancelsItsRequest() throws Exception {
        try (OriginServer origin = start()) {
            try (RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
                client.send("GET /delay/3600000 HTTP/1.1\r\n" + HOST + "\r\n");
                Eventually.holds(() -> origin.stats().activeRequests() == 1);
            }
            Eventually.holds(() -> origin.stats().activeRequests() == 0);
            assertThat(origin.stats().cancelledRequests()).isEqualTo(1);
            assertThat(origin.stats().longestRequest()).isPositive();
        }
    }

    @Test
    void version10ClosesUnlessAskedToKeepTheConnection() throws Exception {
        try (OriginServer origin = start();
                RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
            client.send("GET /whoami HTTP/1.0\r\nconnection: keep-alive\r\n\r\n");
            assertThat(client.answer().fields()).containsEntry("connection", "keep-alive");
            client.send("GET /whoami HTTP/1.0\r\n\r\n");
            assertThat(client.answer().fields()).containsEntry("connection", "close");
            assertThat(client.hasEnded()).isTrue();
        }
    }

    @Test
    void expectationIsMetBeforeTheBodyIsRead() throws Exception {
        try (OriginServer origin = start();
                RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
            client.send("POST /echo HTTP/1.1\r\n" + HOST + "content-length: 5\r\nexpect: 100-continue\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(100);
            client.send("hello");
            assertThat(client.answer().body()).isEqualTo("hello");
            client.send("POST /status/413 HTTP/1.1\r\n" + HOST + "content-length: 5\r\nexpect: 100-continue\r\n\r\n");
            assertThat(client.answer().status())
                    .as("a refusal comes instead of 100")
                    .isEqualTo(413);
        }
    }

    @Test
    void answerGivenBeforeTheEndOfTheRequestKeepsTheConnection() throws Exception {
        try (OriginServer origin = start();
                RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
            client.send("POST /status/418 HTTP/1.1\r\n" + HOST + "content-length: 1000000\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(418);
            client.send(new byte[1_000_000]).send("GET /whoami HTTP/1.1\r\n" + HOST + "\r\n");
            assertThat(client.answer().body()).isEqualTo("origin");
            assertThat(origin.stats().acceptedConnections()).isEqualTo(1);
        }
    }

    @Test
    void chunkedBodyIsEchoedChunked() throws Exception {
        try (OriginServer origin = start();
                RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
            client.send("POST /echo HTTP/1.1\r\n" + HOST + "transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n");
            client.send("2;extension=1\r\nde\r\n0\r\ntrailer: x\r\n\r\n");
            RawClient.Answer answer = client.answer();
            assertThat(answer.fields()).containsEntry("transfer-encoding", "chunked");
            assertThat(answer.body()).isEqualTo("abcde");
            client.send("HEAD /echo HTTP/1.1\r\n" + HOST + "\r\nGET /whoami HTTP/1.1\r\n" + HOST + "\r\n");
            assertThat(client.head().status()).isEqualTo(200);
            assertThat(client.answer().body()).isEqualTo("origin");
        }
    }

    @Test
    void absoluteFormIsUnderstood() throws Exception {
        try (OriginServer origin = start();
                RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
            client.send("GET http://localhost/whoami HTTP/1.1\r\n" + HOST + "\r\n");
            assertThat(client.answer().body()).isEqualTo("origin");
        }
    }

    private static OriginServer start() throws IOException {
        return OriginServer.builder().listen(OriginPort.HTTP1, 0).start();
    }
}
