package dev.clearway.bench.run;

import dev.clearway.bench.client.Tuning;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a throughput run does.
 *
 * @param workloads in order
 * @param subjects the clients with their settings, in order
 * @param rounds how often each client is measured in each workload
 * @param intervalMillis length of each measurement
 * @param warmUpSeconds CPU seconds that each client is warmed with
 * @param warmUpLimitSeconds the longest that this may take by the clock
 * @param server {@code origin} or {@code nghttpd}
 * @param heap size of each client's heap, as for {@code -Xmx}
 * @param profiles directory for a flight recording of each client, or {@code null}
 */
public record ThroughputPlan(
        List<Workload> workloads,
        List<Subject> subjects,
        int rounds,
        int intervalMillis,
        int warmUpSeconds,
        int warmUpLimitSeconds,
        String server,
        String heap,
        @Nullable Path profiles) {
    /** A client with the settings it is to have. */
    public record Subject(String client, Tuning tuning) {}
}
