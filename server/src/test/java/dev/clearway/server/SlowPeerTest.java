package dev.clearway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Peers that are slow, silent, or never read, and what they cost. */
@ExtendWith(LeakExtension.class)
class SlowPeerTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    private final Script script = new Script();

    @Test
    void settingsThatAreNeverAcknowledgedEndTheConnection() throws Exception {
        ServerSettings settings =
                ServerSettings.builder().settingsTimeout(SHORT).maxStreams(2).build();
        try (TestServer server = server(HttpProtocol.HTTP_2, settings);
                FrameClient client = FrameClient.connect(server.port())) {
            client.get(1, "/hold").get(3, "/hold").get(5, "/hold").flush();
            assertThat(client.awaitEnd(5).errorCode())
                    .as("held to the limit until then")
                    .isEqualTo(Http2Error.REFUSED_STREAM.code());
            assertThat(client.awaitGoAwayAndEnd()).isEqualTo(Http2Error.SETTINGS_TIMEOUT.code());
            Eventually.holds(() -> script.open() == 0);
        }
    }

    @Test
    void settingsThatAreAcknowledgedDoNot() throws Exception {
        ServerSettings settings =
                ServerSettings.builder().settingsTimeout(SHORT).build();
        try (TestServer server = server(HttpProtocol.HTTP_2, settings);
                FrameClient client = FrameClient.connect(server.port())) {
            client.get(1, "/hold").queue(Http2Frames.settingsAck()).flush();
            script.held()
                    .executor()
                    .schedule(() -> {}, 600, TimeUnit.MILLISECONDS)
                    .sync();
            client.get(3, "/x").flush();
            assertThat(client.awaitStatus(3)).isEqualTo("200");
        }
    }

    @Test
    void responsesWithoutAWindowAreGivenUpAndOthersServed() throws Exception {
        ServerSettings settings = ServerSettings.builder().stallTimeout(SHORT).build();
        try (TestServer server = server(HttpProtocol.HTTP_2, settings);
                FrameClient client = FrameClient.connect(server.port(), new Http2Settings().initialWindowSize(0))) {
            for (int i = 0; i < 50; i++) {
                client.get(2 * i + 1, "/x");
            }
            client.get(101, "/x").queue(Http2Frames.windowUpdate(101, 1_000)).flush();
            assertThat(client.awaitEnd(101).endsStream()).isTrue();
            for (int i = 0; i < 50; i++) {
                Http2Frame end = client.await(frame -> frame.kind() == FrameKind.RST_STREAM);
                assertThat(end.errorCode()).isEqualTo(Http2Error.CANCEL.code());
            }
            Eventually.holds(() -> script.open() == 0);
        }
    }

    @Test
    void windowThatIsOpenedByteByByteIsTooSlow() throws Exception {
        ServerSettings settings = ServerSettings.builder()
                .minBodyRate(1_000)
                .stallTimeout(Duration.ofSeconds(2))
                .build();
        try (TestServer server = server(HttpProtocol.HTTP_2, settings);
                FrameClient client = FrameClient.connect(server.port(), new Http2Settings().initialWindowSize(0))) {
            client.get(1, "/" + "x".repeat(5_000)).flush();
            client.awaitStatus(1);
            Http2Frame frame;
            int bytes = 0;
            do {
                client.queue(Http2Frames.windowUpdate(1, 1)).flush();
                frame = client.await(received -> received.stream() == 1);
                bytes += frame.kind() == FrameKind.DATA ? frame.data().length : 0;
                LockSupport.parkNanos(5_000_000);
            } while (frame.kind() == FrameKind.DATA);
            assertThat(frame.kind()).isEqualTo(FrameKind.RST_STREAM);
            assertThat(bytes).isLessThan(5_000);
        }
    }

    @Test
    void contentThatStopsIsGivenUp() throws Exception {
        ServerSettings settings = ServerSettings.builder().stallTimeout(SHORT).build();
        try (TestServer http2 = server(HttpProtocol.HTTP_2, settings);
                TestServer http1 = server(HttpProtocol.HTTP_1_1, settings);
                FrameClient frames = FrameClient.connect(http2.port());
                RawClient raw = RawClient.connect(http1.port())) {
            frames.post(1, "/echo").queue(Http2Frames.data(1, new byte[10])).flush();
            Http2Frame reset = frames.await(frame -> frame.kind() == FrameKind.RST_STREAM);
            assertThat(reset.errorCode()).isEqualTo(Http2Error.CANCEL.code());
            raw.send("POST /hold HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nabc");
            ServerExchange held = script.held();
            held.executor().execute(() -> held.request(Long.MAX_VALUE));
            assertThat(raw.hasEnded()).isTrue();
            Eventually.holds(() -> script.open() == 0);
        }
    }

    @Test
    void requestThatNobodyAsksForIsNotThePeersFault() throws Exception {
        ServerSettings settings = ServerSettings.builder().stallTimeout(SHORT).build();
        try (TestServer server = server(HttpProtocol.HTTP_1_1, settings);
                RawClient raw = RawClient.connect(server.port())) {
            raw.send("POST /hold HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\nabc");
            ServerExchange held = script.held();
            held.executor()
                    .schedule(
                            () -> held.respond(200, Script.fields(), Script.bytes("late")), 800, TimeUnit.MILLISECONDS)
                    .sync();
            held.executor().execute(held::flush);
            assertThat(raw.answer().body()).isEqualTo("late");
        }
    }

    @Test
    void headThatTricklesIsAnsweredWith408() throws Exception {
        ServerSettings settings = ServerSettings.builder().headTimeout(SHORT).build();
        try (TestServer server = server(HttpProtocol.HTTP_1_1, settings);
                RawClient slow = RawClient.connect(server.port());
                RawClient quick = RawClient.connect(server.port())) {
            slow.send("GET /x HTTP/1.1\r\n");
            assertThat(slow.answer().status()).isEqualTo(408);
            assertThat(slow.hasEnded()).isTrue();
            quick.send("GET /x HTTP/1.1\r\nhost: a\r\n\r\n");
            assertThat(quick.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void connectionsWithoutARequestEnd() throws Exception {
        ServerSettings settings =
                ServerSettings.builder().idleTimeout(SHORT).headTimeout(SHORT).build();
        try (TestServer http1 = server(HttpProtocol.HTTP_1_1, settings);
                TestServer http2 = server(HttpProtocol.HTTP_2, settings);
                RawClient raw = RawClient.connect(http1.port());
                FrameClient silent = FrameClient.open(http2.port());
                FrameClient used = FrameClient.connect(http2.port())) {
            used.get(1, "/x").flush();
            assertThat(raw.hasEnded()).isTrue();
            assertThat(silent.awaitGoAwayAndEnd()).isEqualTo(Http2Error.NO_ERROR.code());
            assertThat(used.awaitGoAwayAndEnd()).isEqualTo(Http2Error.NO_ERROR.code());
        }
    }

    @Test
    void framesOfAPeerThatReadsNothingAreBounded() {
        ServerSettings few = ServerSettings.builder().maxIdleFrames(1_000).build();
        assertThat(framesUntilTheEnd(few, Http2Frames::ping)).isBetween(900, 1_100);
        assertThat(framesUntilTheEnd(few, i -> Http2Frames.rawSettings())).isBetween(900, 1_100);
        assertThat(framesUntilTheEnd(few, i -> Http2Frame.of(FrameKind.PRIORITY, 0, 2 * i + 1, new byte[5])))
                .isBetween(900, 1_100);
        ServerSettings many =
                ServerSettings.builder().maxIdleFrames(Integer.MAX_VALUE).build();
        assertThat(framesUntilTheEnd(many, Http2Frames::ping))
                .as("answers that wait")
                .isBetween(9_000, 10_100);
    }

    /** How many frames a connection takes whose peer takes nothing, however much is flushed. */
    private int framesUntilTheEnd(ServerSettings settings, IntFunction<Http2Frame> frame) {
        EmbeddedChannel connection = new EmbeddedChannel() {
            @Override
            protected void doWrite(ChannelOutboundBuffer pending) {}
        };
        ServerProtocols.install(connection, HttpProtocol.HTTP_2, script, settings);
        connection.writeInbound(
                Unpooled.copiedBuffer("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", StandardCharsets.US_ASCII),
                Unpooled.wrappedBuffer(Http2Frames.settings(new Http2Settings()).bytes()));
        int sent = 0;
        while (connection.isOpen() && sent < 20_000) {
            connection.writeInbound(Unpooled.wrappedBuffer(frame.apply(sent).bytes()));
            sent++;
            if (sent % 1_000 == 0) {
                // GOAWAY cannot leave: the connection is closed when its time for that is over.
                connection.advanceTimeBy(2, TimeUnit.SECONDS);
                connection.runScheduledPendingTasks();
            }
        }
        connection.finishAndReleaseAll();
        return sent;
    }

    private TestServer server(HttpProtocol protocol, ServerSettings settings) {
        return new TestServer(protocol, script, settings, ServerListener.NONE);
    }
}
