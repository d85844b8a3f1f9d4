package dev.clearway.bench;

import dev.clearway.bench.client.Clients;
import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.run.ThroughputPlan.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options that every run of clients has: which clients, which server, where the results go. */
final class RunOptions extends ResultOptions {
    private static final long LEAST_HEAP_MEGABYTES = 32;

    @Option(
            names = "--client",
            paramLabel = "NAME",
            description =
                    "A client to measure; repeatable. clearway bench --help lists them. Default: all that can do it.")
    private List<String> clients = List.of();

    @Option(
            names = "--tuning",
            paramLabel = "best|default|both",
            description = "Settings of the clients: tuned for the load, as their builders make them, or each in turn."
                    + " Default: ${DEFAULT-VALUE}.",
            defaultValue = "best")
    private String tuning = "best";

    private String heap = "1g";

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "Heap of each client's JVM, as in 512m or 2g. Default: ${DEFAULT-VALUE}.",
            defaultValue = "1g")
    void heap(String size) {
        String fault = Heap.fault(size, LEAST_HEAP_MEGABYTES);
        if (fault != null) {
            throw wrong("--heap " + fault);
        }
        heap = size;
    }

    String heap() {
        return heap;
    }

    /** The chosen clients with their settings; those of the list when none was chosen, every one when it is empty. */
    List<Subject> subjects(List<String> otherwise) {
        return subjects(otherwise, Set.of());
    }

    /** The same among programs, too. */
    List<Subject> subjects(List<String> otherwise, Set<String> programs) {
        List<String> names = clients;
        if (names.isEmpty() && otherwise.isEmpty()) {
            names = everyone();
            names.addAll(programs);
        } else if (names.isEmpty()) {
            names = otherwise;
        }
        try {
            return new Choice(Clients.available(), programs, Runtime.version().feature()).subjects(names, tunings());
        } catch (Choice.Unavailable e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    /** Those of others too where they are not to be had, so that nobody takes what is left for all. */
    private static List<String> everyone() {
        List<String> names = new ArrayList<>(Clients.available().keySet());
        Clients.PEERS.stream().filter(peer -> !names.contains(peer)).forEach(names::add);
        return names;
    }

    private List<Tuning> tunings() {
        return switch (tuning) {
            case "best" -> List.of(Tuning.BEST);
            case "default" -> List.of(Tuning.DEFAULT);
            case "both" -> List.of(Tuning.BEST, Tuning.DEFAULT);
            default -> throw wrong("--tuning is best, default or both, not " + tuning + ".");
        };
    }
}
