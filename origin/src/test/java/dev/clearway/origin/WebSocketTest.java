package dev.clearway.origin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The echoing WebSocket, over HTTP/1.1 with the JDK's client and over HTTP/2 frame by frame. */
class WebSocketTest {
    /** The JDK's client keeps its thread and its connections until it is collected. */
    @RegisterExtension
    static final LeakExtension LEAKS =
            LeakExtension.aroundClass().ignoringThreads("HttpClient-").ignoringSockets();

    private static final String HANDSHAKE = String.join(
            "\r\n",
            "GET /ws/echo HTTP/1.1",
            "host: localhost",
            "Connection: Upgrade",
            "Upgrade: WebSocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "",
            "");

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
    void jdkClientGetsBackWhatItSends() throws Exception {
        Ear ear = new Ear();
        WebSocket socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://localhost:" + origin.port(OriginPort.HTTP1) + "/ws/echo"), ear)
                .get(60, TimeUnit.SECONDS);
        socket.sendText("hel", false).get(60, TimeUnit.SECONDS);
        socket.sendText("lo", true).get(60, TimeUnit.SECONDS);
        assertThat(ear.text()).isEqualTo("hello");
        socket.sendBinary(ByteBuffer.wrap(new byte[300_000]), true).get(60, TimeUnit.SECONDS);
        assertThat(ear.text()).isEqualTo("300000 bytes");
        socket.sendPing(ByteBuffer.wrap(new byte[] {1})).get(60, TimeUnit.SECONDS);
        assertThat(ear.text()).isEqualTo("pong");
        socket.sendClose(4_000, "enough").get(60, TimeUnit.SECONDS);
        assertThat(ear.text()).isEqualTo("closed 4000 enough");
        Eventually.holds(() -> origin.stats().activeRequests() == 0);
        assertThat(origin.stats().cancelledRequests()).isZero();
    }

    @Test
    void extendedConnectCarriesIt() throws Exception {
        try (FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            assertThat(client.awaitSettings())
                    .as("SETTINGS_ENABLE_CONNECT_PROTOCOL")
                    .containsEntry(8, 1L);
            client.headers(
                            1,
                            0,
                            ":method",
                            "CONNECT",
                            ":protocol",
                            "websocket",
                            ":scheme",
                            "http",
                            ":path",
                            "/ws/echo",
                            ":authority",
                            "localhost",
                            "sec-websocket-version",
                            "13")
                    .queue(Http2Frames.data(1, masked(0x81, "hi")))
                    .flush();
            assertThat(client.awaitStatus(1)).isEqualTo("200");
            byte[] echoed =
                    client.await(frame -> frame.kind() == FrameKind.DATA).data();
            assertThat(echoed).isEqualTo(new byte[] {(byte) 0x81, 2, 'h', 'i'});
            client.queue(Http2Frames.lastData(1, masked(0x88, "\u0003\u00e8"))).flush();
            Http2Frame end = client.awaitEnd(1);
            assertThat(end.kind()).isEqualTo(FrameKind.DATA);
            Eventually.holds(() -> origin.stats().activeRequests() == 0);
            assertThat(origin.stats().cancelledRequests()).isZero();
        }
    }

    @Test
    void frameThatIsNotMaskedEndsItWithAProtocolError() throws Exception {
        try (RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
            client.send(HANDSHAKE);
            RawClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(101);
            assertThat(answer.fields()).containsEntry("sec-websocket-accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
            client.send("\u0081\u0002hi");
            byte[] close = client.bytes(4);
            assertThat(close[0]).isEqualTo((byte) 0x88);
            assertThat(((close[2] & 0xff) << 8) | (close[3] & 0xff)).isEqualTo(1002);
            client.end();
            Eventually.holds(() -> origin.stats().openConnections() == 0);
        }
    }

    @Test
    void whatIsNoHandshakeIsToldSo() throws Exception {
        try (RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
            client.send("GET /ws/echo HTTP/1.1\r\nhost: localhost\r\n\r\n");
            RawClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(426);
            assertThat(answer.fields()).containsEntry("upgrade", "websocket").containsEntry("connection", "upgrade");
            client.send(HANDSHAKE.replace("Version: 13", "Version: 8"));
            assertThat(client.answer().fields()).containsEntry("sec-websocket-version", "13");
            client.send(HANDSHAKE.replace("dGhlIHNhbXBsZSBub25jZQ==", "short"));
            assertThat(client.answer().status()).isEqualTo(400);
            client.send("GET /whoami HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
            assertThat(client.answer().body()).as("the connection goes on").isEqualTo("origin");
        }
    }

    private static byte[] masked(int first, String text) {
        byte[] payload = text.getBytes(StandardCharsets.ISO_8859_1);
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(first);
        frame.write(0x80 | payload.length);
        frame.writeBytes(new byte[4]);
        frame.writeBytes(payload);
        return frame.toByteArray();
    }

    /** Puts what comes into a queue, message by message. */
    private static final class Ear implements WebSocket.Listener {
        private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        private final StringBuilder text = new StringBuilder();
        private int bytes;

        String text() throws InterruptedException {
            String next = heard.poll(60, TimeUnit.SECONDS);
            return next == null ? "nothing" : next;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                heard.add(text.toString());
                text.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            bytes += data.remaining();
            if (last) {
                heard.add(bytes + " bytes");
            }
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
            heard.add("pong");
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            heard.add("closed " + code + " " + reason);
            return null;
        }
    }
}
