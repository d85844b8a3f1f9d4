package dev.clearway.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BenchTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return Bench.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "throughput --client wget | no client wget",
                "throughput --workload h3 | no workload h3",
                "throughput --tuning most | --tuning is best",
                "throughput --client raw --rounds 0 | --rounds must be 1 or more",
                "burst --client raw --requests -5 | --requests must be 1 or more",
                "memory --client raw --delay 0 | --delay must be 1 or more",
                "transfer --client raw --up x | 'x' is not an int",
            })
    void wrongCommandLineIsToldInOneLine(String line, String message) {
        assertThat(run(line.split(" ", -1))).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains(message);
        assertThat(err.toString().lines()).hasSize(1);
    }

    @Test
    void everyCommandHasHelp() {
        Bench.commandLine().getSubcommands().forEach((name, command) -> {
            if (!name.equals("help")) {
                assertThat(run(name, "--help")).isZero();
                assertThat(out.toString()).contains("clearway bench " + name);
            }
        });
    }
}
