package dev.clearway.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The order of responses (RFC 9218). Streams have room for all of their content; the connection's window, which the client
 * opens bit by bit, is what they compete for.
 */
@ExtendWith(LeakExtension.class)
class PriorityTest {
    private static final int WINDOW = 65_535;
    private static final int UPDATE = 0x10;

    private final Script script = new Script();
    private long pings;

    @Test
    void moreUrgentResponseGoesFirst() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = drained(server, "u=7, i")) {
            pump(client, 3, "u=5");
            pump(client, 5, "u=1, i");
            assertThat(next(client, 30_000)).containsExactly(Map.entry(5, 30_000));
        }
    }

    @Test
    void lessUrgentResponseGoesWhereTheOthersHaveNothingToSend() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = drained(server, "u=7")) {
            client.headers(3, Http2Frame.END_STREAM, ":method", "GET", ":path", "/text", "priority", "u=0")
                    .flush();
            Map<Integer, Integer> bytes = next(client, 10_000);
            assertThat(bytes.keySet()).containsExactly(3, 1);
        }
    }

    @Test
    void responsesThatAreOfUseOnlyWholeGoOneByOne() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = drained(server, "u=7")) {
            pump(client, 3, "u=2");
            pump(client, 5, "u=2");
            assertThat(next(client, 30_000)).containsExactly(Map.entry(3, 30_000));
            assertThat(next(client, 10_000)).containsExactly(Map.entry(3, 10_000));
        }
    }

    @Test
    void incrementalResponsesShareEvenly() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = drained(server, "u=7")) {
            pump(client, 3, "u=2, i");
            pump(client, 5, "u=2, i");
            assertThat(next(client, 30_000)).containsOnly(Map.entry(3, 15_000), Map.entry(5, 15_000));
        }
    }

    @Test
    void responsesOfWhichNothingIsSaidShareEvenly() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = drained(server, "u=7")) {
            client.get(3, "/pump").get(5, "/pump").flush();
            assertThat(next(client, 30_000)).containsOnly(Map.entry(3, 15_000), Map.entry(5, 15_000));
        }
    }

    @Test
    void wholeAndIncrementalOnesOfOneUrgencyTakeTurns() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = drained(server, "u=7")) {
            pump(client, 3, "u=2");
            pump(client, 5, "u=2, i");
            assertThat(next(client, 30_000)).containsOnly(Map.entry(3, 15_000), Map.entry(5, 15_000));
        }
    }

    @Test
    void updateChangesTheOrderOfResponsesUnderWay() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = drained(server, "u=1")) {
            pump(client, 3, "u=2");
            client.queue(update(0, 1, "u=6")).flush();
            assertThat(next(client, 30_000)).containsExactly(Map.entry(3, 30_000));
            client.queue(update(0, 3, "u=7, i")).flush();
            assertThat(next(client, 30_000)).containsExactly(Map.entry(1, 30_000));
        }
    }

    @Test
    void updateBeforeItsRequestOverrulesTheField() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = connect(server)) {
            client.queue(update(0, 3, "u=0, i"));
            client.headers(3, Http2Frame.END_STREAM, ":method", "GET", ":path", "/hold", "priority", "u=6")
                    .flush();
            ServerExchange exchange = script.held();
            exchange.executor()
                    .submit(() -> assertThat(exchange.priority()).isEqualTo(new Priority(0, true)))
                    .sync();
        }
    }

    @Test
    void exchangeTellsWhatWasSaidLast() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = connect(server)) {
            client.get(1, "/hold").flush();
            ServerExchange exchange = script.held();
            exchange.executor()
                    .submit(() -> assertThat(exchange.priority()).isNull())
                    .sync();
            client.queue(update(0, 1, "u=4")).flush();
            settle(client);
            exchange.executor()
                    .submit(() -> assertThat(exchange.priority()).isEqualTo(new Priority(4, false)))
                    .sync();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void updateOfNoRequestsStreamEndsTheConnection(int stream) throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = connect(server)) {
            client.queue(update(0, stream, "u=1")).flush();
            assertThat(client.awaitGoAwayAndEnd()).isEqualTo(Http2Error.PROTOCOL_ERROR.code());
        }
    }

    @Test
    void updateOnAStreamEndsTheConnection() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = connect(server)) {
            client.get(1, "/hold").queue(update(1, 1, "u=1")).flush();
            assertThat(client.awaitGoAwayAndEnd()).isEqualTo(Http2Error.PROTOCOL_ERROR.code());
        }
    }

    @Test
    void updateWithoutAStreamEndsTheConnection() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = connect(server)) {
            client.queue(new Http2Frame(UPDATE, 0, 0, new byte[3])).flush();
            assertThat(client.awaitGoAwayAndEnd()).isEqualTo(Http2Error.FRAME_SIZE_ERROR.code());
        }
    }

    @Test
    void updatesOfMoreStreamsThanThereMayBeEndTheConnection() throws Exception {
        ServerSettings settings = ServerSettings.builder().maxStreams(3).build();
        try (TestServer server = new TestServer(HttpProtocol.HTTP_2, script, settings, ServerListener.NONE);
                FrameClient client = connect(server)) {
            client.get(1, "/hold")
                    .queue(update(0, 3, "u=1"))
                    .queue(update(0, 5, "u=1"))
                    .queue(update(0, 5, "u=2"))
                    .flush();
            settle(client);
            client.queue(update(0, 7, "u=1")).flush();
            assertThat(client.awaitGoAwayAndEnd()).isEqualTo(Http2Error.PROTOCOL_ERROR.code());
        }
    }

    @Test
    void updateOfAStreamThatHasEndedOrWasSkippedIsIgnored() throws Exception {
        ServerSettings settings = ServerSettings.builder().maxStreams(2).build();
        try (TestServer server = new TestServer(HttpProtocol.HTTP_2, script, settings, ServerListener.NONE);
                FrameClient client = connect(server)) {
            client.queue(update(0, 1, "u=1"))
                    .queue(update(0, 3, "u=1"))
                    .get(5, "/text")
                    .flush();
            client.awaitEnd(5);
            client.queue(update(0, 5, "u=1")).queue(update(0, 3, "u=1"));
            client.queue(update(0, 7, "u=1")).queue(update(0, 9, "u=1")).flush();
            settle(client);
        }
    }

    @Test
    void floodOfUpdatesEndsTheConnection() throws Exception {
        ServerSettings settings = ServerSettings.builder().maxIdleFrames(20).build();
        try (TestServer server = new TestServer(HttpProtocol.HTTP_2, script, settings, ServerListener.NONE);
                FrameClient client = connect(server)) {
            for (int i = 0; i < 40; i++) {
                client.queue(update(0, 1, "u=1"));
            }
            client.flush();
            assertThat(client.awaitGoAwayAndEnd()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM.code());
        }
    }

    @Test
    void responseThatWaitsForMoreUrgentOnesDoesNotStandStill() throws Exception {
        ServerSettings settings =
                ServerSettings.builder().stallTimeout(Duration.ofMillis(500)).build();
        try (TestServer server = new TestServer(HttpProtocol.HTTP_2, script, settings, ServerListener.NONE);
                FrameClient client = drained(server, "u=7")) {
            pump(client, 3, "u=1");
            long until = System.nanoTime() + Duration.ofSeconds(2).toNanos();
            while (System.nanoTime() < until) {
                assertThat(next(client, 100)).containsOnlyKeys(3);
            }
        }
    }

    @Test
    void serverSaysThatItKnowsNoTree() throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = FrameClient.connect(server.port())) {
            assertThat(client.awaitSettings()).containsEntry(9, 1L);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "u=1| u=1",
                "u=0, i| u=0, i",
                "i, u=7| u=7, i",
                "i| u=3, i",
                "i=?1| u=3, i",
                "i=?0, u=2| u=2",
                "i=1| u=3",
                "u=8| u=3",
                "u=-1| u=3",
                "u=1.0| u=3",
                "u| u=3",
                "u=2, u=5| u=5",
                "u=2;q=1, i;x| u=2, i",
                "x=\"u=1, i\", u=4| u=4",
                "x=\"\\\"u=1\", i| u=3, i",
                "x=\"u=1| none",
                "''| u=3",
                "ui, ux=3, iu| u=3",
            })
    void fieldIsADictionaryOfWhichTheKnownMembersCount(String value, String expected) {
        Priority priority = Priority.of(value);
        assertThat(priority == null ? null : priority.toString()).isEqualTo(expected);
    }

    @Test
    void urgencyOutOfRangeIsRefused() {
        assertThatThrownBy(() -> new Priority(8, false)).hasMessageContaining("0 to 7: 8");
    }

    /** A client whose streams have room for all that the test sends. */
    private static FrameClient connect(TestServer server) throws IOException {
        FrameClient client = FrameClient.connect(server.port(), new Http2Settings().initialWindowSize(10_000_000));
        client.awaitSettings();
        client.queue(Http2Frames.settingsAck()).flush();
        return client;
    }

    private static void pump(FrameClient client, int stream, String priority) throws IOException {
        client.headers(stream, Http2Frame.END_STREAM, ":method", "GET", ":path", "/pump", "priority", priority)
                .flush();
    }

    /** One whose first response, of that priority, has used the connection's window up. */
    private static FrameClient drained(TestServer server, String priority) throws IOException {
        FrameClient client = connect(server);
        pump(client, 1, priority);
        for (int bytes = 0; bytes < WINDOW; ) {
            bytes += client.await(frame -> frame.kind() == FrameKind.DATA).data().length;
        }
        return client;
    }

    /** Lets the server read all that was sent before. */
    private void settle(FrameClient client) throws IOException {
        long ping = ++pings;
        client.queue(Http2Frames.ping(ping)).flush();
        client.await(frame -> frame.is(FrameKind.PING, Http2Frame.ACK) && frame.opaque() == ping);
    }

    /** Opens the connection's window by so much, and tells how many bytes each stream made of it, in order. */
    private Map<Integer, Integer> next(FrameClient client, int window) throws IOException {
        settle(client);
        client.queue(Http2Frames.windowUpdate(0, window)).flush();
        Map<Integer, Integer> bytes = new LinkedHashMap<>();
        for (int left = window; left > 0; ) {
            Http2Frame frame = client.await(each -> each.kind() == FrameKind.DATA);
            left -= frame.data().length;
            bytes.merge(frame.stream(), frame.data().length, Integer::sum);
        }
        return bytes;
    }

    private static Http2Frame update(int frameStream, int stream, String value) {
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        payload.writeBytes(ByteBuffer.allocate(4).putInt(stream).array());
        payload.writeBytes(value.getBytes(US_ASCII));
        return new Http2Frame(UPDATE, 0, frameStream, payload.toByteArray());
    }
}
