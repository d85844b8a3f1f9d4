package dev.clearway.origin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Starting, stopping, counting, and what a server holds while it waits. */
@ExtendWith(LeakExtension.class)
class OriginServerTest {
    @Test
    void eachPortIsOptionalAndTold() throws Exception {
        try (OriginServer origin = OriginServer.builder()
                .listen(OriginPort.TLS, 0)
                .listen(OriginPort.H2C, 0)
                .start()) {
            assertThat(origin.ports()).containsExactly(OriginPort.TLS, OriginPort.H2C);
            assertThat(origin.port(OriginPort.TLS)).isPositive().isNotEqualTo(origin.port(OriginPort.H2C));
            assertThat(origin.uri(OriginPort.TLS)).hasScheme("https").hasHost("localhost");
            assertThat(origin.uri(OriginPort.H2C, "/conn?delay=5"))
                    .hasScheme("http")
                    .hasPath("/conn")
                    .hasQuery("delay=5");
            assertThatIllegalArgumentException().isThrownBy(() -> origin.port(OriginPort.HTTP1));
        }
    }

    @Test
    void serverWithoutAPortIsRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> OriginServer.builder().start());
    }

    @Test
    void serverWithoutTlsHasNoAuthorityUnlessGivenOne() throws Exception {
        LocalAuthority given = LocalAuthority.inMemory("origin");
        try (OriginServer origin =
                OriginServer.builder().listen(OriginPort.H2C, 0).start()) {
            assertThatIllegalStateException().isThrownBy(origin::authority);
        }
        try (OriginServer origin = OriginServer.builder()
                .listen(OriginPort.H2C, 0)
                .authority(given)
                .start()) {
            assertThat(origin.authority()).isSameAs(given);
        }
    }

    @Test
    void portThatIsTakenIsNamedAndNothingStaysOpen() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> OriginServer.builder()
                            .listen(OriginPort.HTTP1, 0)
                            .listen(OriginPort.H2C, taken.getLocalPort())
                            .start())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(Integer.toString(taken.getLocalPort()))
                    .hasMessageContaining("HTTP/2 with prior knowledge");
        }
    }

    @Test
    void optionsOutOfBoundsAreRefused() {
        OriginServer.Builder builder = OriginServer.builder();
        assertThatIllegalArgumentException().isThrownBy(() -> builder.listen(OriginPort.TLS, 65_536));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.maxStreams(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.maxFrameSize(16_383));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.connectionWindow(65_534));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.idleTimeout(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.hostNames(List.of()));
    }

    @Test
    void shutdownSaysGoAwayAndLetsRequestsFinish() throws Exception {
        OriginServer origin = OriginServer.builder().listen(OriginPort.H2C, 0).start();
        try (FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            client.get(1, "/delay/500").flush();
            Eventually.holds(() -> origin.stats().activeRequests() == 1);
            CompletableFuture<Void> down = CompletableFuture.runAsync(() -> origin.shutdown(Duration.ofSeconds(60)));
            Http2Frame goAway = client.await(frame -> frame.kind() == FrameKind.GOAWAY);
            assertThat(goAway.lastStream()).isEqualTo(1);
            assertThat(goAway.errorCode()).isZero();
            client.get(3, "/whoami").flush();
            assertThat(client.awaitEnd(1).endsStream()).isTrue();
            assertThat(client.awaitGoAwayAndEnd()).isEqualTo(-1);
            down.get(60, TimeUnit.SECONDS);
            assertThat(origin.stats().requests()).isEqualTo(1);
            assertThat(origin.stats().cancelledRequests()).isZero();
        }
    }

    @Test
    void shutdownLetsAnHttp11RequestFinishAndCloses() throws Exception {
        OriginServer origin = OriginServer.builder().listen(OriginPort.HTTP1, 0).start();
        try (RawClient client = RawClient.connect(origin.port(OriginPort.HTTP1))) {
            client.send("GET /delay/500 HTTP/1.1\r\nhost: localhost\r\n\r\n");
            Eventually.holds(() -> origin.stats().activeRequests() == 1);
            CompletableFuture<Void> down = CompletableFuture.runAsync(() -> origin.shutdown(Duration.ofSeconds(60)));
            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(client.hasEnded()).isTrue();
            down.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void closeEndsWhatIsLeft() throws Exception {
        OriginServer origin = OriginServer.builder()
                .listen(OriginPort.H2C, 0)
                .listen(OriginPort.HTTP1, 0)
                .start();
        try (FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C));
                RawClient raw = RawClient.connect(origin.port(OriginPort.HTTP1))) {
            client.get(1, "/delay/3600000").flush();
            raw.send("GET /bytes/1000000000000 HTTP/1.1\r\nhost: localhost\r\n\r\n");
            Eventually.holds(() -> origin.stats().activeRequests() == 2);
            origin.close();
            origin.close();
            assertThat(client.awaitGoAwayAndEnd()).isZero();
            OriginStats stats = origin.stats();
            assertThat(stats.activeRequests()).isZero();
            assertThat(stats.cancelledRequests()).isEqualTo(2);
            assertThat(stats.openConnections()).isZero();
        }
    }

    @Test
    void tenThousandDelayedRequestsTakeNoThread() throws Exception {
        try (OriginServer origin = OriginServer.builder()
                        .listen(OriginPort.H2C, 0)
                        .maxStreams(10_000)
                        .start();
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            // The server gives up those who do not acknowledge its SETTINGS, and this may take long.
            client.queue(Http2Frames.settingsAck()).get(1, "/delay/1").flush();
            client.awaitEnd(1);
            int before = Thread.activeCount();
            for (int i = 1; i <= 10_000; i++) {
                client.get(2 * i + 1, "/delay/3000");
            }
            client.flush();
            Eventually.holds(() -> origin.stats().activeRequests() == 10_000);
            assertThat(Thread.activeCount()).isLessThanOrEqualTo(before + 1);
            for (int i = 1; i <= 10_000; i++) {
                client.queue(Http2Frames.windowUpdate(0, 100));
            }
            client.flush();
            int ended = 0;
            while (ended < 10_000) {
                ended += client.await(frame -> frame.stream() > 1).endsStream() ? 1 : 0;
            }
            OriginStats stats = origin.stats();
            assertThat(stats.requests()).isEqualTo(10_001);
            assertThat(stats.longestRequest()).isGreaterThanOrEqualTo(Duration.ofSeconds(3));
            assertThat(stats.connections().get(0).peakStreams()).isEqualTo(10_000);
        }
    }

    @Test
    void largeBodyIsMadeAsItIsRead() throws Exception {
        try (OriginServer origin =
                        OriginServer.builder().listen(OriginPort.H2C, 0).start();
                FrameClient client = FrameClient.connect(
                        origin.port(OriginPort.H2C), new Http2Settings().initialWindowSize(1_000_000))) {
            client.queue(Http2Frames.windowUpdate(0, 2_000_000_000))
                    .get(1, "/bytes/1099511627776")
                    .queue(Http2Frames.windowUpdate(1, 2_000_000_000))
                    .flush();
            client.await(frame -> frame.kind() == FrameKind.DATA);
            long before = usedMemory();
            long read = 0;
            while (read < 200_000_000) {
                read += client.await(frame -> frame.kind() == FrameKind.DATA).payload().length;
            }
            assertThat(usedMemory() - before).isLessThan(30_000_000);
        }
    }

    @Test
    void longestRequestCanBeForgotten() throws Exception {
        try (OriginServer origin =
                        OriginServer.builder().listen(OriginPort.H2C, 0).start();
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
            client.get(1, "/delay/100").flush();
            client.awaitEnd(1);
            assertThat(origin.stats().longestRequest()).isGreaterThanOrEqualTo(Duration.ofMillis(100));
            origin.resetLongestRequest();
            assertThat(origin.stats().longestRequest()).isZero();
            assertThat(origin.stats().requests()).isEqualTo(1);
        }
    }

    @Test
    void listenerIsToldOfEachRequestOnceAndMayThrow() throws Exception {
        BlockingQueue<EndedRequest> ended = new LinkedBlockingQueue<>();
        RequestListener listener = request -> {
            ended.add(request);
            throw new IllegalStateException("of the listener's own");
        };
        try (OriginServer origin = OriginServer.builder()
                .listen(OriginPort.H2C, 0)
                .listener(listener)
                .start()) {
            try (FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C))) {
                client.get(1, "/delay/100?x=1").flush();
                client.awaitEnd(1);
                client.get(3, "/delay/60000").flush();
                Eventually.holds(() -> origin.stats().requests() == 2);
            }
            EndedRequest answered = ended.poll(60, TimeUnit.SECONDS);
            assertThat(answered).isNotNull();
            assertThat(answered.target()).isEqualTo("/delay/100?x=1");
            assertThat(answered.method()).isEqualTo("GET");
            assertThat(answered.status()).isEqualTo(200);
            assertThat(answered.duration()).isGreaterThanOrEqualTo(Duration.ofMillis(100));
            assertThat(answered.connection())
                    .isEqualTo(origin.stats().connections().get(0).id());
            EndedRequest cancelled = ended.poll(60, TimeUnit.SECONDS);
            assertThat(cancelled).isNotNull();
            assertThat(cancelled.status()).isZero();
        }
        assertThat(ended).isEmpty();
    }

    @Test
    void metricsAgreeWithTheStats() throws Exception {
        try (OriginServer origin = OriginServer.builder()
                        .listen(OriginPort.H2C, 0)
                        .listen(OriginPort.HTTP1, 0)
                        .maxStreams(3)
                        .start();
                FrameClient client = FrameClient.connect(origin.port(OriginPort.H2C));
                RawClient raw = RawClient.connect(origin.port(OriginPort.HTTP1))) {
            for (int i = 0; i < 5; i++) {
                client.get(2 * i + 1, "/delay/50");
            }
            client.get(11, "/status/503").flush();
            for (int stream : new int[] {1, 3, 5}) {
                client.awaitEnd(stream);
            }
            raw.send("GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n");
            Map<String, Double> metrics = parse(raw.answer().body());
            String series = "http_server_request_duration_seconds_count{http_request_method=\"GET\","
                    + "http_route=\"/delay/{ms}\",http_response_status_code=\"200\",network_protocol_version=\"2\","
                    + "url_scheme=\"http\"}";
            assertThat(metrics)
                    .containsEntry(series, 3.0)
                    .containsEntry("http_server_active_requests", 0.0)
                    .containsEntry("clearway_origin_requests_total", 3.0)
                    .containsEntry("clearway_origin_refused_streams_total", 3.0)
                    .containsEntry("clearway_origin_stream_limit_reached_total", 1.0)
                    .containsEntry("clearway_origin_connections_total", 2.0)
                    .containsEntry("clearway_origin_open_connections", 2.0);
            assertThat(metrics.get("process_cpu_seconds_total")).isPositive();
        }
    }

    private static Map<String, Double> parse(String text) {
        Map<String, Double> metrics = new HashMap<>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            int space = line.lastIndexOf(' ');
            assertThat(line.substring(0, space)).matches("[a-z_]+(\\{[a-z_]+=\"[^\"]*\"(,[a-z_]+=\"[^\"]*\")*})?");
            metrics.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
        });
        return metrics;
    }

    private static long usedMemory() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        long direct = ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider p
                ? p.metric().usedDirectMemory()
                : 0;
        return runtime.totalMemory() - runtime.freeMemory() + direct;
    }
}
