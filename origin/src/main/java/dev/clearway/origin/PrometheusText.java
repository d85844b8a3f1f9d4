package dev.clearway.origin;

import java.time.Duration;

/** Writes a {@link Tally} in Prometheus' text format, version 0.0.4. Stateless. */
final class PrometheusText {
    private PrometheusText() {}

    static String of(Tally tally) {
        OriginStats stats = tally.stats();
        StringBuilder text = new StringBuilder(4096);
        String duration = "http_server_request_duration_seconds";
        head(
                text,
                duration,
                "histogram",
                "From a request's head to the last byte of its answer, or to its cancelling.");
        tally.durations().appendTo(text, duration);
        one(text, "http_server_active_requests", "gauge", "Requests being answered.", stats.activeRequests());
        one(text, "clearway_origin_requests_total", "counter", "Requests whose head was received.", stats.requests());
        one(
                text,
                "clearway_origin_cancelled_requests_total",
                "counter",
                "Requests that the client gave up.",
                stats.cancelledRequests());
        one(
                text,
                "clearway_origin_longest_request_seconds",
                "gauge",
                "The longest request so far.",
                stats.longestRequest().toNanos() / 1e9);
        one(
                text,
                "clearway_origin_refused_streams_total",
                "counter",
                "Streams refused because their connection was at its limit.",
                stats.refusedStreams());
        one(
                text,
                "clearway_origin_stream_limit_reached_total",
                "counter",
                "Times that a connection's active streams reached the limit.",
                stats.streamLimitReached());
        one(text, "clearway_origin_connections_total", "counter", "Connections accepted.", stats.acceptedConnections());
        one(text, "clearway_origin_open_connections", "gauge", "Connections open.", stats.openConnections());
        one(text, "process_cpu_seconds_total", "counter", "CPU time of this process.", cpuSeconds());
        return text.toString();
    }

    private static double cpuSeconds() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toNanos()
                / 1e9;
    }

    private static void one(StringBuilder text, String name, String type, String help, Number value) {
        head(text, name, type, help);
        text.append(name).append(' ').append(value).append('\n');
    }

    private static void head(StringBuilder text, String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }
}
