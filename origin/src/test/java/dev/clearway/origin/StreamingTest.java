package dev.clearway.origin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Answers that come in several parts: events, early hints, trailers. */
class StreamingTest {
    /** The JDK's client keeps its thread and its connections until it is collected. */
    @RegisterExtension
    static final LeakExtension LEAKS =
            LeakExtension.aroundClass().ignoringThreads("HttpClient-").ignoringSockets();

    private OriginServer origin;

    @BeforeEach
    void start() throws Exception {
        origin = OriginServer.builder()
                .listen(OriginPort.HTTP1, 0)
                .listen(OriginPort.H2C, 0)
                .start();
    }

    @AfterEach
    void stop() {
        origin.close();
    }

    @Test
    void eventsComeOneByOne() throws Exception {
        URI uri = origin.uri(OriginPort.HTTP1, "/events?count=3&interval=5");
        List<String> lines = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofLines())
                .body()
                .toList();
        assertThat(lines)
                .containsExactly(
                        "id: 1",
                        "data: event 1 of 3",
                        "",
                        "id: 2",
                        "data: event 2 of 3",
                        "",
                        "id: 3",
                        "data: event 3 of 3",
                        "");
    }

    @Test
    void eventsWaitForAClientThatDoesNotReadThem() throws Exception {
        try (FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            client.get(1, "/events?count=1000000&interval=0").flush();
            long read = 0;
            while (read < 65_535) {
                read += client.await(frame -> frame.kind() == FrameKind.DATA).data().length;
            }
            client.queue(Http2Frames.ping(7)).flush();
            client.await(frame -> frame.is(FrameKind.PING, Http2Frame.ACK));
            assertThat(origin.stats().activeRequests()).isEqualTo(1);
        }
        Eventually.holds(() -> origin.stats().cancelledRequests() == 1);
    }

    @Test
    void hintsComeBeforeTheAnswer() throws Exception {
        try (RawClient raw = RawClient.connect(origin.port(OriginPort.HTTP1));
                FrameClient frames = FrameClient.connect(origin.port(OriginPort.H2C))) {
            raw.send("GET /early-hints?delay=20 HTTP/1.1\r\nhost: localhost\r\n\r\n");
            RawClient.Answer hints = raw.answer();
            assertThat(hints.status()).isEqualTo(103);
            assertThat(hints.fields()).containsEntry("link", "</style.css>; rel=preload; as=style");
            assertThat(raw.answer().status()).isEqualTo(200);
            frames.get(1, "/early-hints").flush();
            assertThat(frames.awaitStatus(1)).isEqualTo("103");
            assertThat(frames.awaitStatus(1)).isEqualTo("200");
        }
    }

    @Test
    void trailersTellOfTheRequestAndEchoItsOwn() throws Exception {
        try (RawClient raw = RawClient.connect(origin.port(OriginPort.HTTP1));
                FrameClient frames = FrameClient.connect(origin.port(OriginPort.H2C))) {
            raw.send("POST /trailers HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n");
            raw.send("5\r\nhello\r\n0\r\nx-sum: 1\r\n\r\n");
            RawClient.Answer answer = raw.answer();
            assertThat(answer.fields()).containsEntry("trailer", "x-request-bytes");
            assertThat(answer.trailers()).containsEntry("x-request-bytes", "5").containsEntry("echo-x-sum", "1");
            frames.post(1, "/trailers")
                    .queue(Http2Frames.data(1, "hello".getBytes(StandardCharsets.UTF_8)))
                    .headers(1, Http2Frame.END_STREAM, "x-sum", "2")
                    .flush();
            frames.awaitStatus(1);
            Http2Frame end = frames.awaitEnd(1);
            assertThat(end.header("x-request-bytes")).isEqualTo("5");
            assertThat(end.header("echo-x-sum")).isEqualTo("2");
        }
    }

    @Test
    void grpcCallsAreAnsweredWithOneMessageAndTheStatusBehindIt() throws Exception {
        try (FrameClient frames = FrameClient.connect(origin.port(OriginPort.H2C))) {
            for (String path : List.of("/delay/1", "/bytes/3")) {
                int stream = path.equals("/delay/1") ? 1 : 3;
                int length = path.equals("/bytes/3") ? 3 : 0;
                frames.headers(stream, 0, ":method", "POST", ":path", path, "content-type", "application/grpc")
                        .queue(Http2Frames.lastData(stream, new byte[5]))
                        .flush();
                assertThat(frames.awaitStatus(stream)).isEqualTo("200");
                byte[] message = frames.await(frame -> frame.kind() == FrameKind.DATA && frame.stream() == stream)
                        .payload();
                assertThat(message).startsWith(0, 0, 0, 0, length);
                assertThat(frames.awaitEnd(stream).header("grpc-status")).isEqualTo("0");
            }
        }
    }
}
