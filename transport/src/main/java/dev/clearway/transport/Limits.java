package dev.clearway.transport;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far a pool grows, and how long its line may get. Immutable; the {@code with} methods give a changed copy.
 *
 * @param growth when another HTTP/2 connection is opened; default {@link Growth#ON_DEMAND}
 * @param http2Connections the most HTTP/2 connections to an origin, open and being opened (draining ones are bounded apart); default 10: with the usual 100 streams that is 1,000 requests at once, and few servers want more of one client
 * @param http1Connections the most HTTP/1.1 connections to an origin, open and being opened; default 256: one carries one request, so a burst needs many, and a ceiling keeps a downgrade from becoming a flood
 * @param queueLength the most requests that may wait for an origin, beside one for each connection being opened; default 10,000: about ten seconds of work at the default ceiling and 100 ms an answer, beyond which a wait helps nobody
 * @param queueTime the longest that a request may wait for a place; {@code null}, the default, leaves it to the request's own timeout
 * @param concurrentRequests the most requests at once to an origin, whatever its connections could carry; default {@link Integer#MAX_VALUE}, none
 * @param deadlineShare a waiting request with less than this share of its timeout left is never granted a place; default 0.1, 0 sends away only who has no time left
 * @param retries the most times that a request is sent again which the peer provably did not process; default 3, 0 never
 * @param retryShare how many requests may be sent again, beside 10 in any case, for each that came in the last 10 to 20 s, where the peer refused them or closed a kept connection; default 0.5
 * @param overload whether a waiting request whose time left is below what nearly all answers take (the 95th percentile of the last ones) is refused with {@link Refusal#DEADLINE} instead of given a place; default true: under overload every place would else go to a request that cannot finish
 */
public record Limits(
        Growth growth,
        int http2Connections,
        int http1Connections,
        int queueLength,
        @Nullable Duration queueTime,
        int concurrentRequests,
        double deadlineShare,
        int retries,
        double retryShare,
        boolean overload) {

    /** The defaults. */
    public static final Limits DEFAULT =
            new Limits(Growth.ON_DEMAND, 10, 256, 10_000, null, Integer.MAX_VALUE, 0.1, 3, 0.5, true);

    public Limits {
        Objects.requireNonNull(growth, "growth");
        atLeast(1, http2Connections, "http2Connections");
        atLeast(1, http1Connections, "http1Connections");
        atLeast(0, queueLength, "queueLength");
        atLeast(1, concurrentRequests, "concurrentRequests");
        if (queueTime != null && queueTime.isNegative()) {
            throw new IllegalArgumentException("queueTime must not be negative: " + queueTime);
        }
        if (!(deadlineShare >= 0 && deadlineShare < 1)) {
            throw new IllegalArgumentException("deadlineShare must be from 0 to below 1: " + deadlineShare);
        }
        atLeast(0, retries, "retries");
        if (!(retryShare >= 0 && retryShare <= 1)) {
            throw new IllegalArgumentException("retryShare must be from 0 to 1: " + retryShare);
        }
    }

    /** These limits with another growth. */
    public Limits withGrowth(Growth value) {
        return new Limits(
                value,
                http2Connections,
                http1Connections,
                queueLength,
                queueTime,
                concurrentRequests,
                deadlineShare,
                retries,
                retryShare,
                overload);
    }

    /** These limits with another ceiling on HTTP/2 connections. */
    public Limits withHttp2Connections(int value) {
        return new Limits(
                growth,
                value,
                http1Connections,
                queueLength,
                queueTime,
                concurrentRequests,
                deadlineShare,
                retries,
                retryShare,
                overload);
    }

    /** These limits with another ceiling on HTTP/1.1 connections. */
    public Limits withHttp1Connections(int value) {
        return new Limits(
                growth,
                http2Connections,
                value,
                queueLength,
                queueTime,
                concurrentRequests,
                deadlineShare,
                retries,
                retryShare,
                overload);
    }

    /** These limits with another length of the line. */
    public Limits withQueueLength(int value) {
        return new Limits(
                growth,
                http2Connections,
                http1Connections,
                value,
                queueTime,
                concurrentRequests,
                deadlineShare,
                retries,
                retryShare,
                overload);
    }

    /** These limits with another longest wait. */
    public Limits withQueueTime(@Nullable Duration value) {
        return new Limits(
                growth,
                http2Connections,
                http1Connections,
                queueLength,
                value,
                concurrentRequests,
                deadlineShare,
                retries,
                retryShare,
                overload);
    }

    /** These limits with another cap on concurrent requests. */
    public Limits withConcurrentRequests(int value) {
        return new Limits(
                growth,
                http2Connections,
                http1Connections,
                queueLength,
                queueTime,
                value,
                deadlineShare,
                retries,
                retryShare,
                overload);
    }

    /** These limits with another share of the timeout that must be left. */
    public Limits withDeadlineShare(double value) {
        return new Limits(
                growth,
                http2Connections,
                http1Connections,
                queueLength,
                queueTime,
                concurrentRequests,
                value,
                retries,
                retryShare,
                overload);
    }

    /** These limits with another number of times that a request is sent again. */
    public Limits withRetries(int value) {
        return new Limits(
                growth,
                http2Connections,
                http1Connections,
                queueLength,
                queueTime,
                concurrentRequests,
                deadlineShare,
                value,
                retryShare,
                overload);
    }

    /** These limits with another budget of requests that are sent again. */
    public Limits withRetryShare(double value) {
        return new Limits(
                growth,
                http2Connections,
                http1Connections,
                queueLength,
                queueTime,
                concurrentRequests,
                deadlineShare,
                retries,
                value,
                overload);
    }

    /** These limits with or without the rule for overload. */
    public Limits withOverload(boolean value) {
        return new Limits(
                growth,
                http2Connections,
                http1Connections,
                queueLength,
                queueTime,
                concurrentRequests,
                deadlineShare,
                retries,
                retryShare,
                value);
    }

    private static void atLeast(int least, int value, String name) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ": " + value);
        }
    }
}
