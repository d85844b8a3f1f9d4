package dev.clearway.origin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Floods and stalls, each answered as the default configuration owes it. */
@ExtendWith(LeakExtension.class)
class Http2AttackTest {
    private static final String SLOW = "/delay/3600000";

    @Test
    void rapidResetsEndTheConnection() throws Exception {
        try (OriginServer origin = start();
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            for (int i = 0; i < 10_000; i++) {
                client.get(2 * i + 1, SLOW).queue(Http2Frames.rstStream(2 * i + 1, Http2Error.CANCEL));
            }
            send(client);
            assertThat(client.awaitGoAwayAndEnd()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM.code());
            OriginStats stats = origin.stats();
            assertThat(stats.connections().get(0).peakStreams()).isLessThanOrEqualTo(100);
            assertThat(stats.requests()).isLessThanOrEqualTo(201);
            Eventually.holds(() -> origin.stats().activeRequests() == 0);
        }
    }

    @Test
    void resetsThatTheClientProvokesEndTheConnection() throws Exception {
        try (OriginServer origin = start();
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            for (int i = 0; i < 10_000; i++) {
                client.get(2 * i + 1, SLOW).queue(Http2Frames.windowUpdate(2 * i + 1, 0));
            }
            send(client);
            assertThat(client.awaitGoAwayAndEnd()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM.code());
            Eventually.holds(() -> origin.stats().activeRequests() == 0);
            assertThat(origin.stats().connections().get(0).peakStreams()).isLessThanOrEqualTo(100);
        }
    }

    @Test
    void endlessHeaderBlockEndsTheConnection() throws Exception {
        for (int size : new int[] {0, 1, 16_384}) {
            try (OriginServer origin = start();
                    FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
                client.queue(Http2Frames.headersPart(1, client.block(1, ":method", "GET", ":path", "/")));
                for (int i = 0; i < 1_000; i++) {
                    client.queue(Http2Frames.continuation(1, new byte[size]));
                }
                send(client);
                assertThat(client.awaitGoAwayAndEnd()).as("frames of " + size).isPositive();
                assertThat(origin.stats().requests()).isZero();
            }
        }
    }

    @Test
    void emptyDataFramesEndTheConnection() throws Exception {
        try (OriginServer origin = start();
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            client.post(1, "/echo");
            for (int i = 0; i < 100; i++) {
                client.queue(Http2Frames.data(1, new byte[0]));
            }
            send(client);
            assertThat(client.awaitGoAwayAndEnd()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM.code());
        }
    }

    @Test
    void answersToPingsThatNobodyReadsAreBounded() throws Exception {
        try (OriginServer origin = start();
                FrameClient client = FrameClient.connectNarrow(origin.port(OriginPort.H2C))) {
            boolean cut = false;
            for (int round = 0; round < 1_000 && !cut; round++) {
                for (int i = 0; i < 1_000; i++) {
                    client.queue(Http2Frames.ping(i));
                }
                try {
                    client.flush();
                } catch (IOException e) {
                    cut = true;
                }
            }
            assertThat(cut).as("a million pings were taken").isTrue();
        }
    }

    @Test
    void tooManyHeaderFieldsAreAnsweredWith431() throws Exception {
        try (OriginServer origin = start();
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            String long1 = "v".repeat(9_000);
            client.queue(Http2Frame.of(
                    FrameKind.HEADERS,
                    Http2Frame.END_STREAM,
                    1,
                    client.block(1, ":method", "GET", ":path", "/", "a", long1)));
            client.queue(Http2Frames.continuation(1, client.block(1, "b", long1, "c", "v".repeat(2_000))));
            client.queue(Http2Frames.lastContinuation(1, client.block(1, "d", long1, "e", long1)));
            send(client);
            assertThat(client.awaitStatus(1)).isEqualTo("431");
            client.get(3, "/whoami").flush();
            assertThat(client.awaitStatus(3)).isEqualTo("200");
        }
    }

