package dev.clearway.opentelemetry;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.transport.Exchange;
import dev.clearway.transport.ExchangeHandler;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Request;
import dev.clearway.transport.RequestBody;
import dev.clearway.transport.Retry;
import dev.clearway.transport.Transport;
import dev.clearway.transport.VersionPolicy;
import io.netty.buffer.ByteBuf;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a reader of OpenTelemetry's SDK collects of a transport with a real server. */
@ExtendWith(LeakExtension.class)
@Timeout(value = 180, unit = SECONDS)
class OpenTelemetryMetricsTest {
    private static final int STREAMS = 3;

    private final InMemoryMetricReader reader = InMemoryMetricReader.create();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setMeterProvider(
                    SdkMeterProvider.builder().registerMetricReader(reader).build())
            .build();
    private final OpenTelemetryMetrics metrics = new OpenTelemetryMetrics(sdk);

    @SuppressWarnings("NullAway") // set before each test
    private OriginServer origin;

    @SuppressWarnings("NullAway") // set before each test
    private Transport transport;

    @BeforeEach
    void start() throws Exception {
        origin = OriginServer.builder()
                .listen(OriginPort.TLS, 0)
                .listen(OriginPort.TLS_HTTP1, 0)
                .maxStreams(STREAMS)
                .start();
        transport = Transport.builder()
                .limits(Limits.DEFAULT.withHttp2Connections(1).withQueueLength(3))
                .sslContext(origin.authority().clientContext())
                .listener(metrics)
                .build();
        metrics.observe(transport);
    }

    @AfterEach
    void end() throws Exception {
        transport.shutdownNow();
        transport.terminated().toCompletableFuture().get(60, SECONDS);
        metrics.close();
        sdk.close();
        origin.close();
    }

    @Test
    void queueIsSeenWhileItStandsAndAfterwards() throws Exception {
        send(origin.uri(OriginPort.TLS, "/whoami")).get(60, SECONDS);
        CompletableFuture<?>[] sent = IntStream.range(0, STREAMS + 2)
                .mapToObj(i -> send(origin.uri(OriginPort.TLS, "/delay/1500")))
                .toArray(CompletableFuture[]::new);
        Eventually.holds(() -> sum("clearway.client.queued_requests", "clearway.wait.reason", "STREAM_LIMIT") == 2);
        assertThat(sum("http.client.active_requests")).isEqualTo(STREAMS + 2);
        assertThat(sum("clearway.client.stream_slots.used")).isEqualTo(STREAMS);
        assertThat(sum("clearway.client.stream_slots.allowed")).isEqualTo(STREAMS);
        assertThat(sum("http.client.open_connections", "http.connection.state", "active"))
                .isEqualTo(1);
        CompletableFuture.allOf(sent).get(60, SECONDS);
        Eventually.holds(() -> sum("http.client.active_requests") == 0
                && sum("clearway.client.queued_requests") == 0
                && sum("http.client.open_connections", "http.connection.state", "idle") == 1);
        assertThat(metric("http.client.request.time_in_queue")
                        .getHistogramData()
                        .getPoints())
                .filteredOn(point -> "STREAM_LIMIT".equals(text(point.getAttributes(), "clearway.wait.reason")))
                .singleElement()
                .satisfies(point -> {
                    assertThat(point.getCount()).isEqualTo(2);
                    assertThat(point.getSum()).isGreaterThan(1);
                });
    }

    @Test
    void namesUnitsAttributesAndBucketsAreThoseOfTheConventions() throws Exception {
        send(origin.uri(OriginPort.TLS, "/status/404")).get(60, SECONDS);
        Eventually.holds(() -> collected().containsKey("http.client.request.duration"));
        MetricData duration = metric("http.client.request.duration");
        assertThat(duration.getUnit()).isEqualTo("s");
        HistogramPointData point =
                duration.getHistogramData().getPoints().iterator().next();
        assertThat(point.getBoundaries())
                .containsExactly(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0);
        assertThat(point.getAttributes())
                .isEqualTo(Attributes.builder()
                        .put("http.request.method", "GET")
                        .put("http.response.status_code", 404)
                        .put("error.type", "404")
                        .put("network.protocol.version", "2")
                        .put("server.address", "localhost")
                        .put("server.port", origin.port(OriginPort.TLS))
                        .put("url.scheme", "https")
                        .build());
        assertThat(metric("http.client.active_requests").getUnit()).isEqualTo("{request}");
        assertThat(metric("http.client.open_connections").getUnit()).isEqualTo("{connection}");
        assertThat(metric("clearway.client.stream_slots.allowed").getUnit()).isEqualTo("{stream}");
    }

