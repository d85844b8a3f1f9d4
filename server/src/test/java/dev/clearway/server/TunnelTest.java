package dev.clearway.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Exchanges that become tunnels, and connections that are given away. */
@ExtendWith(LeakExtension.class)
class TunnelTest {
    private static final String CONNECT = "CONNECT a:443 HTTP/1.1\r\nhost: a:443\r\n\r\n";

    private final Script script = new Script();

    @Test
    void connectedStreamPassesBytesUntilBothSidesHaveEnded() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = FrameClient.connect(server.port())) {
            client.headers(
                            1,
                            0,
                            ":method",
                            "CONNECT",
                            ":protocol",
                            "talk",
                            ":scheme",
                            "http",
                            ":path",
                            "/hold",
                            ":authority",
                            "a")
                    .flush();
            ServerExchange exchange = script.held();
            exchange.executor().execute(() -> {
                exchange.request(Long.MAX_VALUE);
                exchange.head(200, Script.fields("content-length", "3"));
                exchange.data(Script.bytes("more than three"));
                exchange.end(Script.fields());
                exchange.flush();
            });
            assertThat(client.awaitStatus(1)).isEqualTo("200");
            assertThat(client.text(1)).isEqualTo("more than three");
            client.queue(Http2Frames.data(1, new byte[] {'x'})).flush();
            assertThat(script.event()).as("the peer's side goes on").isEqualTo("data x");
            client.queue(Http2Frames.lastData(1, new byte[0])).flush();
            assertThat(script.event()).isEqualTo("end[]");
            assertThat(script.event()).isEqualTo("completed");
            assertThat(script.open()).isZero();
        }
    }

    @Test
    void handlerThatEndsFirstLeavesTheHttp11PeersSideOpen() throws Exception {
        try (TestServer server = TestServer.http1(script);
                RawClient client = RawClient.connect(server.port())) {
            client.send(CONNECT.replace("CONNECT a:443", "GET /hold")
                    .replace("\r\n\r\n", "\r\nconnection: upgrade\r\nupgrade: t\r\n\r\n"));
            ServerExchange exchange = script.held();
            exchange.executor().execute(() -> {
                exchange.request(Long.MAX_VALUE);
                exchange.head(101, Script.fields());
                exchange.end(Script.fields());
                exchange.flush();
            });
            assertThat(client.answer().status()).isEqualTo(101);
            assertThat(client.hasEnded()).isTrue();
            client.send("still here");
            assertThat(script.event()).isEqualTo("data still here");
            client.end();
            assertThat(script.event()).isEqualTo("end[]");
            assertThat(script.event()).isEqualTo("completed");
        }
    }

    @Test
    void tunnelThatIsQuietIsNotStalled() throws Exception {
        ServerSettings settings = ServerSettings.builder()
                .stallTimeout(Duration.ofMillis(100))
                .idleTimeout(Duration.ofMillis(100))
                .build();
        try (TestServer server = new TestServer(HttpProtocol.HTTP_1_1, script, settings, ServerListener.NONE);
                RawClient client = RawClient.connect(server.port());
                RawClient clock = RawClient.connect(server.port())) {
            client.send("GET /tunnel HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: t\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(101);
            assertThat(clock.hasEnded()).as("idle for longer than the limits").isTrue();
            client.send("x");
            assertThat(client.bytes(1)).containsExactly('x');
        }
    }

    @Test
    void tunnelThatIsDeclinedGoesOnAsHttp() throws Exception {
        try (TestServer server = TestServer.http1((head, exchange) -> {
                    exchange.respond(head.method().equals("CONNECT") ? 403 : 200, Script.fields(), Script.bytes("no"));
                    return script.noting();
                });
                RawClient client = RawClient.connect(server.port())) {
            client.send(CONNECT + "GET /next HTTP/1.1\r\nhost: a\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(403);
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void connectionThatIsGivenAwayKeepsTheBytesThatWereRead() throws Exception {
        try (TestServer server = TestServer.http1(script);
                RawClient client = RawClient.connect(server.port())) {
            client.send(CONNECT.replace("CONNECT a:443", "CONNECT hand.over:1") + "early");
            assertThat(client.head().status()).isEqualTo(200);
            assertThat(new String(client.bytes(5), StandardCharsets.US_ASCII)).isEqualTo("EARLY");
            client.send("GET late");
            assertThat(new String(client.bytes(8), StandardCharsets.US_ASCII)).isEqualTo("GET LATE");
            Eventually.holds(() -> script.open() == 0);
        }
    }

    @Test
    void onlyAConnectCanBeGivenAway() throws Exception {
        try (TestServer http1 = TestServer.http1(script);
                TestServer http2 = TestServer.http2(script);
                RawClient raw = RawClient.connect(http1.port());
                FrameClient frames = FrameClient.connect(http2.port())) {
            raw.send("GET /hold HTTP/1.1\r\nhost: a\r\n\r\n");
            ServerExchange get = script.held();
            frames.get(1, "/hold").flush();
            ServerExchange stream = script.held();
            assertThatIllegalStateException().isThrownBy(() -> get.handOver(new ChannelInboundHandlerAdapter()));
            assertThatIllegalStateException().isThrownBy(() -> stream.handOver(new ChannelInboundHandlerAdapter()));
        }
    }

    @Test
    void streamThatIsResetAbortsItsTunnel() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = FrameClient.connect(server.port())) {
            client.headers(
                            1,
                            0,
                            ":method",
                            "CONNECT",
                            ":protocol",
                            "t",
                            ":scheme",
                            "http",
                            ":path",
                            "/tunnel",
                            ":authority",
                            "a")
                    .flush();
            assertThat(client.awaitStatus(1)).isEqualTo("200");
            client.queue(Http2Frame.of(FrameKind.RST_STREAM, 0, 1, new byte[] {0, 0, 0, 10}))
                    .flush();
            assertThat(script.event()).isEqualTo("aborted the stream was reset with CONNECT_ERROR");
        }
    }

    /** Sends letters back in upper case. */
    @SuppressWarnings("FutureReturnValueIgnored") // a void promise
    static final class Upper extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            for (int i = bytes.readerIndex(); i < bytes.writerIndex(); i++) {
                bytes.setByte(i, Character.toUpperCase(bytes.getByte(i)));
            }
            ctx.writeAndFlush(bytes, ctx.voidPromise());
        }
    }
}
