package dev.clearway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The soak as a person runs it, very short: what it measures says nothing then, what it prints does. */
class LabSoakCommandTest {
    @RegisterExtension
    static final LeakExtension LEAKS = LeakExtension.aroundClass();

    @Test
    void eachIntervalIsALineAndTheVerdictFollows(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("soak.json");
        Run run = Run.of("lab", "soak", "--duration", "2s", "--rate", "20", "--json", file.toString());
        assertThat(run.out())
                .contains("heap after GC", "rule: ", "requests failed")
                .doesNotContain("NOT HELD");
        String json = Files.readString(file);
        assertThat(json).contains("\"heapAfterBytes\" : ", "\"verdicts\" : [");
        assertThat(json.split("\"descriptors\" : ", -1)).hasSize(21);
        assertThat(run.code()).isEqualTo(json.contains("\"flat\" : true,") ? ExitCode.OK : ExitCode.FAILED);
    }

    @Test
    void intervalIsASixthOfTheDurationAtMost() {
        Run run = Run.of("lab", "soak", "--duration", "10s", "--interval", "5s");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("at most a sixth of the duration");
    }
}
