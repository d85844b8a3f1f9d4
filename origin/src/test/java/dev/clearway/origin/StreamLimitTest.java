package dev.clearway.origin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import io.netty.handler.codec.http2.Http2Error;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The limit of concurrent streams: what is announced, refused, counted and logged. */
@ExtendWith(LeakExtension.class)
class StreamLimitTest {
    private static final String SLOW = "/delay/3600000";

    @Test
    void limitWindowAndFrameSizeAreAnnounced() throws Exception {
        try (OriginServer origin = OriginServer.builder()
                        .listen(OriginPort.H2C, 0)
                        .maxStreams(7)
                        .streamWindow(12_345)
                        .connectionWindow(2_000_000)
                        .maxFrameSize(20_000)
                        .start();
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            assertThat(client.awaitSettings())
                    .containsEntry(3, 7L)
                    .containsEntry(4, 12_345L)
                    .containsEntry(5, 20_000L);
            Http2Frame update = client.await(frame -> frame.kind() == FrameKind.WINDOW_UPDATE);
            assertThat(update.increment()).isEqualTo(2_000_000 - 65_535);
        }
    }

    @Test
    void streamAboveTheLimitIsRefusedAndNeverAnswered() throws Exception {
        try (OriginServer origin = limited(2);
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            client.get(1, SLOW).get(3, SLOW).get(5, "/whoami").flush();
            Http2Frame end = client.awaitEnd(5);
            assertThat(end.kind()).isEqualTo(FrameKind.RST_STREAM);
            assertThat(end.errorCode()).isEqualTo(Http2Error.REFUSED_STREAM.code());
            OriginStats stats = origin.stats();
            assertThat(stats.requests()).isEqualTo(2);
            assertThat(stats.refusedStreams()).isEqualTo(1);
            assertThat(stats.connections().get(0).peakStreams()).isEqualTo(2);
            assertThat(stats.connections().get(0).refusedStreams()).isEqualTo(1);
        }
    }

    @Test
    void limitHoldsForABurstThatLeavesWithThePreface() throws Exception {
        try (OriginServer origin = limited(100);
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            for (int i = 0; i < 1_000; i++) {
                client.get(2 * i + 1, SLOW);
            }
            client.flush();
            for (int i = 0; i < 900; i++) {
                Http2Frame refused = client.await(frame -> frame.kind() == FrameKind.RST_STREAM);
                assertThat(refused.errorCode()).isEqualTo(Http2Error.REFUSED_STREAM.code());
            }
            assertThat(origin.stats().activeRequests()).isEqualTo(100);
            assertThat(origin.stats().refusedStreams()).isEqualTo(900);
        }
    }

    @Test
    void limitZeroMeansNone() throws Exception {
        try (OriginServer origin = limited(0);
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            client.get(1, "/whoami").flush();
            assertThat(client.awaitEnd(1).errorCode()).isEqualTo(Http2Error.REFUSED_STREAM.code());
        }
    }

    @Test
    void slotIsFreeWhenTheClientSeesTheEndOfTheStream() throws Exception {
        try (OriginServer origin = limited(1);
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            client.queue(Http2Frames.settingsAck());
            String[] paths = {"/whoami", "/bytes/40000", "/status/204", "/delay/1"};
            for (int i = 0; i < 2_000; i++) {
                int stream = 2 * i + 1;
                client.get(stream, paths[i % paths.length])
                        .queue(Http2Frames.windowUpdate(0, 65_535))
                        .flush();
                assertThat(client.awaitEnd(stream).endsStream()).isTrue();
            }
            assertThat(origin.stats().refusedStreams()).isZero();
            assertThat(origin.stats().streamLimitReached()).isEqualTo(2_000);
        }
    }

    @Test
    void resetStreamFreesItsSlotAndCountsAsCancelled() throws Exception {
        try (OriginServer origin = limited(1);
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            client.get(1, SLOW)
                    .queue(Http2Frames.rstStream(1, Http2Error.CANCEL))
                    .get(3, "/whoami")
                    .flush();
            assertThat(client.awaitEnd(3).endsStream()).isTrue();
            OriginStats stats = origin.stats();
            assertThat(stats.cancelledRequests()).isEqualTo(1);
            assertThat(stats.requests()).isEqualTo(2);
            assertThat(stats.activeRequests()).isZero();
        }
    }

    @Test
    void lateFramesOfARefusedStreamDisturbNothing() throws Exception {
        try (OriginServer origin = limited(1);
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            client.get(1, "/delay/200").post(3, "/echo").flush();
            assertThat(client.awaitEnd(3).errorCode()).isEqualTo(Http2Error.REFUSED_STREAM.code());
            for (int i = 0; i < 300; i++) {
                client.queue(Http2Frames.data(3, new byte[1_000]));
            }
            client.headers(3, Http2Frame.END_STREAM, "x-trailer", "late").flush();
            assertThat(client.awaitEnd(1).endsStream()).isTrue();
            byte[] body = new byte[700_000];
            client.post(5, "/bytes/5");
            for (int i = 0; i < 70; i++) {
                client.queue(Http2Frames.data(5, new byte[body.length / 70]));
            }
            client.queue(Http2Frames.lastData(5, new byte[0])).flush();
            assertThat(client.awaitEnd(5).endsStream())
                    .as("the connection's window is whole again")
                    .isTrue();
        }
    }

    @Test
    void reachingTheLimitIsLoggedWithTheConnectionsId() throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger("dev.clearway.origin");
        Handler ear = new Ear(lines);
        Level before = logger.getLevel();
        logger.setLevel(Level.FINE);
        logger.addHandler(ear);
        try (OriginServer origin = limited(2);
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            client.get(1, SLOW).get(3, SLOW).get(5, SLOW).flush();
            client.awaitEnd(5);
            String id = origin.stats().connections().get(0).id();
            assertThat(lines).singleElement().asString().contains(id).contains("limit of 2 ");
            assertThat(origin.stats().streamLimitReached()).isEqualTo(1);
        } finally {
            logger.removeHandler(ear);
            logger.setLevel(before);
        }
    }

    private static OriginServer limited(int streams) throws Exception {
        return OriginServer.builder()
                .listen(OriginPort.H2C, 0)
                .maxStreams(streams)
                .start();
    }

    /** Collects what the origin logs about limits. */
    private static final class Ear extends Handler {
        private final List<String> lines;

        Ear(List<String> lines) {
            this.lines = lines;
        }

        @Override
        public void publish(LogRecord record) {
            String line = new SimpleFormatter().formatMessage(record);
            if (line.contains("limit")) {
                lines.add(line);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
