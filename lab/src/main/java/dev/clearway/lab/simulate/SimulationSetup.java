package dev.clearway.lab.simulate;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Protocol;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be simulated, as somebody asks for it who knows nothing of the transport.
 *
 * @param clients as in {@link SimulationPlan}
 * @param arrivals as in {@link SimulationPlan}
 * @param service as in {@link SimulationPlan}
 * @param timeout as in {@link SimulationPlan}
 * @param http1 whether connections speak HTTP/1.1 in place of HTTP/2
 * @param streams as in {@link SimulationPlan}
 * @param network as in {@link SimulationPlan}
 * @param pool the pool of each client
 * @param warm as in {@link SimulationPlan}
 * @param seed as in {@link SimulationPlan}
 */
public record SimulationSetup(
        int clients,
        Arrivals arrivals,
        ServiceTimes service,
        @Nullable Duration timeout,
        boolean http1,
        int streams,
        Network network,
        PoolSetup pool,
        boolean warm,
        long seed) {

    /** When another HTTP/2 connection is opened. */
    public enum Rule {
        /** Never. */
        SINGLE(Growth.SINGLE),
        /** One attempt at a time. */
        ONE_AT_A_TIME(Growth.ONE_AT_A_TIME),
        /** As many as demand needs. */
        ON_DEMAND(Growth.ON_DEMAND);

        private final Growth growth;

        Rule(Growth growth) {
            this.growth = growth;
        }
    }

    /**
     * A pool; what is {@code null} is as in the client.
     *
     * @param growth when another HTTP/2 connection is opened
     * @param ceiling the most connections
     * @param queueLength the most requests that may wait
     * @param queueTime the longest that one may wait
     * @param concurrent the most requests at once
     * @param overloadRule whether a waiting request with less time left than answers take is refused
     */
    public record PoolSetup(
            Rule growth,
            @Nullable Integer ceiling,
            @Nullable Integer queueLength,
            @Nullable Duration queueTime,
            @Nullable Integer concurrent,
            boolean overloadRule) {

        private Limits limits() {
            Limits limits = Limits.DEFAULT.withGrowth(growth.growth).withQueueTime(queueTime);
            if (ceiling != null) {
                limits = limits.withHttp2Connections(ceiling).withHttp1Connections(ceiling);
            }
            if (queueLength != null) {
                limits = limits.withQueueLength(queueLength);
            }
            if (concurrent != null) {
                limits = limits.withConcurrentRequests(concurrent);
            }
            return overloadRule ? limits : limits.withOverload(false).withDeadlineShare(0);
        }
    }

    /**
     * The plan of it.
     *
     * @throws IllegalArgumentException if something is out of bounds
     */
    public SimulationPlan plan() {
        return new SimulationPlan(
                clients,
                arrivals,
                service,
                timeout,
                http1 ? Protocol.HTTP_1_1 : Protocol.HTTP_2,
                streams,
                network,
                pool.limits(),
                warm,
                seed);
    }

    /**
     * A plan for each growth rule.
     *
     * @throws IllegalArgumentException if something is out of bounds, or no rule applies
     */
    public List<SimulationPlan> compared() {
        if (http1) {
            throw new IllegalArgumentException("growth rules are those of HTTP/2: leave out --http1 to --compare them");
        }
        SimulationPlan plan = plan();
        return Arrays.stream(Rule.values())
                .map(rule -> plan.withLimits(plan.limits().withGrowth(rule.growth)))
                .toList();
    }
}
