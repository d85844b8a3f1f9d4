package dev.clearway.proxy.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What Prometheus is told of the clients' leg. */
class ProxyMetricsTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ProxyMetrics metrics = new ProxyMetrics(registry);

    @Test
    void requestsAreCountedWhileTheyRunAndWhenTheyEnd() {
        metrics.requestStarted(1, "GET", "https");
        metrics.requestStarted(2, "BREW", "https");
        assertThat(value("http_server_active_requests", "method=\"GET\"")).isEqualTo(1);
        assertThat(value("http_server_active_requests", "method=\"_OTHER\"")).isEqualTo(1);
        metrics.requestEnded(Ended.request(1));
        assertThat(value("http_server_active_requests", "method=\"GET\"")).isZero();
        assertThat(value(
                        "http_server_request_duration_seconds_sum",
                        "method=\"GET\"",
                        "scheme=\"https\"",
                        "status_code=\"200\"",
                        "version=\"2\"",
                        "error_type=\"none\""))
                .isEqualTo(2);
        assertThat(registry.scrape())
                .contains("http_server_request_duration_seconds_bucket")
                .contains("le=\"7.5\"");
    }

    @Test
    void whoCutItIsTheError() {
        metrics.requestEnded(Ended.request(1, "https://shop.example/", null, CutBy.CLIENT, ""));
        assertThat(value("http_server_request_duration_seconds_count", "error_type=\"cut_by_client\""))
                .isEqualTo(1);
    }

    @Test
    void connectionsAndTunnelsAreCounted() {
        metrics.connectionOpened();
        metrics.connectionOpened();
        metrics.connectionClosed();
        metrics.tunnelOpened(1, "bank.example", 443);
        assertThat(value("clearway_proxy_connections")).isEqualTo(1);
        assertThat(value("clearway_proxy_tunnels")).isEqualTo(1);
        metrics.tunnelClosed(Ended.tunnel(1));
        assertThat(value("clearway_proxy_tunnels")).isZero();
        assertThat(value("clearway_proxy_tunnel_bytes_total", "direction=\"received\""))
                .isEqualTo(4_242);
    }

    @Test
    void noHostOrPathOfARequestIsAnAttribute() {
        metrics.requestStarted(1, "GET", "https");
        metrics.requestEnded(Ended.request(1));
        assertThat(registry.scrape()).doesNotContain("shop.example").doesNotContain("/api/");
    }

    private double value(String name, String... texts) {
        return registry.scrape()
                .lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> Stream.of(texts).allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
