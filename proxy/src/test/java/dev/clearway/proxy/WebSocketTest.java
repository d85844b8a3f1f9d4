package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.proxy.record.ProxiedRequest;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The JDK's WebSocket client through an explicit proxy that inspects, to the origin's echo. */
class WebSocketTest {
    @RegisterExtension
    static final LeakExtension LEAKS =
            LeakExtension.aroundClass().ignoringThreads("HttpClient-").ignoringSockets();

    /** Keeps what comes. */
    private static final class Listener implements WebSocket.Listener {
        final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
        final BlockingQueue<Integer> sizes = new LinkedBlockingQueue<>();
        final CompletableFuture<Integer> closed = new CompletableFuture<>();
        private final StringBuilder text = new StringBuilder();
        private int bytes;

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                texts.add(text.toString());
                text.setLength(0);
            }
            socket.request(1);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            bytes += data.remaining();
            if (last) {
                sizes.add(bytes);
                bytes = 0;
            }
            socket.request(1);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            closed.complete(status);
            return CompletableFuture.completedFuture(null);
        }
    }

    @Test
    void messagesPassBothWaysUntilTheClose() throws Exception {
        TestParts.Recorder recorder = new TestParts.Recorder();
        try (OriginServer origin = OriginServer.builder()
                        .authority(TestParts.UPSTREAM_CA)
                        .listen(OriginPort.TLS, 0)
                        .start();
                ProxyServer proxy = ProxyServer.start(
                        TestParts.settings().observer(recorder).build())) {
            HttpClient client = HttpClient.newBuilder()
                    .proxy(ProxySelector.of(proxy.address()))
                    .sslContext(TestParts.TRUSTS_PROXY)
                    .build();
            Listener listener = new Listener();
            URI uri = URI.create("wss://localhost:" + origin.port(OriginPort.TLS) + "/ws/echo");
            WebSocket socket =
                    client.newWebSocketBuilder().buildAsync(uri, listener).get(60, TimeUnit.SECONDS);

            socket.sendText("hello", true).get(60, TimeUnit.SECONDS);
            assertThat(listener.texts.poll(60, TimeUnit.SECONDS)).isEqualTo("hello");
            socket.sendBinary(ByteBuffer.allocate(300_000), true).get(60, TimeUnit.SECONDS);
            assertThat(listener.sizes.poll(60, TimeUnit.SECONDS)).isEqualTo(300_000);
            socket.sendClose(WebSocket.NORMAL_CLOSURE, "done").get(60, TimeUnit.SECONDS);
            assertThat(listener.closed.get(60, TimeUnit.SECONDS)).isEqualTo(WebSocket.NORMAL_CLOSURE);

            ProxiedRequest told = recorder.nextRequest();
            assertThat(told.status()).isEqualTo(101);
            assertThat(told.requestBytes()).isGreaterThan(300_000);
            assertThat(told.responseBytes()).isGreaterThan(300_000);
        }
    }

    static Stream<String> noHandshakes() {
        String rest = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
        String key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
        return Stream.of(
                        "GET /ws/echo HTTP/1.1\r\nHost: H\r\n" + rest,
                        "GET /ws/echo HTTP/1.1\r\nHost: H\r\n" + rest + key + key,
                        "GET /ws/echo HTTP/1.1\r\nHost: H\r\n" + rest + key.replace("AA==", "=="),
                        "GET /ws/echo HTTP/1.1\r\nHost: H\r\n" + rest + key.replace("AA==", "A!"),
                        "POST /ws/echo HTTP/1.1\r\nHost: H\r\nContent-Length: 0\r\n" + rest + key)
                .map(head -> head + "\r\n");
    }

    /** Toward HTTP/2 there is neither method nor key by which the upstream could refuse them. */
    @ParameterizedTest
    @MethodSource("noHandshakes")
    void whatIsNoHandshakeOpensNothing(String text) throws Exception {
        try (OriginServer origin = OriginServer.builder()
                        .authority(TestParts.UPSTREAM_CA)
                        .listen(OriginPort.TLS, 0)
                        .start();
                ProxyServer proxy = ProxyServer.start(
                        Entry.REVERSE.settings(origin.port(OriginPort.TLS)).build());
                RawClient client = RawClient.over(Entry.REVERSE.open(proxy, origin.port(OriginPort.TLS), "http/1.1"))) {
            client.send(text.replace("Host: H", "Host: localhost"));

            assertThat(client.answer().status()).isEqualTo(400);
            assertThat(origin.stats().requests()).isZero();
        }
    }
}
