package dev.clearway.cli;

import java.io.PrintWriter;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what was wrong with the arguments, what may have been meant, and where to read on. */
final class UsageErrors implements IParameterExceptionHandler {
    /** How a word in place of a number is told by the name of a type of Java's, which is no user's word. */
    private static final Pattern NUMBER = Pattern.compile("is not an? (int|long|Integer|Long)$");

    /** An error of the arguments of that command, for what only its plan could find wrong. */
    static ParameterException wrong(@Nullable CommandSpec command, IllegalArgumentException failure) {
        if (command == null) {
            throw failure;
        }
        return new ParameterException(command.commandLine(), Messages.of(failure), failure);
    }

    @Override
    public int handleParseException(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("clearway: " + NUMBER.matcher(Messages.of(failure)).replaceFirst("is not a whole number"));
        UnmatchedArgumentException.printSuggestions(failure, err);
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE;
    }
}
