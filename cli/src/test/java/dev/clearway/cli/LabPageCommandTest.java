package dev.clearway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The page experiment as a person runs it, without a browser and with a small page. */
class LabPageCommandTest {
    @RegisterExtension
    static final LeakExtension LEAKS = LeakExtension.aroundClass().ignoringThreads("clearway-calibration");

    @TempDir
    Path directory;

    private Run run(String... more) {
        String[] arguments = new String[12 + more.length];
        String[] usual = {
            "lab",
            "page",
            "--no-browser",
            "--runs",
            "1",
            "--scripts",
            "5",
            "--images",
            "5",
            "--delay-max",
            "120",
            "--out"
        };
        System.arraycopy(usual, 0, arguments, 0, 12);
        System.arraycopy(more, 0, arguments, 12, more.length);
        return Run.of(arguments);
    }

    @Test
    void reportIsPrintedAndWritten() throws IOException {
        Path results = directory.resolve("results");
        Run run = run(results.toString(), "--mode", "direct", "--json", "-");
        assertThat(run.code()).as(run::toString).isEqualTo(ExitCode.OK);
        assertThat(run.out()).startsWith("{").contains("\"requests\" : 71").endsWith("}\n");
        assertThat(run.err()).contains("The page: 71 requests", "direct", "first run", "run 1 of 1", "Written: ");
        assertThat(Files.readString(results.resolve("report.html"))).contains("not a browser");
    }

    @Test
    void modesDifferAsTheProxysOfferDoes() throws IOException {
        Path results = directory.resolve("results");
        Run run = run(results.toString());
        assertThat(run.code()).as(run::toString).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .containsPattern("(?m)^direct +.* h2 +1 ")
                .containsPattern("(?m)^proxy-h1 +.* http/1\\.1 +6 ")
                .containsPattern("(?m)^proxy-h2 +.* h2 +1 ")
                .contains("held       proxy-h1: another issuer than straight: Clearway proxy CA");
        assertThat(Files.readString(results.resolve("comparison.md"))).contains("| proxy-h2-100 |");
    }

    @Test
    void wrongArgumentsAreSaid() {
        Run mode = run(directory.toString(), "--mode", "directly");
        assertThat(mode.code()).as(mode::toString).isEqualTo(ExitCode.USAGE);
        assertThat(mode.err()).contains("no mode is called 'directly'. There are: direct, ");
        Run bypass = run(directory.toString(), "--mode", "bypass");
        assertThat(bypass.code()).as(bypass::toString).isEqualTo(ExitCode.USAGE);
        assertThat(bypass.err()).contains("bypass, external and proxy-h1-shard need a browser");
        Run proxy = Run.of("lab", "page", "--external", "localhost:99999", "--out", directory.toString());
        assertThat(proxy.err()).contains("not a proxy, as localhost:3128");
        Run delay = run(directory.toString(), "--delay-min", "500");
        assertThat(delay.code()).as(delay::toString).isEqualTo(ExitCode.USAGE);
        assertThat(delay.err()).contains("the most delay (milliseconds) must be from 500");
    }

    @Test
    void placeThatCannotBeWrittenToFailsBeforeAnythingRuns() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        Run run = run(file.toString(), "--mode", "direct");
        assertThat(run.code()).as(run::toString).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("cannot write to " + file);
    }
}
