package dev.clearway.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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
                "throughput --client raw --server apache | no server apache",
                "throughput --client raw --heap lots | --heap is a size",
                "throughput --client raw --interval 2000000000 | --interval must be 600000 or less",
                "burst --client raw --requests 2000000000 | --requests must be 100000 or less",
                "burst --client raw --json no/such/directory/x | there is no directory",
                "burst --client raw --json . | . is no file to write to",
                "burst --client raw --markdown no/such/directory/x | there is no directory",
                "burst --client raw --json - --markdown - | cannot both",
                "exposed --client raw --json no/such/directory/x | there is no directory",
                "latency --client raw --share 0 | --share must be 1 or more",
                "latency --client wget | no client wget",
                "parts --seconds 0 | --seconds must be 1 to",
                "parts --forks -1 | --forks and",
                "parts *[ | no regular expression",
                "parts --json no/such/directory/x | there is no directory",
                "analyze --heap lots | --heap is a size",
                "analyze --events 99999999999 | 1000000000 and",
                "proxy --hop squid | there are direct, clearway",
            })
    void wrongCommandLineIsToldInOneLine(String line, String message) {
        assertThat(run(line.split(" ", -1))).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains(message);
        assertThat(err.toString().lines()).hasSize(1);
    }

    /** This module is built without the clients of others: who asks for all of them must not get a part. */
    @ParameterizedTest
    @ValueSource(strings = {"throughput", "throughput --quick", "burst", "memory", "first", "latency", "exposed"})
    void allClientsAreRefusedWhereSomeAreMissing(String line) {
        assertThat(run(line.split(" ", -1))).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).containsAnyOf("needs JDK 21", "not on the class path");
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
