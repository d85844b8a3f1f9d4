package dev.clearway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import io.netty.handler.codec.http2.Http2Error;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Floods of frames, each ended as the defaults owe it, while another client is served. */
@ExtendWith(LeakExtension.class)
class FloodTest {
    private final Script script = new Script();
    private TestServer server;
    private FrameClient client;
    private FrameClient bystander;

    @BeforeEach
    void start() throws IOException {
        server = TestServer.http2(script);
        client = FrameClient.connect(server.port());
        bystander = FrameClient.connect(server.port());
    }

    @AfterEach
    void bystanderIsUnharmed() throws IOException {
        bystander.get(1, "/x").flush();
        assertThat(bystander.awaitStatus(1)).isEqualTo("200");
        Eventually.holds(() -> script.open() == 0);
        bystander.close();
        client.close();
        server.close();
    }

    @Test
    void rapidResets() throws Exception {
        flood(10_000, (to, i) -> to.get(2 * i + 1, "/hold").queue(Http2Frames.rstStream(2 * i + 1, Http2Error.CANCEL)));
        assertThat(client.awaitGoAwayAndEnd()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM.code());
        assertThat(script.begun()).isLessThanOrEqualTo(201);
        assertThat(script.mostOpen()).isLessThanOrEqualTo(100);
    }

    @Test
    void resetsProvokedByAnEmptyWindowUpdate() throws Exception {
        provoked((to, stream) -> to.get(stream, "/hold").queue(Http2Frames.windowUpdate(stream, 0)));
    }

    @Test
    void resetsProvokedByAWindowThatOverflows() throws Exception {
        provoked((to, stream) -> to.get(stream, "/hold").queue(Http2Frames.windowUpdate(stream, Integer.MAX_VALUE)));
    }

    @Test
    void resetsProvokedByContentThatDiffersFromItsLength() throws Exception {
        provoked((to, stream) -> to.headers(stream, 0, ":method", "POST", ":path", "/hold", "content-length", "1")
                .queue(Http2Frames.lastData(stream, new byte[2])));
    }

    @Test
    void resetsProvokedByMalformedHeads() throws Exception {
        provoked((to, stream) ->
                to.headers(stream, Http2Frame.END_STREAM, ":method", "GET", ":path", "/hold", "te", "gzip"));
    }

    @Test
    void resetsProvokedByHeadersAfterTheEnd() throws Exception {
        provoked((to, stream) -> to.get(stream, "/hold").headers(stream, Http2Frame.END_STREAM, "x", "y"));
    }

    @Test
    void dataAfterTheEnd() throws Exception {
        flood(10_000, (to, i) -> to.get(2 * i + 1, "/hold").queue(Http2Frames.data(2 * i + 1, new byte[1])));
        assertThat(client.awaitGoAwayAndEnd())
                .isIn(Http2Error.ENHANCE_YOUR_CALM.code(), Http2Error.STREAM_CLOSED.code());
        assertThat(script.mostOpen()).isLessThanOrEqualTo(100);
    }

    @Test
    void streamThatDependsOnItself() throws Exception {
        flood(
                10_000,
                (to, i) -> to.get(2 * i + 1, "/hold").queue(Http2Frame.of(FrameKind.PRIORITY, 0, 2 * i + 1, new byte[] {
                    0, 0, (byte) ((2 * i + 1) >> 8), (byte) (2 * i + 1), 1
                })));
        assertThat(client.awaitGoAwayAndEnd()).isPositive();
        assertThat(script.mostOpen()).isLessThanOrEqualTo(100);
    }

    @Test
    void endlessHeaderBlock() throws Exception {
        for (int size : new int[] {0, 1, 16_384}) {
            try (FrameClient attacker = FrameClient.connect(server.port())) {
                attacker.queue(Http2Frames.headersPart(1, attacker.block(1, ":method", "GET", ":path", "/hold")));
                for (int i = 0; i < 1_000; i++) {
                    attacker.queue(Http2Frames.continuation(1, new byte[size]));
                }
                send(attacker);
                assertThat(attacker.awaitGoAwayAndEnd()).as("frames of " + size).isPositive();
            }
        }
        assertThat(script.begun()).isZero();
    }

    @Test
    void endlessTrailers() throws Exception {
        client.post(1, "/hold").queue(Http2Frames.headersPart(1, client.block(1, "x", "y")));
        for (int i = 0; i < 1_000; i++) {
            client.queue(Http2Frames.continuation(1, new byte[16]));
        }
        send(client);
        assertThat(client.awaitGoAwayAndEnd()).isPositive();
    }

