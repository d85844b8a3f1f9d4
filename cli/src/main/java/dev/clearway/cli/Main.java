package dev.clearway.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Where the command starts. */
public final class Main {
    private Main() {}

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(run(arguments, Screen.standardOutput(), Screen.standardError()));
    }

    /** Runs the command and gives its exit code. */
    static int run(String[] arguments, Screen out, Screen err) {
        PrintWriter outWriter = out.writer();
        PrintWriter errWriter = err.writer();
        CommandLine line = new CommandLine(new ClearwayCommand())
                .addSubcommand(new ServeCommand(out, err))
                .addSubcommand(new ProxyCommand(out, err))
                .addSubcommand(new CommandLine(new LabCommand(out, err))
                        .addSubcommand(new LabPageCommand(out, err))
                        .addSubcommand(new LabWireCommand(out, err))
                        .addSubcommand(new LabChaosCommand(out, err))
                        .addSubcommand(new LabSoakCommand(out, err)))
                .addSubcommand(new SimulateCommand(out, err))
                .addSubcommand(new PageCommand(out, err))
                .addSubcommand(new AnalyzeCommand(out, err))
                .addSubcommand(new BenchCommand(err))
                .setOut(outWriter)
                .setErr(errWriter)
                .setColorScheme(CommandLine.Help.defaultColorScheme(out.coloured() ? Ansi.ON : Ansi.OFF))
                .setUsageHelpWidth(Math.max(80, Math.min(120, out.width())))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(new UsageErrors())
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    err.line("clearway: " + Messages.of(failure));
                    return ExitCode.FAILED;
                });
        int code = line.execute(arguments);
        outWriter.flush();
        errWriter.flush();
        return code;
    }
}
