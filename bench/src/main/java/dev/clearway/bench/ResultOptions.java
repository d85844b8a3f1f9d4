package dev.clearway.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that every run has: where the results go. */
class ResultOptions {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = "--json",
            paramLabel = "FILE|-",
            description = "Write the results as JSON; with - to standard output, and the table to standard error.")
    private @Nullable String json;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Write the table there, too.")
    private @Nullable Path markdown;

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
