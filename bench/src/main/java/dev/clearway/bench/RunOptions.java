package dev.clearway.bench;

import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.run.ThroughputPlan.Subject;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options of a run whose clients have settings and a heap of its choice. */
final class RunOptions extends ClientOptions {
    private static final long LEAST_HEAP_MEGABYTES = 32;

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
        return chosen(otherwise, programs, tunings());
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
