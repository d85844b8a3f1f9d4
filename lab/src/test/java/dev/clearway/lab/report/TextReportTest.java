package dev.clearway.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.lab.LabReport;
import dev.clearway.lab.Outcome;
import dev.clearway.lab.Samples;
import dev.clearway.lab.measure.Measured;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextReportTest {
    private static final LabReport REPORT = Samples.report(
            Samples.outcome("h2-300", Samples.h2With300()),
            Samples.outcome("h2-300-timeout", Samples.timedOut()),
            Samples.outcome("reuse-h2-wan", Samples.reuse()));

    @Test
    void everyScenarioHasARowWithItsFigures() {
        List<String> lines = TextReport.lines(REPORT, 200, Paint.NONE);
        assertThat(lines)
                .anySatisfy(line -> assertThat(line)
                        .matches("h2-300 +300 +300 +0 +0 +1 +3\\.02 s .* 1\\.01 s +50 ms +HTTP/2 +held"));
        assertThat(lines).anySatisfy(line -> assertThat(line).matches("h2-300-timeout +300 +100 +200 +100 .*held"));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).matches("reuse-h2-wan +1 .*0\\.23 s .*3 to 1 +1\\.01 s +held"));
        assertThat(lines).anySatisfy(line -> assertThat(line).matches("  over TLS 1\\.2 +1 .*4 to 1"));
        assertThat(lines).contains("h2-300-timeout: 100 × QueueRefusedException: never sent", "3 of 3 runs held.");
    }

    @Test
    void narrowScreenKeepsNamesAndVerdicts() {
        List<String> lines = TextReport.lines(REPORT, 60, Paint.NONE);
        assertThat(lines)
                .filteredOn(line -> line.startsWith("h2-300 ") || line.startsWith("reuse-h2-wan"))
                .hasSize(2)
                .allSatisfy(
                        line -> assertThat(line).hasSizeLessThanOrEqualTo(60).endsWith("held"));
    }

    @Test
    void remarksAreBrokenToTheScreensWidth() {
        assertThat(Wrapped.lines("a bc def", 4)).containsExactly("a bc", "def");
        assertThat(Wrapped.lines("longer than that", 4)).containsExactly("longer", "than", "that");
        assertThat(TextReport.lines(REPORT, 60, Paint.NONE))
                .filteredOn(line -> line.startsWith("One warm-up request"))
                .singleElement()
                .satisfies(line -> assertThat(line).hasSizeLessThanOrEqualTo(60));
    }

    @Test
    void spreadOfTimesIsShownForRepeatedRuns() {
        Outcome first = Samples.outcome("h2-300", Samples.h2With300());
        Outcome second = Samples.outcome("h2-300", slower(), first);
        List<String> lines = TextReport.lines(Samples.report(first, second), 200, Paint.NONE);
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).contains("3.02 s to 3.1 s").endsWith("held 2×"));
    }

    @Test
    void objectionsAndAStopAreTold() {
        Outcome wrong = Samples.outcome("h2-150", Samples.h2With300());
        LabReport stopped = new LabReport(REPORT.machine(), List.of(wrong), 2);
        List<String> lines = TextReport.lines(stopped, 200, Paint.NONE);
        assertThat(lines)
                .contains("h2-150 (run 1): queued is 200, not 50", "Stopped after 1 of 2 runs: 0 of 1 run held.");
        assertThat(stopped.holds()).isFalse();
    }

    private static Measured slower() {
        Measured own = Samples.h2With300();
        return new Measured(
                300,
                300,
                0,
                0,
                3.1,
                own.p50Seconds(),
                1,
                200,
                2.05,
                own.waitSecondsByReason(),
                own.server(),
                "HTTP/2",
                List.of(),
                own.spans(),
                null);
    }
}
