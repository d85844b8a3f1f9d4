package dev.clearway.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import io.netty.handler.codec.http2.Http2Error;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Content on demand, responses that wait for their reader, and responses that come before the request's end. */
@ExtendWith(LeakExtension.class)
class BackPressureTest {
    private final Script script = new Script();

    @Test
    void streamsWindowIsMadeGoodAsContentIsAskedFor() throws Exception {
        ServerSettings settings = ServerSettings.builder().streamWindow(1_000).build();
        try (TestServer server = new TestServer(HttpProtocol.HTTP_2, script, settings, ServerListener.NONE);
                FrameClient client = FrameClient.connect(server.port())) {
            client.awaitSettings();
            client.queue(Http2Frames.settingsAck());
            client.post(1, "/hold")
                    .queue(Http2Frames.data(1, "x".repeat(1_000).getBytes(US_ASCII)))
                    .flush();
            ServerExchange exchange = script.held();
            client.queue(Http2Frames.ping(1)).flush();
            client.await(frame -> frame.is(FrameKind.PING, Http2Frame.ACK));
            assertThat(script.eventsSoFar()).as("nothing was asked for").isEmpty();
            exchange.executor().execute(() -> exchange.request(1));
            Http2Frame update = client.await(frame -> frame.kind() == FrameKind.WINDOW_UPDATE && frame.stream() == 1);
            assertThat(update.increment()).isEqualTo(1_000);
            assertThat(script.event()).isEqualTo("data " + "x".repeat(1_000));
            client.queue(Http2Frames.lastData(1, new byte[0])).flush();
            assertThat(script.event()).as("the end needs no demand").isEqualTo("end[]");
        }
    }

    @Test
    void whatGoesBeyondADemandCountsForTheNext() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = FrameClient.connect(server.port())) {
            byte[] piece = new byte[1_000];
            client.post(1, "/hold")
                    .queue(Http2Frames.data(1, piece))
                    .queue(Http2Frames.data(1, piece))
                    .queue(Http2Frames.ping(1))
                    .flush();
            client.await(frame -> frame.is(FrameKind.PING, Http2Frame.ACK));
            ServerExchange exchange = script.held();
            exchange.executor()
                    .submit(() -> {
                        exchange.request(10);
                        exchange.request(10);
                    })
                    .sync();
            assertThat(script.eventsSoFar()).as("1,000 bytes for 20").hasSize(1);
            exchange.executor().submit(() -> exchange.request(981)).sync();
            assertThat(script.eventsSoFar()).as("2,000 bytes for 1,001").hasSize(2);
        }
    }

    @Test
    void http11ConnectionIsNotReadBeyondWhatIsAskedFor() throws Exception {
        try (TestServer server = TestServer.http1(script);
                RawClient client = RawClient.connect(server.port())) {
            client.send("POST /hold HTTP/1.1\r\nhost: a\r\ncontent-length: 100000000\r\n\r\n");
            ServerExchange exchange = script.held();
            AtomicLong sent = new AtomicLong();
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
                try {
                    for (byte[] piece = new byte[100_000]; sent.get() < 100_000_000; ) {
                        client.send(piece);
                        sent.addAndGet(piece.length);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            Eventually.standsStill(sent::get);
            assertThat(sent.get()).as("what the kernel's buffers hold").isLessThan(50_000_000);
            exchange.executor().execute(() -> exchange.request(Long.MAX_VALUE));
            writing.get(60, TimeUnit.SECONDS);
            String event = script.event();
            while (event.startsWith("data")) {
                event = script.event();
            }
            assertThat(event).isEqualTo("end[]");
        }
    }

    @Test
    void http2ResponseWaitsForItsWindow() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = FrameClient.connect(server.port())) {
            client.get(1, "/pump").flush();
            Eventually.standsStill(script::pumped);
            assertThat(script.pumped()).isBetween(65_535L, 65_535L + 128 * 1024);
            client.queue(Http2Frames.windowUpdate(0, 1_000_000))
                    .queue(Http2Frames.windowUpdate(1, 1_000_000))
                    .flush();
            Eventually.holds(() -> script.pumped() > 1_000_000);
            assertThat(script.pumped()).isLessThan(1_300_000);
        }
    }

    @Test
    void http11ResponseWaitsForItsReader() throws Exception {
        try (TestServer server = TestServer.http1(script);
                RawClient client = RawClient.connect(server.port())) {
            client.send("GET /pump HTTP/1.1\r\nhost: a\r\n\r\n");
            Eventually.standsStill(script::pumped);
            long before = script.pumped();
            assertThat(before).as("what the kernel's buffers hold").isLessThan(50_000_000);
            client.bytes((int) before);
            Eventually.holds(() -> script.pumped() > before);
            assertThat(script.eventsSoFar()).as("no call within another").doesNotContain("nested");
        }
    }

    @Test
    void restOfAnAnsweredRequestIsDroppedUpToABound() throws Exception {
        ServerSettings settings = ServerSettings.builder().maxDiscard(1_000).build();
        try (TestServer http2 = new TestServer(HttpProtocol.HTTP_2, script, settings, ServerListener.NONE);
                TestServer http1 = new TestServer(HttpProtocol.HTTP_1_1, script, settings, ServerListener.NONE);
                FrameClient frames = FrameClient.connect(http2.port());
                RawClient raw = RawClient.connect(http1.port())) {
            frames.post(1, "/x").queue(Http2Frames.data(1, new byte[1_000])).flush();
            assertThat(frames.awaitEnd(1).endsStream()).isTrue();
            frames.queue(Http2Frames.data(1, new byte[1_001])).flush();
            Http2Frame reset = frames.await(frame -> frame.kind() == FrameKind.RST_STREAM);
            assertThat(reset.errorCode()).isEqualTo(Http2Error.NO_ERROR.code());
            raw.send("POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\n");
            assertThat(raw.answer().status()).isEqualTo(200);
            raw.send(new byte[1_000]).send("POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n\r\n");
            assertThat(raw.answer().status()).isEqualTo(200);
            raw.send(new byte[2_000]);
            assertThat(raw.hasEnded()).isTrue();
        }
    }

    @Test
    void clientThatWaitsToBeAskedIsClosedAfterARefusal() throws Exception {
        try (TestServer server = TestServer.http1(script);
                RawClient raw = RawClient.connect(server.port())) {
            raw.send("POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\nexpect: 100-continue\r\n\r\n");
            assertThat(raw.answer().fields()).containsEntry("connection", "close");
            assertThat(raw.hasEnded()).isTrue();
        }
    }
}
