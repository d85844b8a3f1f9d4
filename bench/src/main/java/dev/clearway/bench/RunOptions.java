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
    @Option(
            names = "--client",
            paramLabel = "NAME",
            description = "A client to measure; repeatable. Default: every one there is.")
    private List<String> clients = List.of();

    @Option(
            names = "--tuning",
            paramLabel = "best|default|both",
            description = "Settings of the clients. Default: ${DEFAULT-VALUE}.",
            defaultValue = "best")
    private String tuning = "best";

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "Heap of each client. Default: ${DEFAULT-VALUE}.",
            defaultValue = "1g")
    private String heap = "1g";

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
            names = new ArrayList<>(Clients.available().keySet());
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

    private List<Tuning> tunings() {
        return switch (tuning) {
            case "best" -> List.of(Tuning.BEST);
            case "default" -> List.of(Tuning.DEFAULT);
            case "both" -> List.of(Tuning.BEST, Tuning.DEFAULT);
            default -> throw wrong("--tuning is best, default or both, not " + tuning + ".");
        };
    }
}
