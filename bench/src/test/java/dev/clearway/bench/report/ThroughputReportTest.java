package dev.clearway.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.run.Row;
import dev.clearway.bench.run.ThroughputPlan;
import dev.clearway.bench.run.ThroughputPlan.Subject;
import dev.clearway.bench.run.Workload;
import dev.clearway.bench.worker.Interval;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThroughputReportTest {
    private static final Workload FIRST = Workload.ALL.get(0);
    private static final Subject RAW = new Subject("raw", Tuning.BEST);
    private static final Subject SLOW = new Subject("slow", Tuning.DEFAULT);
    private static final Subject BROKEN = new Subject("broken", Tuning.BEST);

    private static Interval interval(long clientMicros, long failures) {
        return new Interval(
                1000,
                failures,
                1_000_000_000L,
                clientMicros * 1_000_000,
                0,
                0,
                4_000_000,
                2_000_000,
                500_000,
                2_000_000,
                3_000_000,
                1,
                Double.NaN);
    }

    private static ThroughputReport report() {
        ThroughputPlan plan =
                new ThroughputPlan(List.of(FIRST), List.of(RAW, SLOW, BROKEN), 3, 2000, 5, 15, "origin", "1g", null);
        List<Row> rows = List.of(
                new Row(FIRST, SLOW, "Slow 1", List.of(interval(9, 0), interval(10, 0), interval(12, 500)), null),
                new Row(FIRST, BROKEN, "Broken 1", List.of(), "said | \"no\"\nand ended"),
                new Row(FIRST, RAW, "Netty", List.of(interval(4, 0), interval(5, 0), interval(6, 0)), null));
        return new ThroughputReport(plan, new Machine(2, -1, "JVM", "Linux", "origin", "JDK", "1g"), rows);
    }

    @Test
    void tableIsSortedByClientCpuWithRatiosToTheFloor() {
        List<String> lines = report().markdown().lines().toList();
        List<String> rows = lines.stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| client"))
                .toList();

        assertThat(rows).hasSize(3);
        assertThat(rows.get(0))
                .startsWith("| raw | 5.0 (4.0–6.0) | 1.00 | 4.0 | 1.00 | 2000 | 1000 | 1.00 | 0.50 | 2.00 | 1 | – |");
        assertThat(rows.get(1)).startsWith("| slow (default) (does not hold) | 10.0 (9.0–12.0) | 2.00 |");
        assertThat(rows.get(2)).isEqualTo("| broken | failed: said \\| \"no\": and ended |" + " |".repeat(11));
    }

    @Test
    void jsonHasTheNamedValuesOfEachRow() throws IOException {
        List<String> clients = new ArrayList<>();
        List<Double> cpu = new ArrayList<>();
        List<String> names = new ArrayList<>();
        try (JsonParser json = new JsonFactory().createParser(report().json())) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.FIELD_NAME) {
                    names.add(json.currentName());
                } else if ("client".equals(json.currentName())) {
                    clients.add(json.getText());
                } else if ("clientCpuMicros".equals(json.currentName()) && token.isNumeric()) {
                    cpu.add(json.getDoubleValue());
                }
            }
        }

        assertThat(clients).containsExactly("slow", "broken", "raw");
        assertThat(cpu).containsExactly(10.0, 5.0);
        assertThat(names)
                .contains(
                        "results",
                        "serverCpuMicros",
                        "garbageBytes",
                        "requestsPerSecond",
                        "p50Millis",
                        "p99Millis",
                        "failure",
                        "spread",
                        "machine");
    }

    @Test
    void rowWithManyFailuresDoesNotHold() {
        assertThat(report().rows()).extracting(Row::holds).containsExactly(false, false, true);
    }

    @Test
    void whatIsNotKnownOfAProgramIsADash() throws IOException {
        Subject program = new Subject("h2load", Tuning.BEST);
        ThroughputPlan plan =
                new ThroughputPlan(List.of(FIRST), List.of(program), 1, 2000, 5, 15, "origin", "1g", null);
        Interval interval = new Interval(1000, 0, 1_000_000_000L, 3_000_000, 0, 0, 4_000_000, -1, -1, -1, -1, 1, 0.02);
        ThroughputReport report = new ThroughputReport(
                plan, report().machine(), List.of(new Row(FIRST, program, "h2load 1", List.of(interval), null)));

        assertThat(report.markdown())
                .contains("| h2load | 3.0 (3.0–3.0) | – | 4.0 | – | – | 1000 | – | – | – | 1 | 2 % |");
        assertThat(report.json()).contains("\"garbageBytes\" : null", "\"p99Millis\" : null");
    }
}
