package dev.clearway.bench.run;

import dev.clearway.bench.client.Wire;
import java.util.List;

/**
 * Something that every client does a few times in a process of its own, in turn with the others.
 *
 * @param name by which it is reported
 * @param title it in words
 * @param wire the protocol
 * @param connections connections to use; 0 leaves it to the client
 * @param inFlight requests at most under way at once
 * @param streamLimit the server's limit of concurrent streams on a connection
 * @param command what the worker is told; it answers with {@link dev.clearway.bench.measure.Values}
 * @param warmUp what it is told before, as often as it has to be until what it does is compiled
 * @param warmUps how often that is
 * @param rounds how often the command follows
 */
public record Trial(
        String name,
        String title,
        Wire wire,
        int connections,
        int inFlight,
        int streamLimit,
        String command,
        String warmUp,
        int warmUps,
        int rounds) {
    /** What one client answered: the values of each round, or why there are none. */
    public record Result(
            Trial trial,
            ThroughputPlan.Subject subject,
            String library,
            List<dev.clearway.bench.measure.Values> rounds,
            @org.jspecify.annotations.Nullable String failure) {}
}
