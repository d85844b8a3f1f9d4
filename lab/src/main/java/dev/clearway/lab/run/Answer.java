package dev.clearway.lab.run;

import dev.clearway.transport.Delivery;
import dev.clearway.transport.TransportFailure;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * What a caller got for a request.
 *
 * @param seconds from the call to the end of the answer
 * @param status status code, 0 for a failure
 * @param protocol {@code HTTP/1.1} or {@code HTTP/2}; empty for a failure
 * @param tls the connection's TLS version; empty where there is none
 * @param failure why there is no answer; {@code null} if there is one
 */
record Answer(
        double seconds,
        int status,
        String protocol,
        String tls,
        @Nullable Throwable failure) {
    private static final int OK = 200;
    private static final double NANOS = 1e9;

    /** The outcome of a request begun at that moment of {@link System#nanoTime()} and over now. */
    static Answer now(long startNanos, @Nullable HttpResponse<?> response, @Nullable Throwable failure) {
        double seconds = (System.nanoTime() - startNanos) / NANOS;
        if (response == null) {
            return new Answer(seconds, 0, "", "", bare(failure));
        }
        String protocol = switch (response.version()) {
            case HTTP_1_1 -> "HTTP/1.1";
            case HTTP_2 -> "HTTP/2";
        };
        String tls = response.sslSession().map(SSLSession::getProtocol).orElse("");
        return new Answer(seconds, response.statusCode(), protocol, tls, null);
    }

    boolean succeeded() {
        return status == OK;
    }

    /** Whether it failed and says that nothing of it was sent. */
    boolean neverSent() {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof TransportFailure known) {
                return known.delivery() == Delivery.NEVER_SENT;
            }
        }
        return false;
    }

    private static Throwable bare(@Nullable Throwable failure) {
        if (failure instanceof CompletionException wrapper && wrapper.getCause() != null) {
            return wrapper.getCause();
        }
        return failure == null ? new IllegalStateException("neither an answer nor a failure") : failure;
    }
}
