package dev.clearway.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code bench} command line. */
@Command(
        name = "clearway bench",
        description = "Measures HTTP clients side by side, each in a JVM of its own, interleaved in one run.",
        subcommands = {ThroughputCommand.class, PartsCommand.class, CommandLine.HelpCommand.class},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class Bench {
    private Bench() {}

    /** Runs a command and ends the JVM with its exit code: 0 done, 1 a client failed, 2 the command line is wrong. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Bench()).execute(arguments));
    }
}
