package dev.clearway.lab.measure;

import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.observe.ExchangeRecord;
import java.time.Duration;

/**
 * Where the time of one request went, in seconds. The parts add up to the total.
 *
 * @param resolve finding the address
 * @param connect the TCP handshake
 * @param tls the TLS handshake
 * @param send everything else until the request's last byte was written
 * @param waited from there until the answer was complete
 * @param total from the call to the end of the answer
 */
public record Split(double resolve, double connect, double tls, double send, double waited, double total) {
    private static final double NANOS = 1e9;

    /** The split of an exchange that is over and for which, or not, a connection was made. */
    public static Split of(ExchangeRecord exchange) {
        ConnectTimings made = exchange.connect();
        ConnectTimings parts = made == null ? new ConnectTimings(Duration.ZERO, Duration.ZERO, Duration.ZERO) : made;
        double resolve = parts.resolve().toNanos() / NANOS;
        double connect = parts.connect().toNanos() / NANOS;
        double tls = parts.tls().toNanos() / NANOS;
        double total = (exchange.endedNanos() - exchange.startedNanos()) / NANOS;
        double waited = (exchange.endedNanos() - exchange.requestSentNanos()) / NANOS;
        double send = Math.max(0, total - waited - resolve - connect - tls);
        return new Split(resolve, connect, tls, send, waited, total);
    }
}
