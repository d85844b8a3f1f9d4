package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.proxy.settings.Bounds;
import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import dev.clearway.testkit.TestCertificates;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers behind a proxy that break the rules of HTTP/2 or wear them out, and clients of either protocol. */
@ExtendWith(LeakExtension.class)
class HostileHttp2UpstreamTest {
    private static final TestCertificates CERTIFICATES = TestCertificates.localhost();

    /** Frames of a flood: more than any budget allows, however slow the machine. */
    private static final int FLOOD = 200_000;

    private static final int BATCH = 500;

    /** What a server does with a request, and with those that come on further connections. */
    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    enum Deed {
        /** CVE-2016-1544: a field of 3,900 bytes, 16,000 times, in 16,000 bytes. */
        UNPACKS_TO_MEGABYTES((peer, id) -> {
            String large = "b".repeat(3_900);
            byte[] start = peer.headerBlock(id, ":status", "200", "bomb", large);
            byte[] bomb = new byte[16_000];
            Arrays.fill(bomb, peer.headerBlock(id, "bomb", large)[0]);
            peer.send(Http2Frames.headersPart(id, start), Http2Frames.lastContinuation(id, bomb));
        }),
        HEAD_WITHOUT_END((peer, id) -> {
            peer.send(Http2Frames.headersPart(id, peer.headerBlock(id, ":status", "200")));
            pour(peer, i -> Http2Frames.continuation(id, new byte[] {0}));
        }),
        HEAD_OF_EMPTY_FRAMES((peer, id) -> {
            peer.send(Http2Frames.headersPart(id, peer.headerBlock(id, ":status", "200")));
            pour(peer, i -> Http2Frames.continuation(id, new byte[0]));
        }),
        ENDLESS_INTERIM((peer, id) -> {
            peer.send(peer.headers(id, ":status", "103", "link", "</a>"));
            Http2Frame again = peer.headers(id, ":status", "103", "link", "</a>");
            pour(peer, i -> again);
        }),
        PUSHES((peer, id) -> {
            byte[] block = peer.headerBlock(id, ":method", "GET", ":path", "/", ":scheme", "https", ":authority", "a");
            byte[] payload = Arrays.copyOf(new byte[] {0, 0, 0, 2}, 4 + block.length);
            System.arraycopy(block, 0, payload, 4, block.length);
            peer.send(Http2Frame.of(FrameKind.PUSH_PROMISE, Http2Frame.END_HEADERS, id, payload));
        }),
        GOES_AWAY((peer, id) -> peer.send(Http2Frames.goAway(0, Http2Error.NO_ERROR))),
        REFUSES((peer, id) -> peer.send(Http2Frames.rstStream(id, Http2Error.REFUSED_STREAM))),
        RESETS((peer, id) -> peer.send(Http2Frames.rstStream(id, Http2Error.INTERNAL_ERROR))),
        PINGS((peer, id) -> pour(peer, Http2Frames::ping)),
        SETTINGS((peer, id) -> pour(peer, i -> Http2Frames.rawSettings(1, i % 2 * 4096L))),
        PRIORITIES((peer, id) -> pour(peer, i -> Http2Frame.of(FrameKind.PRIORITY, 0, id, new byte[] {0, 0, 0, 0, 1}))),
        UPPER_CASE((peer, id) -> peer.send(peer.lastHeaders(id, ":status", "200", "X", "y"))),
        LINE_IN_A_VALUE((peer, id) -> peer.send(peer.lastHeaders(id, ":status", "200", "x", "a\r\nset-cookie: b"))),
        CONNECTION_FIELD(
                (peer, id) -> peer.send(peer.lastHeaders(id, ":status", "200", "transfer-encoding", "chunked"))),
        NO_STATUS((peer, id) -> peer.send(peer.lastHeaders(id, "x", "y"))),
        TWO_STATUSES((peer, id) -> peer.send(peer.lastHeaders(id, ":status", "200", ":status", "404"))),
        STATUS_101((peer, id) -> peer.send(peer.headers(id, ":status", "101"))),
        ODD_STATUS((peer, id) -> peer.send(peer.lastHeaders(id, ":status", "20 "))),
        TWO_LENGTHS((peer, id) -> peer.send(
                peer.headers(id, ":status", "200", "content-length", "1", "content-length", "2"),
                Http2Frames.lastData(id, new byte[1]))),
        CONTENT_FIRST((peer, id) -> peer.send(Http2Frames.data(id, new byte[1]))),
        FRAME_TOO_LARGE((peer, id) -> peer.send(Http2Frames.data(id, new byte[100_000]))),
        OTHER_STREAM((peer, id) -> peer.send(peer.lastHeaders(id + 100, ":status", "200"))),
        NO_FRAMES((peer, id) -> peer.sendRaw(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1}));

        private final Play play;

