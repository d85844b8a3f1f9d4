package dev.clearway.lab.simulate;

import dev.clearway.transport.Limits;
import dev.clearway.transport.Protocol;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is to be simulated.
 *
 * @param clients how many clients there are, each with a pool of its own
 * @param arrivals when each of them sends
 * @param service how long the server takes
 * @param timeout each request's timeout; {@code null} for none
 * @param protocol what every connection turns out to speak
 * @param streams streams that the server allows on one HTTP/2 connection
 * @param network the way to the server
 * @param limits how the pools grow and what they refuse
 * @param warm whether each client has sent one request, and knows the server's stream limit, before it begins
 * @param seed where chance begins: the same seed gives the same figures
 */
public record SimulationPlan(
        int clients,
        Arrivals arrivals,
        ServiceTimes service,
        @Nullable Duration timeout,
        Protocol protocol,
        int streams,
        Network network,
        Limits limits,
        boolean warm,
        long seed) {
    /** The most clients. */
    public static final int MOST_CLIENTS = 1_000_000;
    /** The most requests of all clients together: about half an hour's work. */
    public static final long MOST_REQUESTS = 1_000_000_000L;
    /** The most requests of one client that come at once: each is an object until it is over. */
    public static final long MOST_AT_ONCE = 1_000_000;

    public SimulationPlan {
        if (clients < 1 || clients > MOST_CLIENTS) {
            throw new IllegalArgumentException("clients must be 1 to " + MOST_CLIENTS + ": " + clients);
        }
        if (streams < 1) {
            throw new IllegalArgumentException("limit must be at least 1: " + streams);
        }
        if (timeout != null && (timeout.isNegative() || timeout.isZero())) {
            throw new IllegalArgumentException("timeout must be positive: " + timeout);
        }
        if (arrivals.atOnce() && arrivals.requests() > MOST_AT_ONCE) {
            throw new IllegalArgumentException("at most " + MOST_AT_ONCE + " requests at once and client: "
                    + arrivals.requests() + "; give a rate to spread them over time");
        }
        if (arrivals.requests() > MOST_REQUESTS / clients) {
            throw new IllegalArgumentException("at most " + MOST_REQUESTS + " requests of all clients together: "
                    + clients + " clients with " + arrivals.requests() + " each");
        }
    }

    /** Requests of all clients together. */
    public long requests() {
        return clients * arrivals.requests();
    }

    /** This plan with other limits. */
    public SimulationPlan withLimits(Limits value) {
        return new SimulationPlan(clients, arrivals, service, timeout, protocol, streams, network, value, warm, seed);
    }
}
