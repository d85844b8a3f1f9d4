package dev.clearway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateCommandTest {
    private static Run simulate(String line) {
        return Run.of(("simulate " + line).split(" ", -1));
    }

    @Test
    void defaultsAreTheBurstThatThisIsAbout() {
        Run run = simulate("--growth single --warm");
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).as(run::toString).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .contains("300, all at once, no timeout")
                .containsPattern("(?m)^single +300 +300 +0 +0 +1 +3 s ");
    }

    @Test
    void modelCanBeGivenInEveryPart() {
        Run run = simulate("--clients 10 --rate 50 --duration 2s --arrivals even --service uniform:30ms-50ms"
                + " --timeout 2s --limit 7 --round-trip 20ms --handshake 90ms --growth ONE_AT_A_TIME --ceiling 3"
                + " --queue-length 40 --queue-time 500ms --concurrent 9 --overload-rule off --seed 3");
        assertThat(run.out())
                .contains("100 by each of 10 clients, 1000 in all, 50 a second and client like clockwork, timeout 2 s")
                .contains("spread evenly from 30 ms to 50 ms")
                .contains("7 streams a connection", "round trip 20 ms, handshake 90 ms, SETTINGS 20 ms after it")
                .contains("ONE_AT_A_TIME, ceiling 3, 40 may wait for 0.5 s, 9 at once, overload rule off")
                .contains("seed 3");
        assertThat(run.code()).as(run::toString).isEqualTo(ExitCode.OK);
    }

    @Test
    void growthRulesAreComparedAndWrittenAsJson(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("what-if.json");
        Run run = simulate("--requests 1000 --round-trip 100ms --compare --json " + file);
        assertThat(run.out()).contains("one-at-a-time").contains("on-demand");
        assertThat(Files.readString(file)).contains("SINGLE", "ONE_AT_A_TIME", "ON_DEMAND");
        assertThat(simulate("--json -").out()).startsWith("{").endsWith("}\n");
    }

    @Test
    void samplesAreReadFromAFile(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("times.txt"), "# seen yesterday\n0.25\n\n250ms\n1s\n");
        Run run = simulate("--requests 10 --service samples:" + file);
        assertThat(run.out()).contains("3 samples of " + file + ", mean 500 ms");
        Files.writeString(file, "0.25\nsoon\n");
        assertThat(simulate("--service samples:" + file).err()).contains("line 2 of " + file + " is no time: 'soon'");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThat(simulate("--service samples:" + file).err()).contains("is no text in UTF-8");
        Files.writeString(file, "");
        assertThat(simulate("--service samples:" + file).err()).contains("there is no time in");
    }

    @ParameterizedTest
    @CsvSource({
        "--requests 0, requests must be at least 1",
        "--requests 2000000, give a rate to spread them",
        "--rate 0, rate must be above 0",
        "--duration 5s, --duration needs a --rate",
        "--rate 5 --duration 5s --requests 7, not both",
        "--clients 0, clients must be 1 to",
        "--service soon, is no time",
        "--service uniform:5ms, is not as uniform:300ms-1100ms",
        "--service uniform:9ms-5ms, the shorter comes first",
        "--service samples:/no/such/file, there is no directory /no/such",
        "--growth fast, 'single, one-at-a-time and on-demand'",
        "--ceiling 0, http2Connections must be at least 1",
        "--overload-rule maybe, overload-rule",
        "--timeout 0, timeout must be positive",
        "--handshake-round-trips -1, must be from 0 to 100",
        "--http1 --compare, 'leave out --http1'",
        "--arrivals never, arrivals"
    })
    void wrongArgumentsAreAUsageErrorWithAHint(String line, String message) {
        Run run = simulate(line);
        assertThat(run.code()).as(run::toString).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message).contains("--help'");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void helpNamesWhatIsToBeKnown() {
        assertThat(simulate("--help").out())
                .contains("Usage: clearway simulate")
                .contains("--handshake-round-trips", "Default: 2.")
                .contains("Examples:", "Exit codes:");
    }
}
