package dev.clearway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.lab.scenario.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    @ParameterizedTest
    @ValueSource(strings = {"--help", "lab --help", "serve --help"})
    void helpGoesToStandardOutputWithExamplesAndExitCodes(String line) {
        Run run = Run.of(line.split(" ", -1));
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("Usage: clearway").contains("Examples:").contains("Exit codes:");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void helpOfServeShowsDefaults() {
        assertThat(Run.of("serve", "--help").out())
                .contains("Default: 8443")
                .contains("Default: 8444")
                .contains("Default: 8081")
                .contains("Default: 8082")
                .contains("Default: 100");
    }

    @Test
    void versionNamesTheCommandAndItsJava() {
        assertThat(Run.of("--version").out()).startsWith("clearway ").contains(System.getProperty("java.version"));
    }

    @Test
    void commandIsNeeded() {
        Run run = Run.of();
        assertThat(run.code()).as(run::toString).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("Usage: clearway");
    }

    @ParameterizedTest
    @CsvSource({
        "serve --tls-prot 1, --tls-port",
        "serve --h1-port 65536, must be 0 to 65535",
        "serve --max-streams -1, must not be negative",
        "serve --max-streams many, not a whole number",
        "lab --scenario h1-150 --limit 5, over HTTP/1.1",
        "lab --requests 0, requests must be 1 to",
        "lab --limit 0, limit must be 1 to",
        "lab --repeat 0, repeat must be 1 to",
        "lab --delay 5m, is no time",
        "lab --delay 2000s, delay must be 0 to",
        "lab --scenario h2-301, there is no scenario 'h2-301'",
        "lab --scenario reuse-h2 --requests 1, needs at least 2 requests",
        "lab extra, extra",
        "bnech, bnech"
    })
    void wrongArgumentsAreAUsageErrorWithAHint(String line, String message) {
        Run run = Run.of(line.split(" ", -1));
        assertThat(run.code()).as(run::toString).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message).contains("--help'");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void benchIsListedAndSaysWhereItIs() {
        assertThat(Run.of("--help").out()).containsPattern("(?m)^  bench +Measures");
        Run run = Run.of("bench", "throughput", "--quick");
        assertThat(run.code()).as(run::toString).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("./clearway bench");
    }

    @Test
    void directoryThatCannotBeMadeIsNamedWithTheReason(@TempDir Path directory) throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        Run run = Run.of("serve", "--ca-dir", file.resolve("ca").toString());
        assertThat(run.code()).as(run::toString).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("cannot make the directory " + file.resolve("ca"), "choose another one");
    }

    @Test
    void unknownScenarioIsAnsweredWithTheNamesThatThereAre() {
        assertThat(Run.of("lab", "--scenario", "h2").err()).contains("h2-300").contains("reuse-burst-50");
    }

    @Test
    void listShowsEveryScenarioAndWhatItExpects() {
        Run run = Run.of("lab", "--list");
        assertThat(run.code()).isZero();
        assertThat(Catalogue.all())
                .allSatisfy(scenario -> assertThat(run.out()).containsPattern("(?m)^  " + scenario.name() + " "));
        assertThat(run.out()).contains("expected: 1 connection, slowest ≈ 3 s (3 waves)");
    }

    @Test
    void listFollowsWhatReplacesAScenariosFigures() {
        Run run =
                Run.of("lab", "--list", "--scenario", "h2-300", "--requests", "500", "--limit", "50", "--delay", "2s");
        assertThat(run.out()).contains("slowest ≈ 20 s (10 waves)").doesNotContain("h2-100");
    }

    @Test
    void fileThatCannotBeWrittenIsAnErrorBeforeAnythingRuns(@TempDir Path directory) {
        Run run = Run.of("lab", "--json", directory.resolve("no/such/file.json").toString());
        assertThat(run.code()).as(run::toString).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("cannot write to").contains("no such directory");
        assertThat(run.out()).isEmpty();
    }
}
