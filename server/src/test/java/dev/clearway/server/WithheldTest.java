package dev.clearway.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2Error;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What would make a message whole waits for its end: nobody is given a whole one that turns out to be broken. */
@ExtendWith(LeakExtension.class)
class WithheldTest {
    private static final String GET = "GET /hold HTTP/1.1\r\nhost: a\r\n\r\n";

    private final Script script = new Script();

    private static void on(ServerExchange exchange, Consumer<ServerExchange> does) throws Exception {
        exchange.executor()
                .submit(() -> {
                    does.accept(exchange);
                    exchange.flush();
                })
                .sync();
    }

    private static FrameClient postOfNothing(FrameClient client, int stream) {
        return client.headers(stream, 0, ":method", "POST", ":path", "/x", "content-length", "0");
    }

    @Test
    void requestThatAnnouncesNothingIsHandedOverWhenItHasEnded() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = FrameClient.connect(server.port())) {
            postOfNothing(client, 1).get(3, "/y").flush();
            assertThat(client.awaitStatus(3)).isEqualTo("200");
            assertThat(script.begun()).isEqualTo(1);
            client.queue(Http2Frames.lastData(1, new byte[0])).flush();
            assertThat(client.awaitStatus(1)).isEqualTo("200");
            postOfNothing(client, 5)
                    .headers(5, Http2Frame.END_STREAM, "x-sum", "1")
                    .flush();
            assertThat(client.awaitStatus(5)).isEqualTo("200");
        }
    }

    @Test
    void requestThatAnnouncesNothingAndSendsSomethingIsNeverHandedOver() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = FrameClient.connect(server.port())) {
            postOfNothing(client, 1).queue(Http2Frames.lastData(1, new byte[1])).flush();
            assertThat(client.awaitEnd(1).errorCode()).isEqualTo(Http2Error.PROTOCOL_ERROR.code());
            client.get(3, "/y").flush();
            assertThat(client.awaitStatus(3)).isEqualTo("200");
            assertThat(script.begun()).isEqualTo(1);
        }
    }

    @Test
    void requestThatAnnouncesNothingAndNeverEndsGivesItsPlaceBack() throws Exception {
        ServerSettings settings = ServerSettings.builder()
                .stallTimeout(Duration.ofMillis(200))
                .maxStreams(1)
                .build();
        try (TestServer server = new TestServer(HttpProtocol.HTTP_2, script, settings, ServerListener.NONE);
                FrameClient client = FrameClient.connect(server.port())) {
            postOfNothing(client, 1).flush();
            Http2Frame end = client.awaitEnd(1);
            assertThat(end.kind()).isEqualTo(FrameKind.RST_STREAM);
            assertThat(end.errorCode()).isEqualTo(Http2Error.CANCEL.code());
            client.get(3, "/y").flush();
            assertThat(client.awaitStatus(3)).isEqualTo("200");
            assertThat(script.begun()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16_384, 16_385, 100_000})
    void responseThatIsCutBeforeItsEndIsNeverWhole(int length) throws Exception {
        try (TestServer server = TestServer.http1(script);
                RawClient client = RawClient.connect(server.port())) {
            client.send(GET);
            ServerExchange exchange = script.held();
            on(exchange, cut -> {
                cut.head(200, Script.fields("content-length", Integer.toString(length)));
                cut.data(Unpooled.wrappedBuffer(new byte[length]));
            });
            on(exchange, cut -> cut.reset(Http2Error.INTERNAL_ERROR.code()));

            String all = new String(client.bytes(1_000_000), StandardCharsets.ISO_8859_1);
            int head = all.indexOf("\r\n\r\n");
            assertThat(length == 0 ? head : all.length() - head - 4).isLessThan(length);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16_384, 16_385, 100_000})
    void responseWithALengthIsWholeWithItsEnd(int length) throws Exception {
        try (TestServer server = TestServer.http1(script);
                RawClient client = RawClient.connect(server.port())) {
            for (int i = 0; i < 2; i++) {
                client.send(GET);
                ServerExchange exchange = script.held();
                on(exchange, whole -> {
                    whole.head(200, Script.fields("content-length", Integer.toString(length)));
                    whole.data(Unpooled.wrappedBuffer(new byte[length]));
                });
                on(exchange, whole -> whole.end(Script.fields("x-dropped", "1")));
                assertThat(client.answer().body()).hasSize(length);
            }
            Eventually.holds(() -> script.open() == 0);
        }
    }

    /** The connection's end is what tells such a response's end: a FIN would make a whole one of it. */
    @Test
    void responseThatTheConnectionsEndWouldCompleteIsCutByAReset() throws Exception {
        try (TestServer server = TestServer.http1(script);
                Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            client.getOutputStream().write("GET /hold HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            on(script.held(), cut -> {
                cut.head(200, Script.fields());
                cut.data(Script.bytes("the first half"));
                cut.reset(Http2Error.INTERNAL_ERROR.code());
            });
            assertThatIOException().isThrownBy(() -> client.getInputStream().readAllBytes());
        }
    }
}
