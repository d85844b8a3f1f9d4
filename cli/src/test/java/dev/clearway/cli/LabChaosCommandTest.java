package dev.clearway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The chaos as a person runs it, very short. */
class LabChaosCommandTest {
    @RegisterExtension
    static final LeakExtension LEAKS = LeakExtension.aroundClass();

    @Test
    void reportSaysWhatHappenedAndThatItHeld(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("chaos.json");
        Run run = Run.of(
                "lab",
                "chaos",
                "--requests",
                "300",
                "--seed",
                "3",
                "--concurrent",
                "50",
                "--patience",
                "1m",
                "--json",
                file.toString());
        assertThat(run.out())
                .contains("300 of 300 requests, seed 3", "At the handler", "held: ")
                .doesNotContain("NOT HELD");
        assertThat(Files.readString(file)).contains("\"holds\" : true", "\"outcomes\" : {");
        assertThat(run.code()).isEqualTo(ExitCode.OK);
    }

    @Test
    void numberOfRequestsIsBounded() {
        Run run = Run.of("lab", "chaos", "--requests", "0");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("requests must be 1 to 10000000: 0");
    }
}
