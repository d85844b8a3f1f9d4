package dev.clearway.lab.measure;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one run. Warm-up requests are in none of them.
 *
 * @param requests requests handed to the client
 * @param succeeded those answered with status 200
 * @param failed the others
 * @param neverSent failed ones whose failure says that no byte of them was sent
 * @param slowestSeconds the longest time of a success, {@code NaN} if there was none
 * @param p50Seconds the median time of the successes, {@code NaN} if there was none
 * @param connections connections that carried a request
 * @param queued requests that were not given a place on a connection at once
 * @param longestQueueSeconds the longest wait for a place
 * @param waitSecondsByReason the waits for a place summed up by reason, in the reasons' order
 * @param server what the server saw
 * @param protocol the protocol of the answers; both, with a comma, where they differ; empty if there was none
 * @param failures what the failures were, most frequent first
 * @param spans each request's way through the line, in the order in which they left it
 * @param reuse the cost of the connection; {@code null} for scenarios that do not ask for it
 */
public record Measured(
        int requests,
        int succeeded,
        int failed,
        int neverSent,
        double slowestSeconds,
        double p50Seconds,
        int connections,
        int queued,
        double longestQueueSeconds,
        Map<String, Double> waitSecondsByReason,
        ServerFigures server,
        String protocol,
        List<FailureKind> failures,
        List<Span> spans,
        @Nullable ReuseFigures reuse) {

    /** These figures with those of the connection's cost. */
    public Measured with(ReuseFigures value) {
        return new Measured(
                requests,
                succeeded,
                failed,
                neverSent,
                slowestSeconds,
                p50Seconds,
                connections,
                queued,
                longestQueueSeconds,
                waitSecondsByReason,
                server,
                protocol,
                failures,
                spans,
                value);
    }
}
