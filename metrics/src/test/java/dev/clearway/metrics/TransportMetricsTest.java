package dev.clearway.metrics;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Transport;
import dev.clearway.transport.VersionPolicy;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What Prometheus is told of a transport. */
@ExtendWith(LeakExtension.class)
@Timeout(value = 180, unit = SECONDS)
class TransportMetricsTest {
    private static final int STREAMS = 3;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final TransportMetrics metrics = new TransportMetrics(registry);

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
        origin.close();
        registry.close();
    }

    @Test
    void queueIsSeenWhileItStandsAndAfterwards() throws Exception {
        send(origin.uri(OriginPort.TLS, "/whoami")).get(60, SECONDS);
        List<CompletableFuture<Integer>> sent = new ArrayList<>();
        for (int i = 0; i < STREAMS + 2; i++) {
            sent.add(send(origin.uri(OriginPort.TLS, "/delay/1500")));
        }
        until(() -> value("clearway_client_queued_requests", "clearway_wait_reason=\"STREAM_LIMIT\"") == 2);
        assertThat(value("http_client_active_requests")).isEqualTo(STREAMS + 2);
        assertThat(value("clearway_client_stream_slots_used")).isEqualTo(STREAMS);
        assertThat(value("clearway_client_stream_slots_allowed")).isEqualTo(STREAMS);
        assertThat(value("http_client_open_connections", "http_connection_state=\"active\"", "version=\"2\""))
                .isEqualTo(1);
        for (CompletableFuture<Integer> each : sent) {
            assertThat(each.get(60, SECONDS)).isEqualTo(200);
        }
        until(() -> value("http_client_active_requests") == 0
                && value("clearway_client_queued_requests") == 0
                && value("http_client_open_connections", "state=\"idle\"") == 1);
        assertThat(value("http_client_request_duration_seconds_count", port(), "status_code=\"200\"", "method=\"GET\""))
                .isEqualTo(STREAMS + 3);
        assertThat(value("http_client_request_time_in_queue_seconds_count", "wait_reason=\"STREAM_LIMIT\""))
                .isEqualTo(2);
        assertThat(value("http_client_request_time_in_queue_seconds_sum", "wait_reason=\"STREAM_LIMIT\""))
                .isGreaterThan(1);
    }

    @Test
    void namesUnitsAttributesAndBucketsAreThoseOfTheConventions() throws Exception {
        send(origin.uri(OriginPort.TLS, "/status/404")).get(60, SECONDS);
        until(() -> value("http_client_request_duration_seconds_count") == 1);
        List<String> buckets =
                lines("http_client_request_duration_seconds_bucket").toList();
        assertThat(buckets)
                .extracting(line -> line.replaceAll(".*le=\"([^\"]*)\".*", "$1"))
                .containsExactly(
                        "0.005", "0.01", "0.025", "0.05", "0.075", "0.1", "0.25", "0.5", "0.75", "1.0", "2.5", "5.0",
                        "7.5", "10.0", "+Inf");
        assertThat(buckets.get(0))
                .contains("http_request_method=\"GET\"")
                .contains("http_response_status_code=\"404\"")
                .contains("error_type=\"404\"")
                .contains("network_protocol_version=\"2\"")
                .contains("server_address=\"localhost\"")
                .contains(port())
                .contains("url_scheme=\"https\"");
        assertThat(registry.scrape().lines().filter(line -> line.startsWith("http_client_")))
                .allSatisfy(line -> assertThat(line).contains("server_port="));
    }

    @Test
    void connectionIsCountedWhenItIsClosed() throws Exception {
        send(origin.uri(OriginPort.TLS_HTTP1, "/whoami")).get(60, SECONDS);
        assertThat(value("clearway_client_downgrades_total")).isEqualTo(1);
        origin.close();
        until(() -> value("http_client_connection_duration_seconds_count", "version=\"1.1\"") == 1);
        until(() -> value("http_client_open_connections") == 0);
        assertThat(lines("http_client_connection_duration_seconds_bucket"))
                .anyMatch(line -> line.contains("le=\"300.0\""));
    }

    @Test
    void refusalsAndFailuresAreNamed() throws Exception {
        List<CompletableFuture<Integer>> sent = new ArrayList<>();
        for (int i = 0; i < STREAMS + 10; i++) {
            sent.add(send(origin.uri(OriginPort.TLS, "/delay/500")));
        }
        CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new))
                .exceptionally(failed -> null)
                .get(60, SECONDS);
        long refused = sent.stream()
                .filter(CompletableFuture::isCompletedExceptionally)
                .count();
        assertThat(refused).isPositive();
        until(() -> value("clearway_client_refusals_total", "clearway_refusal=\"QUEUE_FULL\"") == refused);
        assertThat(value(
                        "http_client_request_duration_seconds_count",
                        "error_type=\"dev.clearway.transport.QueueRefusedException\"",
                        "status_code=\"none\""))
                .isEqualTo((double) refused);
    }

    @Test
    void originsBeyondTheBoundShareOneName() {
        for (int i = 0; i < TransportMetrics.MOST_ORIGINS + 50; i++) {
            metrics.exchangeStarted(i, new Origin("https", "h" + i + ".example", 443));
        }
        assertThat(lines("http_client_active_requests")).hasSize(TransportMetrics.MOST_ORIGINS + 1);
        assertThat(value("http_client_active_requests", "server_address=\"other\""))
                .isEqualTo(50);
        metrics.close();
        assertThat(registry.getMeters()).isEmpty();
    }

    private String port() {
        return "server_port=\"" + origin.port(OriginPort.TLS) + "\"";
    }

    private Stream<String> lines(String name) {
        return registry.scrape().lines().filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "));
    }

    /** The sum of all lines of a name that hold all these texts. */
    private double value(String name, String... texts) {
        return lines(name)
                .filter(line -> Stream.of(texts).allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private CompletableFuture<Integer> send(URI uri) {
        return Sending.get(transport, VersionPolicy.HTTP_2_OR_LOWER, uri);
    }

    private static void until(BooleanSupplier condition) {
        long deadline = System.nanoTime() + SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("it did not come to that");
            }
            LockSupport.parkNanos(20_000_000);
        }
    }
}
