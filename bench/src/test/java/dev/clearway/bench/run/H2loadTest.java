package dev.clearway.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.client.Wire;
import dev.clearway.bench.run.ThroughputPlan.Subject;
import dev.clearway.bench.worker.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class H2loadTest {
    @TempDir
    private Path directory;

    @Test
    void lastLinesAreUnderstood() throws IOException {
        H2load.Summary summary = H2load.Summary.of("""
                finished in 990.50ms, 16550.00 req/s, 16.53MB/s
                requests: 33106 total, 33206 started, 33106 done, 33100 succeeded, 3 failed, 2 errored, 1 timeout
                """);
        assertThat(summary).isEqualTo(new H2load.Summary(33_100, 6, 990_500_000));
    }

    @Test
    void programThatSaysSomethingElseFails() {
        assertThatThrownBy(() -> H2load.Summary.of("could not connect to host"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("could not connect to host");
    }

    @Test
    void isMeasuredByEveryProtocolBesideTheOthers() throws Exception {
        assumeTrue(H2load.isInstalled());
        List<Workload> workloads = List.of(
                new Workload("h2", Wire.H2, 2, 20),
                new Workload("h2c", Wire.H2C, 1, 10),
                new Workload("h1", Wire.H1_TLS, 4, 4));
        ThroughputPlan plan = new ThroughputPlan(
                workloads, List.of(new Subject("h2load", Tuning.BEST)), 2, 200, 0, 0, "origin", "128m", null);
        List<Row> rows;
        try (BenchServer server = Servers.start("origin", Workload.STREAM_LIMIT, directory)) {
            rows = new ThroughputRun(plan, directory, new ArrayList<String>()::add).run(server);
        }
        assertThat(rows).hasSize(3).allSatisfy(row -> {
            assertThat(row.holds()).isTrue();
            assertThat(row.intervals()).hasSize(2);
            assertThat(row.library()).startsWith("h2load ");
            assertThat(row.spread(Interval::serverCpuMicros).most()).isPositive();
            assertThat(row.spread(Interval::garbageBytes).median()).isNaN();
        });
    }
}