    @Test
    void refusalsRetriesDowngradesAndClosedConnectionsAreCounted() throws Exception {
        send(origin.uri(OriginPort.TLS_HTTP1, "/whoami")).get(60, SECONDS);
        assertThat(sum("clearway.client.downgrades")).isEqualTo(1);
        metrics.exchangeRetried(1, new Origin("https", "localhost", 1), Retry.GOAWAY);
        assertThat(sum("clearway.client.retries", "clearway.retry", "GOAWAY")).isEqualTo(1);
        CompletableFuture<?>[] sent = IntStream.range(0, STREAMS + 10)
                .mapToObj(i -> send(origin.uri(OriginPort.TLS, "/delay/500")))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(sent).exceptionally(refused -> null).get(60, SECONDS);
        Eventually.holds(() -> sum("clearway.client.refusals", "clearway.refusal", "QUEUE_FULL") > 0
                && sum("http.client.active_requests") == 0);
        transport.shutdownNow();
        Eventually.holds(() -> collected().containsKey("http.client.connection.duration")
                && metric("http.client.connection.duration").getHistogramData().getPoints().stream()
                                .mapToLong(HistogramPointData::getCount)
                                .sum()
                        == 2);
    }

    @Test
    void afterCloseThePoolsAreNotAsked() throws Exception {
        send(origin.uri(OriginPort.TLS, "/whoami")).get(60, SECONDS);
        assertThat(collected()).containsKey("http.client.open_connections");
        metrics.close();
        assertThat(collected()).doesNotContainKey("http.client.open_connections");
    }

    private Map<String, MetricData> collected() {
        return reader.collectAllMetrics().stream().collect(Collectors.toMap(MetricData::getName, Function.identity()));
    }

    private MetricData metric(String name) {
        return Objects.requireNonNull(collected().get(name), name);
    }

    private static @Nullable String text(Attributes attributes, String key) {
        return attributes.get(AttributeKey.stringKey(key));
    }

    private long sum(String name) {
        return sum(name, "url.scheme", "https");
    }

    /** The sum of all points with that attribute; 0 where there is none. */
    private long sum(String name, String key, String value) {
        MetricData data = collected().get(name);
        return data == null
                ? 0
                : data.getLongSumData().getPoints().stream()
                        .filter(point -> value.equals(text(point.getAttributes(), key)))
                        .mapToLong(LongPointData::getValue)
                        .sum();
    }

    private CompletableFuture<Integer> send(URI uri) {
        CompletableFuture<Integer> status = new CompletableFuture<>();
        Request request = new Request(
                Origin.of(uri),
                VersionPolicy.HTTP_2_OR_LOWER,
                "GET",
                uri.getRawPath(),
                Fields.EMPTY,
                RequestBody.NONE,
                null);
        transport.exchange(request, new Collecting(status));
        return status;
    }

    private static final class Collecting implements ExchangeHandler {
        private final CompletableFuture<Integer> status;
        private int received;

        Collecting(CompletableFuture<Integer> status) {
            this.status = status;
        }

        @Override
        public void onStart(Exchange exchange) {
            exchange.request(Long.MAX_VALUE);
        }

        @Override
        public void onHead(Protocol protocol, int code, Fields fields) {
            received = code;
        }

        @Override
        public void onData(ByteBuf data) {
            data.release();
        }

        @Override
        public void onEnd(Fields trailers) {
            status.complete(received);
        }

        @Override
        public void onFailure(Throwable cause) {
            status.completeExceptionally(cause);
        }
    }
}
