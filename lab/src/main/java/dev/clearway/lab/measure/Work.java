package dev.clearway.lab.measure;

import java.time.Duration;

/**
 * What code costs on a machine, both sides together: how much later each further one is done where many come at once.
 *
 * @param connection of making a connection, TLS included where it speaks that
 * @param request of a request and its answer on a connection that is there
 */
public record Work(Duration connection, Duration request) {
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** Code that costs nothing. */
    public static final Work NONE = new Work(Duration.ZERO, Duration.ZERO);

    public Work {
        checked(connection, "connection");
        checked(request, "request");
    }

    private static void checked(Duration time, String name) {
        if (time.isNegative() || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("work of a " + name + " must be from 0 to a minute: " + time);
        }
    }
}
