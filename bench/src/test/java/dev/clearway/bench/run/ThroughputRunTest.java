package dev.clearway.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.client.Wire;
import dev.clearway.bench.run.ThroughputPlan.Subject;
import dev.clearway.bench.worker.Interval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThroughputRunTest {
    private static final Workload HTTP2 = new Workload("h2", Wire.H2, 1, 20);

    @TempDir
    private Path directory;

    private final List<String> progress = new ArrayList<>();

    @Test
    void clientsAreMeasuredInProcessesOfTheirOwnAndOneThatFailsCostsItsOwnRowOnly() throws Exception {
        List<Subject> subjects = List.of(new Subject("failing", Tuning.BEST), new Subject("raw", Tuning.BEST));
        ThroughputPlan plan = new ThroughputPlan(List.of(HTTP2), subjects, 2, 200, 0, 0, "origin", "128m", null);
        List<Row> rows;
        try (BenchServer server = Servers.start("origin", Workload.STREAM_LIMIT, directory)) {
            rows = new ThroughputRun(plan, directory, progress::add).run(server);
        }

        assertThat(rows).extracting(row -> row.workload().name()).containsExactly("h2", "h2");
        assertThat(rows)
                .filteredOn(row -> row.subject().client().equals("failing"))
                .allSatisfy(row -> {
                    assertThat(row.holds()).isFalse();
                    assertThat(row.failure()).contains("no such host");
                });
        assertThat(rows).filteredOn(row -> row.subject().client().equals("raw")).allSatisfy(row -> {
            assertThat(row.failure()).isNull();
            assertThat(row.holds()).isTrue();
            assertThat(row.intervals()).hasSize(2);
            assertThat(row.spread(Interval::garbageBytes).most()).isPositive();
            assertThat(row.spread(Interval::connections).most())
                    .isEqualTo(row.workload().connections());
        });
        assertThat(progress).anyMatch(line -> line.contains("failing (best) failed"));
    }
}
