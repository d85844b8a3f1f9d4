package dev.clearway.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http2.Http2Error;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How responses are framed, what handlers may not do, and how connections drain. */
@ExtendWith(LeakExtension.class)
class ResponseTest {
    private static final String GET = "GET /hold HTTP/1.1\r\nhost: a\r\n\r\n";

    private final Script script = new Script();

    @Test
    void interimResponsesComeFirst() throws Exception {
        try (TestServer http1 = TestServer.http1(script);
                TestServer http2 = TestServer.http2(script);
                RawClient raw = RawClient.connect(http1.port());
                FrameClient frames = FrameClient.connect(http2.port())) {
            raw.send(GET);
            frames.get(1, "/hold").flush();
            for (int i = 0; i < 2; i++) {
                answer(script.held(), exchange -> {
                    exchange.informational(103, Script.fields("link", "</a>", "content-length", "9"));
                    exchange.respond(200, Script.fields(), Script.bytes("x"));
                });
            }
            assertThat(raw.answer().status()).isEqualTo(103);
            assertThat(raw.answer().body()).isEqualTo("x");
            Http2Frame hints = frames.await(frame -> frame.kind() == FrameKind.HEADERS);
            assertThat(hints.header(":status")).isEqualTo("103");
            assertThat(hints.header("content-length")).isNull();
            assertThat(frames.awaitStatus(1)).isEqualTo("200");
        }
    }

