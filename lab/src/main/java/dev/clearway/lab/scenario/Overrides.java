package dev.clearway.lab.scenario;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Figures that replace a scenario's own; what is {@code null} stays.
 *
 * @param requests how many requests, 1 to {@value #MOST_REQUESTS}
 * @param limit streams that the server allows on one HTTP/2 connection, 1 to {@value #MOST_STREAMS}
 * @param delay how long the server takes for an answer, 0 to {@value #LONGEST_DELAY_SECONDS} s
 */
public record Overrides(
        @Nullable Integer requests,
        @Nullable Integer limit,
        @Nullable Duration delay) {
    /** The most requests of one scenario: each is a live object on both sides of one machine. */
    public static final int MOST_REQUESTS = 20_000;
    /** The largest stream limit. */
    public static final int MOST_STREAMS = 1_000_000;
    /** The longest delay in seconds. */
    public static final int LONGEST_DELAY_SECONDS = 60;

    /** Replaces nothing. */
    public static final Overrides NONE = new Overrides(null, null, null);

    public Overrides {
        within("requests", requests, 1, MOST_REQUESTS);
        within("limit", limit, 1, MOST_STREAMS);
        if (delay != null && (delay.isNegative() || delay.compareTo(Duration.ofSeconds(LONGEST_DELAY_SECONDS)) > 0)) {
            throw new IllegalArgumentException(
                    "delay must be 0 to " + LONGEST_DELAY_SECONDS + " s: " + delay.toMillis() + " ms");
        }
    }

    /** The requests to run where the scenario itself says {@code own}. */
    int requestsOr(int own) {
        return requests == null ? own : requests;
    }

    /** The stream limit to set where the scenario itself says {@code own}. */
    int limitOr(int own) {
        return limit == null ? own : limit;
    }

    /** The delay to ask for where the scenario itself says {@code own}. */
    Duration delayOr(Duration own) {
        return delay == null ? own : delay;
    }

    private static void within(String name, @Nullable Integer value, int least, int most) {
        if (value != null && (value < least || value > most)) {
            throw new IllegalArgumentException(name + " must be " + least + " to " + most + ": " + value);
        }
    }
}
