package dev.clearway.transport;

import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.observe.ExchangeRecord;
import java.time.Duration;
import java.util.Locale;

/**
 * Builds a failure's message from its facts: what went wrong, for which request, by which connection, where the time
 * went and what became of the request. The query of the request's target is left out: it may hold what no log should.
 */
final class FailureMessage {
    private FailureMessage() {}

    static String of(ExchangeRecord exchange, String what) {
        StringBuilder text = new StringBuilder(160).append(what).append(": ");
        text.append(exchange.method()).append(' ').append(exchange.origin()).append(pathOnly(exchange.path()));
        if (exchange.protocol() != null) {
            text.append(" by ").append(exchange.protocol());
        }
        if (exchange.connection() != 0) {
            text.append(" on connection ").append(exchange.connection());
        }
        text.append("; ");
        times(text, exchange);
        text.append("; ").append(delivery(exchange.delivery()));
        return text.toString();
    }

    private static String pathOnly(String path) {
        int query = path.indexOf('?');
        return query < 0 ? path : path.substring(0, query) + "?…";
    }

    private static void times(StringBuilder text, ExchangeRecord x) {
        text.append("after ").append(seconds(x.endedNanos() - x.startedNanos()));
        exchangeWaits(text, x);
        ConnectTimings connect = x.connect();
        if (connect != null) {
            part(text, "resolve", connect.resolve().toNanos());
            part(text, "connect", connect.connect().toNanos());
            part(text, "TLS", connect.tls().toNanos());
        }
        if (x.headSentNanos() != 0) {
            long sent = x.requestSentNanos() != 0 ? x.requestSentNanos() : x.endedNanos();
            part(text, "send", sent - x.headSentNanos());
        }
        if (x.requestSentNanos() != 0) {
            part(text, "response", x.endedNanos() - x.requestSentNanos());
        }
    }

    private static void exchangeWaits(StringBuilder text, ExchangeRecord x) {
        if (!x.queued()) {
            return;
        }
        text.append(", queue ").append(seconds(x.waited().toNanos()));
        String separator = " (";
        for (var wait : x.waits().entrySet()) {
            text.append(separator).append(wait.getKey()).append(' ').append(seconds(wait.getValue()));
            separator = ", ";
        }
        if (separator.equals(", ")) {
            text.append(')');
        }
    }

    private static void part(StringBuilder text, String name, long nanos) {
        text.append(", ").append(name).append(' ').append(seconds(nanos));
    }

    private static String delivery(Delivery delivery) {
        return switch (delivery) {
            case NEVER_SENT -> "never sent";
            case UNPROCESSED -> "sent, not processed by the peer";
            case MAYBE_PROCESSED -> "sent, may have been processed";
        };
    }

    private static String seconds(Duration duration) {
        return seconds(duration.toNanos());
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
    }
}
