package dev.clearway.bench;

import dev.clearway.bench.recording.RecordingRun;
import dev.clearway.bench.report.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures how fast large recordings are judged, and in how little memory. */
@Command(
        name = "analyze",
        description = {
            "Judges very large recordings, each in a JVM of its own with a small heap: speed and memory.",
            "They are written to the directory for temporary files (-Djava.io.tmpdir) and removed at the end."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        sortOptions = false)
final class RecordingCommand implements Callable<Integer> {
    private static final int LARGE_BODY = 20_000;
    private static final int SMALL_BODY = 100;
    private static final long LEAST_HEAP_MEGABYTES = 8;
    private static final long MOST_EVENTS = 1_000_000_000;
    private static final long MOST_MEGABYTES = 100_000;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--events",
            paramLabel = "N",
            description = "Events of the netlog. Default: ${DEFAULT-VALUE}.",
            defaultValue = "5000000")
    private long events;

    @Option(
            names = "--megabytes",
            paramLabel = "MB",
            description = "Size of each HAR file. Default: ${DEFAULT-VALUE}.",
            defaultValue = "600")
    private long megabytes;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "Heap of the JVM that judges, as in 256m or 2g. Default: ${DEFAULT-VALUE}.",
            defaultValue = "256m")
    private String heap = "256m";

    @Override
    public Integer call() throws Exception {
        CommandSpec here = Objects.requireNonNull(spec);
        if (events < 1 || megabytes < 1) {
            throw new CommandLine.ParameterException(here.commandLine(), "--events and --megabytes must be 1 or more.");
        }
        String fault = Heap.fault(heap, LEAST_HEAP_MEGABYTES);
        if (fault != null) {
            throw new CommandLine.ParameterException(here.commandLine(), "--heap " + fault);
        }
        if (events > MOST_EVENTS || megabytes > MOST_MEGABYTES) {
            throw new CommandLine.ParameterException(
                    here.commandLine(),
                    "--events and --megabytes must be " + MOST_EVENTS + " and " + MOST_MEGABYTES + " or less.");
        }
        List<RecordingRun.Result> results = new ArrayList<>();
        try (Scratch scratch = new Scratch("clearway-bench")) {
            RecordingRun run = new RecordingRun(scratch.directory(), heap, System.err::println);
            results.add(run.netlog(events));
            results.add(run.har(megabytes, LARGE_BODY));
            results.add(run.har(megabytes, SMALL_BODY));
        }
        Machine machine = Machine.here("", heap);
        var out = here.commandLine().getOut();
        out.println("heap " + heap + ", " + machine.cores() + " cores, load " + machine.load() + ", " + machine.jdk());
        results.forEach(out::println);
        return CommandLine.ExitCode.OK;
    }
}
