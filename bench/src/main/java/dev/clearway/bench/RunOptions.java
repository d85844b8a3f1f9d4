package dev.clearway.bench;

import dev.clearway.bench.client.Clients;
import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.run.ThroughputPlan.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that every run of clients has: which clients, which server, where the results go. */
final class RunOptions {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

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

    @Option(
            names = "--json",
            paramLabel = "FILE|-",
            description = "Write the results as JSON; with - to standard output, and the table to standard error.")
    private @Nullable String json;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Write the table there, too.")
    private @Nullable Path markdown;

    String heap() {
        return heap;
    }

    /** The chosen clients with their settings; those of the list when none was chosen, every one when it is empty. */
    List<Subject> subjects(List<String> otherwise) {
        List<String> names = clients;
        if (names.isEmpty()) {
            names = otherwise.isEmpty() ? new ArrayList<>(Clients.available().keySet()) : otherwise;
        }
        try {
            return new Choice(Clients.available(), Runtime.version().feature()).subjects(names, tunings());
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

    /** A number that was given, else another; one below 1 is refused. */
    int positive(String option, @Nullable Integer given, int otherwise) {
        if (given == null) {
            return otherwise;
        }
        if (given < 1) {
            throw wrong(option + " must be 1 or more, not " + given + ".");
        }
        return given;
    }

    /** The command line is wrong, and why. */
    CommandLine.ParameterException wrong(String message) {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }

    /** Puts the results where they were asked for. */
    void write(String resultsAsJson, String table) throws IOException {
        if (markdown != null) {
            Files.writeString(markdown, table);
        }
        if (json == null) {
            System.out.print(table);
        } else if (json.equals("-")) {
            System.err.print(table);
            System.out.print(resultsAsJson);
        } else {
            Files.writeString(Path.of(json), resultsAsJson);
            System.out.print(table);
        }
    }
}
