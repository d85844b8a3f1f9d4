package dev.clearway.proxy.settings;

import java.time.Duration;

/**
 * Limits of a proxy in number, size and time. Immutable; the {@code with} methods give a changed copy.
 *
 * @param connections the most connections of clients at once; more are closed as they come. Default 4096
 * @param handshakes the most connections whose target, protocol or TLS is not settled yet; more wait in the socket's backlog. Default 256
 * @param headBytes the most bytes of header fields of a request, and of an answer. Default 64 KiB
 * @param silence how long a tunnel's client may say nothing before it counts as a protocol in which the server speaks first. Default 500 ms
 * @param handshakeTime the longest from a connection's beginning to its target, protocol and TLS being settled. Default 10 s
 * @param connectTime the longest that opening an upstream connection may take, resolving and TLS included. Default 10 s
 * @param answerTime the longest from a request's head to its answer's, waiting and connecting included. Default 5 min
 * @param idleTime how long a connection, a tunnel, or an answer that has begun may stand still. Default 5 min, as proxies
 *     on the way commonly have it
 * @param drainTime the longest that requests may still take when the proxy is shut down. Default 10 s
 */
public record Bounds(
        int connections,
        int handshakes,
        int headBytes,
        Duration silence,
        Duration handshakeTime,
        Duration connectTime,
        Duration answerTime,
        Duration idleTime,
        Duration drainTime) {
    /** The defaults. */
    public static final Bounds DEFAULT = new Bounds(
            4096,
            256,
            64 * 1024,
            Duration.ofMillis(500),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofMinutes(5),
            Duration.ofMinutes(5),
            Duration.ofSeconds(10));

    public Bounds {
        atLeast(1, connections, "connections");
        atLeast(1, handshakes, "handshakes");
        atLeast(1024, headBytes, "headBytes");
        positive(silence, "silence");
        positive(handshakeTime, "handshakeTime");
        positive(connectTime, "connectTime");
        positive(answerTime, "answerTime");
        positive(idleTime, "idleTime");
        positive(drainTime, "drainTime");
    }

    /** These bounds with others on connections and on handshakes in flight. */
    public Bounds withConnections(int most, int handshaking) {
        return new Bounds(
                most, handshaking, headBytes, silence, handshakeTime, connectTime, answerTime, idleTime, drainTime);
    }

    /** These bounds with another most bytes of a head. */
    public Bounds withHeadBytes(int value) {
        return new Bounds(
                connections, handshakes, value, silence, handshakeTime, connectTime, answerTime, idleTime, drainTime);
    }

    /** These bounds with another patience for silent clients of tunnels. */
    public Bounds withSilence(Duration value) {
        return new Bounds(
                connections, handshakes, headBytes, value, handshakeTime, connectTime, answerTime, idleTime, drainTime);
    }

    /** These bounds with another longest handshake, and another longest opening of an upstream connection. */
    public Bounds withOpening(Duration handshake, Duration connect) {
        return new Bounds(
                connections, handshakes, headBytes, silence, handshake, connect, answerTime, idleTime, drainTime);
    }

    /** These bounds with another longest wait for an answer. */
    public Bounds withAnswerTime(Duration value) {
        return new Bounds(
                connections, handshakes, headBytes, silence, handshakeTime, connectTime, value, idleTime, drainTime);
    }

    /** These bounds with another longest standstill. */
    public Bounds withIdleTime(Duration value) {
        return new Bounds(
                connections, handshakes, headBytes, silence, handshakeTime, connectTime, answerTime, value, drainTime);
    }

    private static void atLeast(int least, int value, String name) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ": " + value);
        }
    }

    private static void positive(Duration value, String name) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive: " + value);
        }
    }
}