    @Test
    void headerListThatUnpacksToMegabytesIsAnsweredWith431AndLeavesTheCompressionIntact() throws Exception {
        try (OriginServer origin = start();
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            String large = "b".repeat(3_900);
            client.headers(1, Http2Frame.END_STREAM, ":method", "GET", ":path", "/whoami", "bomb", large)
                    .flush();
            assertThat(client.awaitStatus(1)).isEqualTo("200");
            byte[] head = client.block(3, ":method", "GET", ":path", "/whoami");
            byte[] reference = client.block(3, "bomb", large);
            assertThat(reference).hasSize(1);
            byte[] bomb = Arrays.copyOf(head, head.length + 16_000);
            Arrays.fill(bomb, head.length, bomb.length, reference[0]);
            client.queue(Http2Frame.of(FrameKind.HEADERS, Http2Frame.END_STREAM | Http2Frame.END_HEADERS, 3, bomb))
                    .flush();
            assertThat(client.awaitStatus(3)).isEqualTo("431");
            client.headers(5, Http2Frame.END_STREAM, ":method", "GET", ":path", "/status/418", "bomb", large)
                    .flush();
            assertThat(client.awaitStatus(5)).isEqualTo("418");
        }
    }

    @Test
    void clientThatNeverAcknowledgesSettingsIsHeldToTheLimit() throws Exception {
        try (OriginServer origin = start();
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            for (int i = 0; i < 150; i++) {
                client.get(2 * i + 1, SLOW);
            }
            send(client);
            client.await(frame -> frame.stream() == 299 && frame.kind() == FrameKind.RST_STREAM);
            assertThat(origin.stats().activeRequests()).isEqualTo(100);
        }
    }

    @Test
    void bodiesWithoutAWindowAreGivenUpAndOthersServed() throws Exception {
        try (OriginServer origin = OriginServer.builder()
                        .listen(OriginPort.H2C, 0)
                        .stallTimeout(Duration.ofMillis(200))
                        .start();
                FrameClient client =
                        FrameClient.connect(origin.port(OriginPort.H2C), new Http2Settings().initialWindowSize(0))) {
            for (int i = 0; i < 50; i++) {
                client.get(2 * i + 1, "/bytes/1000000");
            }
            client.get(101, "/bytes/1000").queue(Http2Frames.windowUpdate(101, 1_000));
            send(client);
            assertThat(client.awaitEnd(101).endsStream()).isTrue();
            for (int i = 0; i < 50; i++) {
                Http2Frame end = client.await(frame -> frame.kind() == FrameKind.RST_STREAM);
                assertThat(end.errorCode()).isEqualTo(Http2Error.CANCEL.code());
            }
            client.get(103, "/status/204").flush();
            assertThat(client.awaitStatus(103)).isEqualTo("204");
            assertThat(origin.stats().cancelledRequests()).isEqualTo(50);
        }
    }

    @Test
    void requestBodyThatStopsIsGivenUp() throws Exception {
        try (OriginServer origin = OriginServer.builder()
                        .listen(OriginPort.H2C, 0)
                        .stallTimeout(Duration.ofMillis(200))
                        .start();
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            client.post(1, "/delay/0").queue(Http2Frames.data(1, new byte[10])).flush();
            assertThat(client.awaitEnd(1).errorCode()).isEqualTo(Http2Error.CANCEL.code());
        }
    }

    @Test
    void connectionWithoutAPrefaceEnds() throws Exception {
        try (OriginServer origin = OriginServer.builder()
                        .listen(OriginPort.H2C, 0)
                        .headTimeout(Duration.ofMillis(200))
                        .start();
                FrameClient client = FrameClient.open(origin.port(OriginPort.H2C))) {
            assertThat(client.awaitGoAwayAndEnd()).isEqualTo(Http2Error.NO_ERROR.code());
        }
    }

    @Test
    void idleConnectionEndsWithGoAway() throws Exception {
        try (OriginServer origin = OriginServer.builder()
                        .listen(OriginPort.H2C, 0)
                        .idleTimeout(Duration.ofMillis(300))
                        .start();
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            client.get(1, "/delay/1000").flush();
            assertThat(client.awaitEnd(1).endsStream())
                    .as("a waiting request keeps its connection")
                    .isTrue();
            assertThat(client.awaitGoAwayAndEnd()).isEqualTo(Http2Error.NO_ERROR.code());
        }
    }

    private static OriginServer start() throws IOException {
        return OriginServer.builder().listen(OriginPort.H2C, 0).start();
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
