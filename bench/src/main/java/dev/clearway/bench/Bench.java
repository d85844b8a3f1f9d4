package dev.clearway.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code bench} command line. */
@Command(
        name = "clearway bench",
        description = "Measures HTTP clients side by side, each in a JVM of its own, interleaved in one run.",
        subcommands = {
            ThroughputCommand.class,
            TrialCommand.Transfer.class,
            TrialCommand.Burst.class,
            TrialCommand.Memory.class,
            TrialCommand.First.class,
            LatencyCommand.class,
            ExposedCommand.class,
            PartsCommand.class,
            RecordingCommand.class,
            ProxyCommand.class,
            CommandLine.HelpCommand.class
        },
        footerHeading = "%nExit codes: ",
        footer = {
            "0 all was measured; 1 a client or the run failed; 2 the command line is wrong; 130 Ctrl-C.",
            "",
            "Clients: raw is the floor, Netty's codec with nothing above it, and raw-hop-batch the same asked from another"
                    + " thread; clearway completes requests on the event loop, clearway-executor on its default executor;"
                    + " clearway-listener, clearway-metrics, clearway-jfr and clearway-jfr-all are clearway while it is"
                    + " watched in that way; jdk is java.net.http; hc5 is Apache HttpClient 5; armeria, grpc, helidon,"
                    + " jetty, okhttp, reactor and vertx are what their names say, and need JDK 21 or newer."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Bench.Version.class,
        usageHelpAutoWidth = true)
public final class Bench {
    private Bench() {}

    /** Tells the version, and what it runs on. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Bench.class.getPackage().getImplementationVersion();
            return new String[] {
                "clearway bench " + (version == null ? "(not packaged)" : version) + ", Java " + Runtime.version()
            };
        }
    }

    /** Runs a command and ends the JVM with its exit code: 0 done, 1 a client failed, 2 the command line is wrong. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Bench())
                .setParameterExceptionHandler((wrong, arguments) -> {
                    CommandLine at = wrong.getCommandLine();
                    at.getErr()
                            .println(String.valueOf(wrong.getMessage())
                                            .lines()
                                            .findFirst()
                                            .orElse("") + " (see "
                                    + at.getCommandSpec().qualifiedName() + " --help)");
                    return CommandLine.ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((failed, at, parsed) -> {
                    at.getErr().println(Outputs.words(failed));
                    return CommandLine.ExitCode.SOFTWARE;
                });
    }
}
