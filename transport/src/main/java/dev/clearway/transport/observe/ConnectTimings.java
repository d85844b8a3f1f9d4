package dev.clearway.transport.observe;

import java.time.Duration;

/**
 * How long the parts of opening a connection took; a part that was not needed is zero.
 *
 * @param resolve finding the address
 * @param connect the TCP handshake
 * @param tls the TLS handshake, ALPN included
 */
public record ConnectTimings(Duration resolve, Duration connect, Duration tls) {
    /** All parts together. */
    public Duration total() {
        return resolve.plus(connect).plus(tls);
    }
}
