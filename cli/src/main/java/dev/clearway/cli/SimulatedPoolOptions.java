package dev.clearway.cli;

import dev.clearway.lab.simulate.SimulationSetup.PoolSetup;
import dev.clearway.lab.simulate.SimulationSetup.Rule;
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
    private Rule growth = Rule.ON_DEMAND;

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

    /** What they say. */
    PoolSetup setup() {
        return new PoolSetup(growth, ceiling, queueLength, queueTime, concurrent, overloadRule == Switch.ON);
    }

    /** Reads a growth rule: {@code one-at-a-time}, and other ways to write it. */
    static final class GrowthConverter implements ITypeConverter<Rule> {
        @Override
        public Rule convert(String value) {
            for (Rule rule : Rule.values()) {
                if (rule.name().equalsIgnoreCase(value.replace('-', '_'))) {
                    return rule;
                }
            }
            throw new TypeConversionException(
                    "'" + value + "' is no growth rule; there are single, one-at-a-time and on-demand");
        }
    }
}
