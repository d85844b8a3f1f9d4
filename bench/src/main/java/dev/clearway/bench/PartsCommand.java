package dev.clearway.bench;

import dev.clearway.bench.parts.PoolBenchmark;
import dev.clearway.bench.run.Jvm;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the JMH benchmarks, time and allocation a call. */
@Command(
        name = "parts",
        description = "JMH benchmarks of parts: time and allocation of the pool's acquire and release.",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        sortOptions = false)
final class PartsCommand implements Callable<Integer> {
    private static final String HEAP = "512m";

    @Parameters(
            paramLabel = "PATTERN",
            arity = "0..1",
            description = "Only benchmarks whose name matches. Default: all.",
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

    @Option(names = "--json", paramLabel = "FILE", description = "Write the results there as JSON, in JMH's format.")
    private @Nullable Path json;

    @Override
    public Integer call() throws Exception {
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
        if (json != null) {
            options.resultFormat(ResultFormatType.JSON).result(json.toString());
        }
        new Runner(options.build()).run();
        return CommandLine.ExitCode.OK;
    }
}
