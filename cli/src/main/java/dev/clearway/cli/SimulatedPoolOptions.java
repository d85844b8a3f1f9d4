package dev.clearway.cli;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of a simulated pool. */
final class SimulatedPoolOptions {
    @Option(
            names = "--growth",
            paramLabel = "RULE",
            defaultValue = "on-demand",
            converter = GrowthConverter.class,
            description = "When another HTTP/2 connection is opened: single (never), one-at-a-time or on-demand."
                    + " Default: ${DEFAULT-VALUE}.")
    private Growth growth = Growth.ON_DEMAND;

    @Option(
            names = "--ceiling",
            paramLabel = "K",
            description = "The most connections of a client. Default: 10, for HTTP/1.1 256.")
    private @Nullable Integer ceiling;

    @Option(
            names = "--queue-length",
            paramLabel = "N",
            description = "The most requests of a client that may wait. Default: 10000.")
    private @Nullable Integer queueLength;

    @Option(
            names = "--queue-time",
            paramLabel = "TIME",
            converter = DelayConverter.class,
            description = "The longest that a request may wait for a place. Default: no bound.")
    private @Nullable Duration queueTime;

    @Option(
            names = "--concurrent",
            paramLabel = "N",
            description = "The most requests of a client at once, whatever its connections could carry. Default: no"
                    + " bound.")
    private @Nullable Integer concurrent;

    @Option(
            names = "--overload-rule",
            paramLabel = "on|off",
            defaultValue = "on",
            description = "Whether a waiting request with less time left than answers take is refused. Off, it is not,"
                    + " and it gets a place as long as it has any time left. Default: ${DEFAULT-VALUE}.")
    private Switch overloadRule = Switch.ON;

    /** Whether something is used. */
    enum Switch {
        ON,
        OFF
    }

    /**
     * The limits that they make.
     *
     * @throws IllegalArgumentException if one is out of bounds
     */
    Limits limits() {
        Limits limits = Limits.DEFAULT.withGrowth(growth).withQueueTime(queueTime);
        if (ceiling != null) {
            limits = limits.withHttp2Connections(ceiling).withHttp1Connections(ceiling);
        }
        if (queueLength != null) {
            limits = limits.withQueueLength(queueLength);
        }
        if (concurrent != null) {
            limits = limits.withConcurrentRequests(concurrent);
        }
        return overloadRule == Switch.ON ? limits : limits.withOverload(false).withDeadlineShare(0);
    }

    /** Reads a growth rule: {@code one-at-a-time}, and other ways to write it. */
    static final class GrowthConverter implements ITypeConverter<Growth> {
        @Override
        public Growth convert(String value) {
            for (Growth growth : Growth.values()) {
                if (growth.name().equalsIgnoreCase(value.replace('-', '_'))) {
                    return growth;
                }
            }
            throw new TypeConversionException(
                    "'" + value + "' is no growth rule; there are single, one-at-a-time and on-demand");
        }
    }
}
