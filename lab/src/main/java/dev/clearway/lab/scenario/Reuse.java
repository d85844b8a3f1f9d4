package dev.clearway.lab.scenario;

import java.time.Duration;

/**
 * Requests one after another to an origin that the client has not met: the first pays for the connection.
 *
 * @param name its name
 * @param wire what the requests travel by
 * @param requests how many, the first included
 * @param limit streams that the server allows on one HTTP/2 connection
 * @param delay how long the server takes for each answer
 * @param roundTrip round trip time that the relay makes; zero for none
 */
public record Reuse(String name, Wire wire, int requests, int limit, Duration delay, Duration roundTrip)
        implements Scenario {
    public Reuse {
        if (requests < 2) {
            throw new IllegalArgumentException(name + " needs at least 2 requests: " + requests);
        }
    }

    @Override
    public Family family() {
        return Family.REUSE;
    }

    @Override
    public String what() {
        String path = roundTrip.isZero() ? "direct" : "round trip " + roundTrip.toMillis() + " ms";
        String own = delay.isZero() ? "" : "; server: " + Burst.seconds(delay) + " an answer";
        return "1 + " + (requests - 1) + " requests in a row, " + wire + ", " + path + ", cold" + own;
    }

    @Override
    public Reuse with(Overrides overrides) {
        return new Reuse(
                name,
                wire,
                overrides.requestsOr(requests),
                overrides.limitOr(limit),
                overrides.delayOr(delay),
                roundTrip);
    }
}
