package dev.clearway.lab.scenario;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Protocol;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Requests handed to a client all at once.
 *
 * @param name its name
 * @param family what it belongs to
 * @param caller whose client sends
 * @param wire what the requests travel by
 * @param limits how the client's pool grows
 * @param requests how many
 * @param limit streams that the server allows on one HTTP/2 connection
 * @param delay how long the server takes for each answer
 * @param timeout each request's timeout; {@code null} for none
 * @param roundTrip round trip time that the relay makes; where it is not zero the origin is cold, else one request warms it
 */
public record Burst(
        String name,
        Family family,
        Caller caller,
        Wire wire,
        Limits limits,
        int requests,
        int limit,
        Duration delay,
        @Nullable Duration timeout,
        Duration roundTrip)
        implements Scenario {

    /** A burst of our client, direct, without a timeout, with the pool's default limits. */
    static Burst of(String name, Family family, Wire wire, int requests) {
        boolean mux = family == Family.MULTIPLEXING;
        Duration delay = mux ? Duration.ofMillis(300) : Duration.ofSeconds(1);
        return new Burst(
                name, family, Caller.CLEARWAY, wire, Limits.DEFAULT, requests, 100, delay, null, Duration.ZERO);
    }

    /** Whether the client meets the origin for the first time in the burst itself. */
    public boolean cold() {
        return !roundTrip.isZero();
    }

    /** The most connections that the client may have. */
    public int ceiling() {
        if (caller == Caller.JDK || (wire.protocol() == Protocol.HTTP_2 && limits.growth() == Growth.SINGLE)) {
            return 1;
        }
        return wire.protocol() == Protocol.HTTP_2 ? limits.http2Connections() : limits.http1Connections();
    }

    /** How many requests one connection carries at a time. */
    public int places() {
        return wire.protocol() == Protocol.HTTP_2 ? limit : 1;
    }

    @Override
    public String what() {
        StringBuilder text = new StringBuilder();
        text.append(requests).append(" requests, ").append(wire).append(", ").append(growth());
        if (timeout != null) {
            text.append(", timeout ").append(seconds(timeout));
        }
        text.append("; server: ").append(seconds(delay)).append(" an answer");
        if (wire.protocol() == Protocol.HTTP_2) {
            text.append(", ").append(limit).append(" streams a connection");
        }
        if (cold()) {
            text.append("; round trip ").append(roundTrip.toMillis()).append(" ms, cold");
        }
        return text.toString();
    }

    private String growth() {
        if (caller == Caller.JDK) {
            return "the JDK's own client";
        }
        if (wire.protocol() == Protocol.HTTP_1_1) {
            return ceiling() == Integer.MAX_VALUE ? "no ceiling" : "ceiling " + ceiling();
        }
        return switch (limits.growth()) {
            case SINGLE -> "single connection";
            case ONE_AT_A_TIME -> "grows one attempt at a time, ceiling " + ceiling();
            case ON_DEMAND -> "grows, ceiling " + ceiling();
        };
    }

    static String seconds(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }

    /** The line is as long as the burst, where that is longer than the client's default: the question is the wait. */
    @Override
    public Burst with(Overrides overrides) {
        int all = overrides.requestsOr(requests);
        return new Burst(
                name,
                family,
                caller,
                wire,
                limits.withQueueLength(Math.max(limits.queueLength(), all)),
                all,
                overrides.limitOr(limit),
                overrides.delayOr(delay),
                timeout,
                roundTrip);
    }

    Burst withCaller(Caller value) {
        return new Burst(name, family, value, wire, limits, requests, limit, delay, timeout, roundTrip);
    }

    Burst withGrowth(Growth value) {
        return withLimits(limits.withGrowth(value));
    }

    Burst withLimits(Limits value) {
        return new Burst(name, family, caller, wire, value, requests, limit, delay, timeout, roundTrip);
    }

    Burst withLimit(int value) {
        return new Burst(name, family, caller, wire, limits, requests, value, delay, timeout, roundTrip);
    }

    Burst withTimeout(Duration value) {
        return new Burst(name, family, caller, wire, limits, requests, limit, delay, value, roundTrip);
    }

    Burst withRoundTrip(Duration value) {
        return new Burst(name, family, caller, wire, limits, requests, limit, delay, timeout, value);
    }
}
