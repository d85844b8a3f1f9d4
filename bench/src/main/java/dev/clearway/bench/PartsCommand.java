package dev.clearway.bench;

import dev.clearway.bench.parts.PoolBenchmark;
import dev.clearway.bench.run.Jvm;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the JMH benchmarks, time and allocation a call. */
@Command(
        name = "parts",
        description = "JMH benchmarks of parts: time and allocation of the pool's acquire and release.",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        sortOptions = false)
final class PartsCommand implements Callable<Integer> {
    private static final String HEAP = "512m";
    private static final int MOST = 3_600;

    @Parameters(
            paramLabel = "PATTERN",
            arity = "0..1",
            description = "Only benchmarks whose name matches this regular expression. Default: all.",
            defaultValue = "")
    private String pattern = "";

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "JVMs one after another. Default: ${DEFAULT-VALUE}.",
            defaultValue = "2")
    private int forks;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Measured seconds a JVM, after as many to warm it up. Default: ${DEFAULT-VALUE}.",
            defaultValue = "5")
    private int seconds;

    @Option(
            names = "--json",
            paramLabel = "FILE|-",
            description = "Write the results as JSON, in JMH's format; with - to standard output, and all else to"
                    + " standard error.")
    private @Nullable String json;

    @Spec
    private @Nullable CommandSpec spec;

    private CommandLine.ParameterException wrong(String message) {
        return new CommandLine.ParameterException(Objects.requireNonNull(spec).commandLine(), message);
    }

    private void check() {
        if (forks < 1 || forks > MOST || seconds < 1 || seconds > MOST) {
            throw wrong("--forks and --seconds must be 1 to " + MOST + ".");
        }
        try {
            Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw wrong("PATTERN is no regular expression: " + e.getDescription() + ": " + pattern);
        }
        String fault = json == null || json.equals("-") ? null : Outputs.fault(json);
        if (fault != null) {
            throw wrong("--json: " + fault);
        }
    }

    @Override
    public Integer call() throws Exception {
        check();
        String within = PoolBenchmark.class.getPackageName().replace(".", "\\.");
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(within + ".*" + pattern)
                // Its own flags, since by default a fork inherits those of this JVM, which compiles for a quick start.
                .jvmArgs(Jvm.flags(HEAP).toArray(String[]::new))
                .forks(forks)
                .warmupIterations(seconds)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(seconds)
                .measurementTime(TimeValue.seconds(1))
                .shouldFailOnError(true)
                .addProfiler(GCProfiler.class);
        if (!"-".equals(json)) {
            run(
                    json == null
                            ? options
                            : options.resultFormat(ResultFormatType.JSON).result(json));
            return CommandLine.ExitCode.OK;
        }
        PrintStream out = System.out;
        System.setOut(System.err); // JMH tells there what it does
        try (Scratch scratch = new Scratch("clearway-bench")) {
            Path results = scratch.directory().resolve("parts.json");
            run(options.resultFormat(ResultFormatType.JSON).result(results.toString()));
            out.println(Files.readString(results).strip());
        } finally {
            System.setOut(out);
        }
        return CommandLine.ExitCode.OK;
    }

    private void run(ChainedOptionsBuilder options) throws RunnerException {
        try {
            new Runner(options.build()).run();
        } catch (NoBenchmarksException e) {
            throw wrong("There is no benchmark whose name matches " + pattern + ".");
        }
    }
}