    @Test
    void version10KnowsNoInterimResponsesNorChunks() throws Exception {
        try (TestServer server = TestServer.http1(script);
                RawClient raw = RawClient.connect(server.port())) {
            raw.send("GET /hold HTTP/1.0\r\nconnection: keep-alive\r\n\r\n");
            answer(script.held(), exchange -> {
                exchange.informational(103, Script.fields());
                exchange.respond(200, Script.fields(), Script.bytes("to the end"));
            });
            assertThat(new String(raw.bytes(1_000), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200")
                    .contains("connection: close")
                    .doesNotContain("chunked")
                    .endsWith("\r\n\r\nto the end");
        }
    }

    @Test
    void bodylessResponsesHaveNoBody() throws Exception {
        try (TestServer server = TestServer.http1(script);
                RawClient raw = RawClient.connect(server.port())) {
            for (int status : new int[] {204, 205, 304}) {
                raw.send(GET);
                answer(script.held(), exchange -> exchange.respond(status, Script.fields(), Script.bytes("dropped")));
            }
            raw.send(GET.replace("GET", "HEAD"));
            answer(
                    script.held(),
                    exchange -> exchange.respond(200, Script.fields("content-length", "7"), Script.bytes("dropped")));
            for (int status : new int[] {204, 205, 304}) {
                assertThat(raw.answer().status()).isEqualTo(status);
            }
            assertThat(raw.head().fields()).containsEntry("content-length", "7");
            raw.send("GET /x HTTP/1.1\r\nhost: a\r\n\r\n");
            assertThat(raw.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void headAloneIsOneFrame() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = FrameClient.connect(server.port())) {
            client.get(1, "/hold").flush();
            answer(script.held(), exchange -> {
                exchange.head(200, Script.fields("Grpc-Status", "5"));
                exchange.end(Script.fields());
            });
            Http2Frame head = client.awaitEnd(1);
            assertThat(head.kind()).isEqualTo(FrameKind.HEADERS);
            assertThat(head.header("grpc-status")).isEqualTo("5");
        }
    }

    @Test
    void fieldsOfOneConnectionAreLeftOut() throws Exception {
        HttpHeaders fields = Script.fields(
                "connection",
                "x-hop, keep-alive",
                "x-hop",
                "1",
                "keep-alive",
                "5",
                "transfer-encoding",
                "gzip",
                "upgrade",
                "a",
                "x-end",
                "2");
        try (TestServer http1 = TestServer.http1(script);
                TestServer http2 = TestServer.http2(script);
                RawClient raw = RawClient.connect(http1.port());
                FrameClient frames = FrameClient.connect(http2.port())) {
            raw.send(GET);
            answer(script.held(), exchange -> exchange.respond(200, fields, Script.bytes("x")));
            RawClient.Answer answer = raw.answer();
            assertThat(answer.fields())
                    .containsOnlyKeys("x-end", "date", "transfer-encoding")
                    .containsEntry("transfer-encoding", "chunked");
            frames.get(1, "/hold").flush();
            answer(script.held(), exchange -> exchange.respond(200, fields, Script.bytes("x")));
            Http2Frame head = frames.await(frame -> frame.kind() == FrameKind.HEADERS);
            assertThat(head.headers()).hasSize(3);
        }
    }

    @Test
    void fieldsThatMayNotBeSentAreRefused() throws Exception {
        try (TestServer http1 = TestServer.http1(script);
                TestServer http2 = TestServer.http2(script);
                RawClient raw = RawClient.connect(http1.port());
                FrameClient frames = FrameClient.connect(http2.port())) {
            raw.send(GET);
            frames.get(1, "/hold").flush();
            for (int i = 0; i < 2; i++) {
                ServerExchange exchange = script.held();
                exchange.executor()
                        .submit(() -> {
                            HttpHeaders split = DefaultHttpHeadersFactory.headersFactory()
                                    .withValidation(false)
                                    .newHeaders()
                                    .add("x", "a\r\nset-cookie: b");
                            assertThatIllegalArgumentException().isThrownBy(() -> exchange.head(200, split));
                            assertThatIllegalArgumentException().isThrownBy(() -> exchange.head(99, Script.fields()));
                            assertThatIllegalStateException().isThrownBy(() -> exchange.data(Script.bytes("x")));
                            exchange.reset(Http2Error.INTERNAL_ERROR.code());
                        })
                        .get(60, TimeUnit.SECONDS);
            }
            assertThat(raw.hasEnded()).isTrue();
            assertThat(frames.awaitEnd(1).errorCode()).isEqualTo(Http2Error.INTERNAL_ERROR.code());
        }
    }

    @Test
    void lengthIsHeldTo() throws Exception {
        for (String content : new String[] {"ab", "abcd"}) {
            try (TestServer server = TestServer.http2(script);
                    FrameClient client = FrameClient.connect(server.port())) {
                client.get(1, "/hold").flush();
                answer(
                        script.held(),
                        exchange -> exchange.respond(200, Script.fields("content-length", "3"), Script.bytes(content)));
                Http2Frame end = client.await(
                        frame -> frame.kind() == FrameKind.RST_STREAM || (frame.stream() == 1 && frame.endsStream()));
                assertThat(end.errorCode()).isEqualTo(Http2Error.INTERNAL_ERROR.code());
                assertThat(script.event()).isEqualTo("end[]");
                assertThat(script.event()).startsWith("aborted");
            }
        }
    }

    /** The codec gives up what it has still to write before it tells of the stream's end. */
    @Test
    void resetOfAResponseThatWaitsForItsWindowIsNotAnsweredWithAReset() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = FrameClient.connect(server.port())) {
            client.get(1, "/pump").flush();
            for (int bytes = 0; bytes < 65_535; ) {
                bytes += client.await(frame -> frame.kind() == FrameKind.DATA).data().length;
            }
            client.queue(Http2Frames.rstStream(1, Http2Error.CANCEL))
                    .queue(Http2Frames.ping(7))
                    .flush();
            Http2Frame answer =
                    client.await(frame -> frame.kind() == FrameKind.RST_STREAM || frame.kind() == FrameKind.PING);
            assertThat(answer.kind()).isEqualTo(FrameKind.PING);
            assertThat(script.event()).isEqualTo("end[]");
            assertThat(script.event()).isEqualTo("aborted the stream was reset with CANCEL");
        }
    }

    @Test
    void handlerThatThrowsCostsItsExchangeAlone() throws Exception {
        try (TestServer http1 = TestServer.http1(script);
                TestServer http2 = TestServer.http2(script);
                RawClient raw = RawClient.connect(http1.port());
                FrameClient frames = FrameClient.connect(http2.port())) {
            raw.send("GET /throw HTTP/1.1\r\nhost: a\r\n\r\n");
            assertThat(raw.hasEnded()).isTrue();
            frames.get(1, "/throw").get(3, "/x").flush();
            assertThat(frames.awaitEnd(1).errorCode()).isEqualTo(Http2Error.INTERNAL_ERROR.code());
            assertThat(frames.awaitStatus(3)).isEqualTo("200");
        }
    }

    @Test
    void drainedConnectionAnswersWhatHasBegun() throws Exception {
        try (TestServer http1 = TestServer.http1(script);
                TestServer http2 = TestServer.http2(script);
                RawClient raw = RawClient.connect(http1.port());
                FrameClient frames = FrameClient.connect(http2.port())) {
            raw.send(GET);
            ServerExchange first = script.held();
            frames.get(1, "/hold").flush();
            ServerExchange second = script.held();
            http1.drain(Duration.ofMinutes(1));
            http2.drain(Duration.ofMinutes(1));
            assertThat(frames.await(frame -> frame.kind() == FrameKind.GOAWAY).errorCode())
                    .isZero();
            answer(first, exchange -> exchange.respond(200, Script.fields(), Script.bytes("1")));
            answer(second, exchange -> exchange.respond(200, Script.fields(), Script.bytes("2")));
            assertThat(raw.answer().fields()).containsEntry("connection", "close");
            assertThat(raw.hasEnded()).isTrue();
            assertThat(frames.text(1)).isEqualTo("2");
            assertThat(frames.awaitGoAwayAndEnd()).isEqualTo(-1);
        }
    }

    @Test
    void drainedHttp11ConnectionAnswersItsFirstRequest() throws Exception {
        try (TestServer http1 = TestServer.http1(script);
                RawClient raw = RawClient.connect(http1.port())) {
            http1.awaitConnections(1);
            http1.drain(Duration.ofMinutes(1));
            raw.send(GET);
            answer(script.held(), exchange -> exchange.respond(200, Script.fields(), Script.bytes("1")));
            assertThat(raw.answer().fields()).containsEntry("connection", "close");
            assertThat(raw.hasEnded()).isTrue();
        }
    }

    @Test
    void drainedHttp11ConnectionWithoutARequestEnds() throws Exception {
        try (TestServer http1 = TestServer.http1(script);
                RawClient raw = RawClient.connect(http1.port())) {
            http1.awaitConnections(1);
            http1.drain(Duration.ofMinutes(1));
            assertThat(raw.hasEnded()).isTrue();
        }
    }

    private static void answer(ServerExchange exchange, Consumer<ServerExchange> how) throws Exception {
        exchange.executor()
                .submit(() -> {
                    how.accept(exchange);
                    exchange.flush();
                })
                .get(60, TimeUnit.SECONDS);
    }
}
