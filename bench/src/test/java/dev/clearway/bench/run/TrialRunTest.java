package dev.clearway.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.client.Wire;
import dev.clearway.bench.measure.Values;
import dev.clearway.bench.report.Machine;
import dev.clearway.bench.report.TrialReport;
import dev.clearway.bench.run.ThroughputPlan.Subject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialRunTest {
    private static final int STREAMS = 10;

    @TempDir
    private Path directory;

    private static Trial trial(String name, int inFlight, String command) {
        return new Trial(name, name, Wire.H2, 0, inFlight, STREAMS, command, command, 1, 1);
    }

    @Test
    void requestsAtAFixedRateAllEndAndTellTheirPercentiles() throws Exception {
        try (BenchServer server = Servers.start("origin", STREAMS, directory)) {
            TrialRun run = new TrialRun(List.of(new Subject("raw", Tuning.BEST)), "128m", directory, line -> {});
            Trial.Result result = run.run(trial("paced", STREAMS, "paced /bytes/64?delay=20 64 200 500"), server)
                    .get(0);

            assertThat(result.failure()).isNull();
            Values values = result.rounds().get(0);
            assertThat(values.number("failed")).isZero();
            assertThat(values.number("p50Millis")).isGreaterThanOrEqualTo(20);
            assertThat(values.number("p999Millis")).isGreaterThanOrEqualTo(values.number("p50Millis"));
            assertThat(values.number("requestsPerSecond")).isLessThan(250).isPositive();
        }
    }

    @Test
    void roundTripsOfAFirstRequestAreTold() throws Exception {
        try (BenchServer server = Servers.start("origin", STREAMS, directory)) {
            TrialRun run = new TrialRun(List.of(new Subject("clearway", Tuning.BEST)), "128m", directory, line -> {});
            Trial.Result result =
                    run.run(trial("first", 1, "first /bytes/64 64 50"), server).get(0);

            assertThat(result.failure()).isNull();
            Values values = result.rounds().get(0);
            assertThat(values.number("straightMillis")).isPositive();
            // TCP's, which the relay makes up for, TLS 1.3's and the request's own.
            assertThat(values.number("relayedMillis")).isGreaterThanOrEqualTo(150);
        }
    }

    @Test
    void burstsAndTransfersAreMeasuredAndReported() throws Exception {
        List<Trial> trials = List.of(trial("flight", 25, "flight 25 200 1"), trial("upload", 1, "upload 1000000"));
        List<Trial.Result> results = new ArrayList<>();
        try (BenchServer server = Servers.start("origin", STREAMS, directory)) {
            TrialRun run = new TrialRun(List.of(new Subject("raw", Tuning.BEST)), "128m", directory, line -> {});
            for (Trial trial : trials) {
                results.addAll(run.run(trial, server));
            }
        }

        assertThat(results).extracting(Trial.Result::failure).containsOnlyNulls();
        Values burst = results.get(0).rounds().get(0);
        assertThat(burst.number("succeeded")).isEqualTo(25);
        assertThat(burst.number("failed")).isZero();
        assertThat(burst.number("connections")).isEqualTo(3);
        assertThat(burst.number("slowestSeconds")).isGreaterThanOrEqualTo(0.2);
        assertThat(burst.number("heapBytesPerRequest")).isFinite();
        assertThat(results.get(1).rounds().get(0).number("megabytesPerSecond")).isPositive();
        TrialReport report = new TrialReport("trials", Machine.here("origin", "128m"), results);
        assertThat(report.json()).contains("\"slowestSeconds\"", "\"client\" : \"raw\"", "\"trial\" : \"upload\"");
        assertThat(report.markdown()).contains("**flight**: flight", "| raw | 25 | 0 |");
    }
}
