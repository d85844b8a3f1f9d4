package dev.clearway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The experiment of bytes, which no load on the machine changes, as a person runs it. */
class LabWireCommandTest {
    @RegisterExtension
    static final LeakExtension LEAKS = LeakExtension.aroundClass();

    @Test
    void headersAreCountedOnTheWire(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("hpack.json");
        Run run = Run.of("lab", "wire", "hpack", "--json", file.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("hpack expects: ", "HTTP/2, cookie indexed")
                .doesNotContain("NOT HELD");
        assertThat(Files.readString(file)).contains("\"http2Indexed.hundredth\" : ", "\"holds\" : true");
        assertThat(run.code()).as(run::toString).isEqualTo(ExitCode.OK);
    }

    @Test
    void unknownExperimentIsAWrongArgument() {
        Run run = Run.of("lab", "wire", "magic");
        assertThat(run.code()).as(run::toString).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("there is no experiment 'magic'; there are hpack, flow, loss");
    }
}