        Deed(Play play) {
            this.play = play;
        }
    }

    @FunctionalInterface
    interface Play {
        void on(ScriptedHttp2Connection peer, int stream);
    }

    private ScriptedHttp2Peer peer;
    private ProxyServer proxy;
    private final AtomicInteger requests = new AtomicInteger();

    @BeforeEach
    void start() throws IOException {
        peer = ScriptedHttp2Peer.startTls(CERTIFICATES.serverContext());
        proxy = proxy(Bounds.DEFAULT);
    }

    private static ProxyServer proxy(Bounds bounds) throws IOException {
        return ProxyServer.start(TestParts.settings()
                .upstreamTls(CERTIFICATES.trustingContext())
                .bounds(bounds)
                .build());
    }

    @AfterEach
    void stop() {
        proxy.close();
        peer.close();
    }

    /** Sends frames until the proxy has enough, and no further than any proxy should listen. */
    private static void pour(ScriptedHttp2Connection peer, IntFunction<Http2Frame> frames) {
        ByteArrayOutputStream batch = new ByteArrayOutputStream();
        for (int i = 0; i < BATCH; i++) {
            batch.writeBytes(frames.apply(i).bytes());
        }
        for (int i = 0; i < FLOOD; i += BATCH) {
            peer.sendRaw(batch.toByteArray());
        }
    }

    /** Plays on every connection and for every request until the proxy has enough of it. */
    private void eachDoes(Play deed) {
        peer.playEach(connection -> {
            try {
                connection.handshake(new Http2Settings().maxConcurrentStreams(100));
                while (true) {
                    int stream = connection.awaitRequest().stream();
                    requests.incrementAndGet();
                    deed.on(connection, stream);
                }
            } catch (AssertionError gone) {
                // The proxy has closed the connection.
                return;
            }
        });
    }

    private FrameClient http2() throws IOException {
        return FrameClient.connect(proxy.address().getPort()).asking("https", "localhost:" + peer.port());
    }

    private RawClient.Answer get(RawClient client) throws IOException {
        String host = "localhost:" + peer.port();
        return client.send("GET https://" + host + "/ HTTP/1.1\r\nhost: " + host + "\r\n\r\n")
                .answer();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNoAnswerGivesA502(Deed deed) throws Exception {
        eachDoes(deed.play);
        try (RawClient first = RawClient.connect(proxy.address().getPort())) {
            RawClient.Answer told = get(first);
            for (int i = 0; told.status() == 103; i++) {
                assertThat(i).as("interim answers").isLessThan(100);
                told = first.answer();
            }
            assertThat(told.status()).isEqualTo(502);
            assertThat(told.fields().get("proxy-status")).startsWith("clearway; error=");
        }
        try (FrameClient second = http2()) {
            second.get(1, "/").flush();
            String status = second.awaitStatus(1);
            while (status.equals("103")) {
                status = second.awaitStatus(1);
            }
            assertThat(status).isEqualTo("502");
            assertThat(requests.get()).as("tries").isLessThanOrEqualTo(12);
        }
    }

    @Test
    void aStreamThatIsDoneWrongLeavesTheOthersOfItsConnection() throws Exception {
        try (FrameClient client = http2()) {
            client.get(1, "/kept").flush();
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings().maxConcurrentStreams(100));
            int kept = connection.awaitRequest().stream();
            client.get(3, "/broken").flush();
            int broken = connection.awaitRequest().stream();
            connection.send(connection.lastHeaders(broken, ":status", "200", "X", "y"));
            assertThat(client.awaitStatus(3)).isEqualTo("502");
            connection.respond(kept, 200, "kept");
            assertThat(client.awaitStatus(1)).isEqualTo("200");
            assertThat(client.text(1)).isEqualTo("kept");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void contentOfAnotherLengthIsCut(int sent) throws Exception {
        eachDoes((connection, stream) -> connection.send(
                connection.headers(stream, ":status", "200", "content-length", "3"),
                Http2Frames.lastData(stream, new byte[sent])));
        try (FrameClient client = http2()) {
            client.get(1, "/").flush();
            Http2Frame head = client.await(frame -> frame.stream() == 1);
            assertThat("502".equals(head.header(":status"))
                            || head.kind() == FrameKind.RST_STREAM
                            || client.awaitEnd(1).kind() == FrameKind.RST_STREAM)
                    .isTrue();
        }
    }

    @Test
    void emptyFramesOfContentAreEnoughAtSomeTime() throws Exception {
        eachDoes((connection, stream) -> {
            connection.send(connection.headers(stream, ":status", "200"));
            pour(connection, i -> Http2Frames.data(stream, new byte[0]));
        });
        try (FrameClient client = http2()) {
            client.get(1, "/").flush();
            assertThat(client.awaitEnd(1).kind()).isEqualTo(FrameKind.RST_STREAM);
        }
    }

    @Test
    void moreThanTheWindowAllowsIsCut() throws Exception {
        eachDoes((connection, stream) -> {
            connection.send(connection.headers(stream, ":status", "200"));
            for (int i = 0; i < 4_000; i++) {
                connection.send(Http2Frames.data(stream, new byte[16_384]));
            }
        });
        try (FrameClient client = http2()) {
            client.get(1, "/").flush();
            assertThat(client.awaitEnd(1).kind()).isEqualTo(FrameKind.RST_STREAM);
        }
    }

    @Test
    void aServerThatAllowsNoStreamIsNotWaitedForForEver() throws Exception {
        peer.playEach(connection -> {
            connection.expectPreface();
            connection.send(
                    Http2Frames.settings(new Http2Settings().maxConcurrentStreams(0)), Http2Frames.settingsAck());
        });
        try (ProxyServer impatient = proxy(Bounds.DEFAULT.withAnswerTime(Duration.ofSeconds(1)));
                RawClient client = RawClient.connect(impatient.address().getPort())) {
            assertThat(get(client).status()).isEqualTo(504);
        }
    }

    @Test
    void aServerThatSaysNothingIsNotWaitedForForEver() throws Exception {
        peer.playEach(connection -> connection.expectPreface());
        try (ProxyServer impatient = proxy(Bounds.DEFAULT
                        .withAnswerTime(Duration.ofSeconds(1))
                        .withOpening(Duration.ofSeconds(5), Duration.ofSeconds(1)));
                RawClient client = RawClient.connect(impatient.address().getPort())) {
            assertThat(get(client).status()).isIn(502, 504);
        }
    }
}
