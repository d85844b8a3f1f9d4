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
        gauge(text, "http_server_active_requests", "Requests being answered.", stats.activeRequests());
        requests(text, stats);
        connections(text, stats);
        counter(text, "process_cpu_seconds_total", "CPU time of this process.", cpuSeconds());
        return text.toString();
    }

    private static void requests(StringBuilder text, OriginStats stats) {
        String prefix = "clearway_origin_";
        counter(text, prefix + "requests_total", "Requests whose head was received.", stats.requests());
        counter(
                text,
                prefix + "cancelled_requests_total",
                "Requests that the client gave up.",
                stats.cancelledRequests());
        double longest = stats.longestRequest().toNanos() / 1e9;
        gauge(text, prefix + "longest_request_seconds", "The longest request so far.", longest);
    }

    private static void connections(StringBuilder text, OriginStats stats) {
        String prefix = "clearway_origin_";
        counter(
                text,
                prefix + "refused_streams_total",
                "Streams refused because their connection was at its limit.",
                stats.refusedStreams());
        counter(
                text,
                prefix + "stream_limit_reached_total",
                "Times that a connection's active streams reached the limit.",
                stats.streamLimitReached());
        counter(text, prefix + "connections_total", "Connections accepted.", stats.acceptedConnections());
        gauge(text, prefix + "open_connections", "Connections open.", stats.openConnections());
    }

    private static double cpuSeconds() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toNanos()
                / 1e9;
    }

    private static void counter(StringBuilder text, String name, String help, Number value) {
        head(text, name, "counter", help);
        text.append(name).append(' ').append(value).append('\n');
    }

    private static void gauge(StringBuilder text, String name, String help, Number value) {
        head(text, name, "gauge", help);
        text.append(name).append(' ').append(value).append('\n');
    }

    private static void head(StringBuilder text, String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }
}
