package dev.clearway.origin;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * The histogram {@code http.server.request.duration} of OpenTelemetry's HTTP conventions, one series a combination of
 * attributes. Every attribute has few values, so the number of series is bounded. Any thread may record and read.
 */
final class RequestDurations {
    /** The conventions' boundaries in seconds. */
    static final List<Double> BOUNDARIES =
            List.of(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0);

    private static final Set<String> METHODS =
            Set.of("CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE");

    private static final long[] BOUNDARY_NANOS =
            BOUNDARIES.stream().mapToLong(seconds -> Math.round(seconds * 1e9)).toArray();

    private final ConcurrentHashMap<Key, Series> series = new ConcurrentHashMap<>();

    void record(Key key, long nanos) {
        Series found = series.get(key);
        if (found == null) {
            found = series.computeIfAbsent(key, k -> new Series());
        }
        found.record(nanos);
    }

    /** Appends the histogram in Prometheus' text format. */
    void appendTo(StringBuilder text, String metric) {
        series.entrySet().stream()
                .sorted(java.util.Map.Entry.comparingByKey(Key.ORDER))
                .forEach(entry ->
                        entry.getValue().appendTo(text, metric, entry.getKey().labels()));
    }

    /**
     * The attributes of one series.
     *
     * @param method the method, one of those that the conventions know, or {@code _OTHER}
     * @param route the endpoint
     * @param status the status code; 0 for a request that was cancelled before its answer was complete
     * @param version the protocol's version, {@code 1.1} or {@code 2}
     * @param scheme {@code http} or {@code https}
     */
    record Key(String method, Route route, int status, String version, String scheme) {
        static final Comparator<Key> ORDER = Comparator.comparing(Key::labels);

        static Key of(String method, Route route, int status, OriginConnection connection) {
            return new Key(
                    METHODS.contains(method) ? method : "_OTHER",
                    route,
                    status,
                    connection.protocol().equals("HTTP/2") ? "2" : "1.1",
                    connection.port().scheme());
        }

        boolean isCancelled() {
            return status == 0;
        }

        String labels() {
            StringBuilder labels =
                    new StringBuilder(160).append("http_request_method=\"").append(method);
            if (!route.template().isEmpty()) {
                labels.append("\",http_route=\"").append(route.template());
            }
            if (status != 0) {
                labels.append("\",http_response_status_code=\"").append(status);
            }
            labels.append("\",network_protocol_version=\"").append(version);
            labels.append("\",url_scheme=\"").append(scheme);
            if (status == 0 || status >= 500) {
                labels.append("\",error_type=\"").append(status == 0 ? "cancelled" : Integer.toString(status));
            }
            return labels.append('"').toString();
        }
    }

    /** The buckets and the sum of one combination of attributes. */
    private static final class Series {
        private final AtomicLongArray buckets = new AtomicLongArray(BOUNDARY_NANOS.length + 1);
        private final LongAdder sumNanos = new LongAdder();

        void record(long nanos) {
            int bucket = 0;
            while (bucket < BOUNDARY_NANOS.length && nanos > BOUNDARY_NANOS[bucket]) {
                bucket++;
            }
            buckets.incrementAndGet(bucket);
            sumNanos.add(nanos);
        }

        void appendTo(StringBuilder text, String metric, String labels) {
            long count = 0;
            for (int i = 0; i <= BOUNDARY_NANOS.length; i++) {
                count += buckets.get(i);
                String bound = i < BOUNDARY_NANOS.length ? BOUNDARIES.get(i).toString() : "+Inf";
                text.append(metric)
                        .append("_bucket{")
                        .append(labels)
                        .append(",le=\"")
                        .append(bound);
                text.append("\"} ").append(count).append('\n');
            }
            text.append(metric).append("_sum{").append(labels).append("} ");
            text.append(sumNanos.sum() / 1e9).append('\n');
            text.append(metric).append("_count{").append(labels).append("} ");
            text.append(count).append('\n');
        }
    }
}