    @Test
    void emptyDataFrames() throws Exception {
        client.post(1, "/echo");
        flood(100, (to, i) -> to.queue(Http2Frames.data(1, new byte[0])));
        assertThat(client.awaitGoAwayAndEnd()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM.code());
    }

    @Test
    void paddedEmptyDataFrames() throws Exception {
        client.post(1, "/echo");
        flood(100, (to, i) -> to.queue(Http2Frames.paddedData(1, new byte[0], 1)));
        assertThat(client.awaitGoAwayAndEnd()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM.code());
    }

    @Test
    void priorityFrames() throws Exception {
        overspent((to, i) -> to.queue(Http2Frame.of(FrameKind.PRIORITY, 0, 2 * i + 1, new byte[] {0, 0, 0, 0, 1})));
    }

    @Test
    void framesOfUnknownTypes() throws Exception {
        overspent((to, i) -> to.queue(new Http2Frame(0x99, 0, 0, new byte[] {1})));
    }

    @Test
    void pingsThatAreAnswered() throws Exception {
        overspent((to, i) -> to.queue(Http2Frames.ping(i)));
    }

    @Test
    void emptySettings() throws Exception {
        overspent((to, i) -> to.queue(Http2Frames.rawSettings()));
    }

    @Test
    void framesThatComeWithRequestsAreNoFlood() throws Exception {
        ServerSettings settings = ServerSettings.builder().maxIdleFrames(100).build();
        try (TestServer strict = new TestServer(HttpProtocol.HTTP_2, script, settings, ServerListener.NONE);
                FrameClient honest = FrameClient.connect(strict.port())) {
            for (int stream = 1; stream < 600; stream += 2) {
                honest.queue(new Http2Frame(0x10, 0, 0, new byte[] {0, 0, 0, 1}))
                        .queue(Http2Frames.ping(stream))
                        .get(stream, "/x")
                        .flush();
                assertThat(honest.awaitEnd(stream).endsStream()).isTrue();
            }
        }
    }

    @Test
    void headerListThatUnpacksToMegabytes() throws Exception {
        String large = "b".repeat(3_900);
        client.headers(1, Http2Frame.END_STREAM, ":method", "GET", ":path", "/x", "bomb", large)
                .flush();
        assertThat(client.awaitStatus(1)).isEqualTo("200");
        byte[] head = client.block(3, ":method", "GET", ":path", "/x");
        byte[] reference = client.block(3, "bomb", large);
        assertThat(reference).hasSize(1);
        byte[] bomb = Arrays.copyOf(head, head.length + 16_000);
        Arrays.fill(bomb, head.length, bomb.length, reference[0]);
        client.queue(Http2Frame.of(FrameKind.HEADERS, Http2Frame.END_STREAM | Http2Frame.END_HEADERS, 3, bomb))
                .flush();
        assertThat(client.awaitStatus(3)).isEqualTo("431");
        client.headers(5, Http2Frame.END_STREAM, ":method", "GET", ":path", "/x", "bomb", large)
                .flush();
        assertThat(client.awaitStatus(5)).as("the compression is intact").isEqualTo("200");
    }

    @Test
    void headerFieldsInThousands() throws Exception {
        String[] fields = new String[600];
        Arrays.setAll(fields, i -> i % 2 == 0 ? "f" + i : "v");
        fields[0] = ":method";
        fields[1] = "GET";
        fields[2] = ":path";
        fields[3] = "/x";
        client.headers(1, Http2Frame.END_STREAM, fields).get(3, "/x").flush();
        assertThat(client.awaitStatus(1)).isEqualTo("431");
        assertThat(client.awaitStatus(3)).isEqualTo("200");
        assertThat(script.begun()).isEqualTo(1);
    }

    private void provoked(ObjIntConsumer<FrameClient> request) throws Exception {
        flood(10_000, (to, i) -> request.accept(to, 2 * i + 1));
        assertThat(client.awaitGoAwayAndEnd()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM.code());
        assertThat(script.mostOpen()).isLessThanOrEqualTo(100);
    }

    private void overspent(ObjIntConsumer<FrameClient> frame) throws Exception {
        flood(12_000, frame);
        assertThat(client.awaitGoAwayAndEnd()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM.code());
    }

    private void flood(int times, ObjIntConsumer<FrameClient> frames) {
        for (int i = 0; i < times; i++) {
            frames.accept(client, i);
        }
        send(client);
    }

    /** Sends what was queued; a server that has hung up by then is what some tests are after. */
    private static void send(FrameClient client) {
        try {
            client.flush();
        } catch (IOException e) {
            // The frames that the server sent before are still to be read.
        }
    }
}
