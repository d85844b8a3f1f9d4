package dev.clearway.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.bench.measure.Values;
import dev.clearway.bench.report.ExposedReport;
import dev.clearway.bench.report.Machine;
import dev.clearway.bench.run.ExposedRun.Timed;
import dev.clearway.bench.run.Exposure.Met;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExposedRunTest {
    private static final Machine MACHINE = Machine.here("origin", "512m");

    @TempDir
    private Path directory;

    @Test
    void burstsBeyondALimitTellThatTheJdksClientFailsThemAndOursGrows() throws Exception {
        ExposedRun run = new ExposedRun(List.of(15), 2000, 10, 30, new Timed(15, 30_000));
        try (BenchServer server = Servers.start("origin", run.streamLimit(), directory)) {
            List<Exposure> exposures = run.run(List.of("clearway-executor", "jdk"), server, directory, line -> {});

            assertThat(exposures).extracting(Exposure::failure).containsOnlyNulls();
            Met ours = exposures.get(0).met().get(0);
            assertThat(ours.values().number("succeeded")).isEqualTo(15);
            assertThat(ours.values().number("connections")).isBetween(1.0, 2.0);
            assertThat(ours.said()).isEmpty();
            assertThat(exposures.get(0).timed())
                    .extracting(timed -> timed.values().number("succeeded"))
                    .isEqualTo(15.0);
            Met jdks = exposures.get(1).met().get(0);
            assertThat(jdks.values().number("failed")).isPositive();
            assertThat(jdks.said()).contains("too many concurrent streams");
            ExposedReport report = new ExposedReport(run, MACHINE, exposures);
            assertThat(report.markdown()).contains("15 at once", " failed**, ", "too many concurrent streams");
            assertThat(report.json()).contains("\"client\" : \"jdk\"", "\"requests\" : 15");
        }
    }

    @Test
    void waitsThatNobodyWasToldOfAreNamed() {
        ExposedRun run = new ExposedRun(List.of(101, 1000), 1000, 100, 30, new Timed(300, 1500));
        Values slow = new Values()
                .with("failed", 0.0)
                .with("unended", 0.0)
                .with("slowestSeconds", 2.02)
                .with("connections", 1.0);
        Values cut = new Values()
                .with("failed", 850.0)
                .with("unended", 850.0)
                .with("slowestSeconds", 29.0)
                .with("connections", 1.0);
        Values late = new Values()
                .with("failed", 200.0)
                .with("unended", 0.0)
                .with("slowestSeconds", 1.1)
                .with("connections", 1.0);
        Exposure exposure = new Exposure(
                "other",
                "other 1",
                List.of(new Met(101, slow, ""), new Met(1000, cut, "")),
                new Met(300, late, "150 × A: a|b; 50 × B: c"),
                null);
        Exposure broken = new Exposure("broken", "broken 1", List.of(), null, "a | b");
        Exposure failing =
                new Exposure("failing", "failing 1", List.of(new Met(101, slow, "1 × A: 5 × b; 2 × C: d")), null, null);
        String table = new ExposedReport(run, MACHINE, List.of(exposure, broken, failing)).markdown();
        assertThat(table)
                .contains(
                        "| other | other 1 | slowest 2.0 s, 1 connection | **850 unanswered after 30 s**, slowest 29.0 s,"
                                + " 1 connection | nothing: requests waited unseen |")
                .contains("| broken | broken 1 | did not run | did not run | (the run failed: a / b) |")
                .contains("| a failure: `A: 5 × b; C: d` |")
                .contains("| client | 300 at once, with a timeout of 1.5 s | what told the caller |")
                .contains(
                        "| other | **200 failed**, slowest 1.1 s, 1 connection | `150 × A: a/b; 50 × B: c` |",
                        "| broken | did not run | – |");
    }
}
