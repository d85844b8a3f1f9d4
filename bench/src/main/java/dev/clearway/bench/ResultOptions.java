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
    private static final String STANDARD_OUTPUT = "-";

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    private @Nullable String json;

    private @Nullable String markdown;

    /** Told when the command line is read, so that a run that takes an hour does not end with what cannot be written. */
    @Option(
            names = "--json",
            paramLabel = "FILE|-",
            description = "Write the results as JSON; with - to standard output, and the table to standard error.")
    void json(@Nullable String file) {
        json = file;
        checkFile("--json", file);
    }

    @Option(
            names = "--markdown",
            paramLabel = "FILE|-",
            description = "Write the table there, too; - is standard output, where it goes anyway.")
    void markdown(@Nullable String file) {
        markdown = file;
        checkFile("--markdown", file);
    }

    private void checkFile(String option, @Nullable String file) {
        if (file == null) {
            return;
        }
        if (STANDARD_OUTPUT.equals(json) && STANDARD_OUTPUT.equals(markdown)) {
            throw wrong("--json and --markdown cannot both go to standard output.");
        }
        if (!file.equals(STANDARD_OUTPUT)) {
            String fault = Outputs.fault(file);
            if (fault != null) {
                throw wrong(option + ": " + fault);
            }
        }
    }

    /** A number that was given, else another; one below 1 is refused. */
    int positive(String option, @Nullable Integer given, int otherwise) {
        return between(option, given, otherwise, Integer.MAX_VALUE);
    }

    /** A number that was given, else another; one below 1 or above the most is refused. */
    int between(String option, @Nullable Integer given, int otherwise, int most) {
        if (given == null) {
            return otherwise;
        }
        if (given < 1) {
            throw wrong(option + " must be 1 or more, not " + given + ".");
        }
        if (given > most) {
            throw wrong(option + " must be " + most + " or less, not " + given + ".");
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
        if (STANDARD_OUTPUT.equals(json)) {
            System.err.print(table);
            System.out.print(resultsAsJson);
        } else {
            System.out.print(table);
        }
        System.out.flush();
        if (json != null && !json.equals(STANDARD_OUTPUT)) {
            Files.writeString(Path.of(json), resultsAsJson);
        }
        if (markdown != null && !markdown.equals(STANDARD_OUTPUT)) {
            Files.writeString(Path.of(markdown), table);
        }
    }
}
