package dev.clearway.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Only tells where the bench is, which is a program of its own: the clients that it compares with are no part of this one. */
@Command(
        name = "bench",
        description = "Measures this client beside others, the proxy beside others, and the analysis. A program of its"
                + " own, which the launcher ./clearway of the sources builds and runs.")
final class BenchCommand implements Callable<Integer> {
    private final Screen err;

    @Unmatched
    private List<String> ignored = new ArrayList<>();

    BenchCommand(Screen err) {
        this.err = err;
    }

    @Override
    public Integer call() {
        err.line("clearway: the bench is a program of its own: run ./clearway bench in a clone of the sources.");
        return ExitCode.USAGE;
    }
}
