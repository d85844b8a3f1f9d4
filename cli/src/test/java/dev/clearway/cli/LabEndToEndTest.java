package dev.clearway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs of the lab as a person makes them, but small: a real child process, real sockets. Counts are asserted, and that the
 * verdict and the exit code agree; times are not, since other work may run beside these tests.
 */
class LabEndToEndTest {
    @RegisterExtension
    static final LeakExtension LEAKS = LeakExtension.aroundClass().ignoringThreads("HttpClient-");

    @Test
    void linesTableAndFileTellOfTheQueue(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("results.json");
        Run run = Run.of(
                "lab",
                "--scenario",
                "h2-300",
                "--requests",
                "30",
                "--limit",
                "10",
                "--delay",
                "600ms",
                "--json",
                file.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .containsPattern("(?m)^(held|NOT HELD) +h2-300: slowest .*Expected: 1 connection, slowest ≈ 1.8 s")
                .containsPattern("(?m)^h2-300 +30 +30 +0 +0 +1 ")
                .containsPattern("(?m)^21–30 +·+█+ +waited ");
        assertThat(Files.readString(file))
                .contains("\"name\" : \"h2-300\"", "\"queued\" : 20", "\"serverRequests\" : 30")
                .containsPattern("\"STREAM_LIMIT\" : [0-9.]+")
                .containsPattern("\"gapSeconds\" : 0?[.1-9][0-9.]*");
        assertThat(run.code())
                .as(run::toString)
                .isEqualTo(run.out().contains("1 of 1 run held.") ? ExitCode.OK : ExitCode.FAILED);
    }

    @Test
    void standardOutputIsJsonAloneWhereItIsAskedFor() {
        Run run = Run.of(
                "lab",
                "--scenario",
                "h2-grow-300",
                "--scenario",
                "jdk-300",
                "--requests",
                "30",
                "--limit",
                "10",
                "--delay",
                "900",
                "--repeat",
                "2",
                "--json",
                "-");
        assertThat(run.out()).startsWith("{").endsWith("}\n").contains("\"run\" : 2", "\"machine\"");
        assertThat(run.err())
                .contains("h2-grow-300 1/2: ", "h2-grow-300 2/2: ", "jdk-300 2/2: ", "too many concurrent streams")
                .containsPattern("(?m)^h2-grow-300 +30 +30 +0 +0 +3 ")
                .containsPattern("(?m)^jdk-300 +30 +10 +20 +0 +1 ");
        assertThat(run.code())
                .as(run::toString)
                .isEqualTo(run.err().contains("4 of 4 runs held.") ? ExitCode.OK : ExitCode.FAILED);
    }
}
