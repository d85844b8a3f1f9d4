package dev.clearway.metrics;

import java.time.Duration;
import java.util.Set;
import java.util.stream.DoubleStream;

/**
 * What OpenTelemetry's conventions for HTTP metrics say of values, for those who measure a leg that is no
 * {@link dev.clearway.transport.Transport}'s. Stateless.
 */
public final class HttpConventions {
    /** The value of an attribute that a measurement lacks: Micrometer wants the same attributes on all of a meter. */
    public static final String NONE = "none";

    /** What a method becomes that is not among the known ones. */
    public static final String OTHER_METHOD = "_OTHER";

    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY");

    private static final int LEAST_ERROR = 400;

    private static final Duration[] REQUEST_BUCKETS =
            seconds(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10);

    private static final Duration[] CONNECTION_BUCKETS =
            seconds(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300);

    private HttpConventions() {}

    /** The value of {@code http.request.method}: the method, or {@link #OTHER_METHOD}. */
    public static String method(String method) {
        return METHODS.contains(method) ? method : OTHER_METHOD;
    }

    /** The value of {@code http.response.status_code}; {@link #NONE} for 0. */
    public static String status(int status) {
        return status == 0 ? NONE : Integer.toString(status);
    }

    /**
     * The value of {@code error.type}: a failure comes before a status, and a status counts from that one on.
     *
     * @param failure what failed, in a word of few; empty for nothing
     * @param status the status; 0 for none
     * @param least the least status that is an error: 400 for a client, 500 for a server
     */
    public static String errorType(String failure, int status, int least) {
        if (!failure.isEmpty()) {
            return failure;
        }
        return status >= least ? Integer.toString(status) : NONE;
    }

    static String errorOfClient(String failure, int status) {
        return errorType(failure, status, LEAST_ERROR);
    }

    /** The boundaries of the histogram of a request's duration. */
    public static Duration[] requestBuckets() {
        return REQUEST_BUCKETS.clone();
    }

    /** The boundaries of the histogram of a connection's duration. */
    static Duration[] connectionBuckets() {
        return CONNECTION_BUCKETS.clone();
    }

    private static Duration[] seconds(double... boundaries) {
        return DoubleStream.of(boundaries)
                .mapToObj(each -> Duration.ofNanos(Math.round(each * 1e9)))
                .toArray(Duration[]::new);
    }
}
