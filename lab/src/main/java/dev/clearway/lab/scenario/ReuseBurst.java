package dev.clearway.lab.scenario;

import java.time.Duration;

/**
 * The same burst twice: to an origin that the client has not met, then over the connections that are there. Runs over
 * HTTP/2 and again over HTTP/1.1, both over TLS.
 *
 * @param name its name
 * @param requests how many each time
 * @param limit streams that the server allows on one HTTP/2 connection
 * @param delay how long the server takes for each answer
 */
public record ReuseBurst(String name, int requests, int limit, Duration delay) implements Scenario {

    @Override
    public Family family() {
        return Family.REUSE;
    }

    @Override
    public Wire wire() {
        return Wire.H2_TLS;
    }

    @Override
    public Duration roundTrip() {
        return Duration.ZERO;
    }

    @Override
    public String what() {
        return requests + " requests at once, cold and again warm, HTTP/2 and HTTP/1.1 over TLS, direct";
    }

    @Override
    public ReuseBurst with(Overrides overrides) {
        return new ReuseBurst(name, overrides.requestsOr(requests), overrides.limitOr(limit), overrides.delayOr(delay));
    }
}
