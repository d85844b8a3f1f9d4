package dev.clearway.bench.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.bench.measure.Spread;
import dev.clearway.bench.run.Row;
import dev.clearway.bench.run.ThroughputPlan;
import dev.clearway.bench.run.Workload;
import dev.clearway.bench.worker.Interval;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A throughput run in writing.
 *
 * @param plan what was to be done
 * @param machine where
 * @param rows what was found
 */
public record ThroughputReport(ThroughputPlan plan, Machine machine, List<Row> rows) {
    private static final String FLOOR = "raw";
    private static final int BAR_CELLS = 24;
    private static final double BUSY_SHARE = 0.1;

    /** The run as one JSON object. */
    public String json() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("bench", "throughput");
            json.writeFieldName("machine");
            machine.write(json);
            json.writeObjectFieldStart("plan");
            json.writeNumberField("rounds", plan.rounds());
            json.writeNumberField("intervalMillis", plan.intervalMillis());
            json.writeNumberField("warmUpCpuSeconds", plan.warmUpSeconds());
            json.writeEndObject();
            json.writeArrayFieldStart("results");
            for (Row row : rows) {
                writeRow(json, row);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text + "\n";
    }

    private void writeRow(JsonGenerator json, Row row) throws IOException {
        json.writeStartObject();
        json.writeStringField("client", row.subject().client());
        json.writeStringField("tuning", row.subject().tuning().label());
        json.writeStringField("library", row.library());
        json.writeStringField("workload", row.workload().name());
        json.writeNumberField("intervals", row.intervals().size());
        json.writeBooleanField("holds", row.holds());
        if (row.failure() != null) {
            json.writeStringField("failure", row.failure());
        }
        json.writeNumberField(
                "failures",
                row.intervals().stream().mapToLong(Interval::failures).sum());
        if (!row.intervals().isEmpty()) {
            for (Measure measure : Measure.ALL) {
                Numbers.write(json, measure.name(), row.spread(measure.of()).median());
            }
            Numbers.write(json, "clientCpuRatio", ratio(row, Measure.CLIENT_CPU));
            Numbers.write(json, "serverCpuRatio", ratio(row, Measure.SERVER_CPU));
            writeSpreads(json, row);
        }
        json.writeEndObject();
    }

    private static void writeSpreads(JsonGenerator json, Row row) throws IOException {
        json.writeObjectFieldStart("spread");
        for (Measure measure : Measure.ALL) {
            Numbers.write(json, measure.name(), row.spread(measure.of()));
        }
        json.writeEndObject();
    }

    /** A row's median over the floor's in the same workload; NaN without a floor. */
    private double ratio(Row row, Measure measure) {
        Optional<Row> floor = rows.stream()
                .filter(other -> other.workload().equals(row.workload())
                        && other.subject().client().equals(FLOOR)
                        && !other.intervals().isEmpty())
                .findFirst();
        return floor.isEmpty()
                ? Double.NaN
                : row.spread(measure.of()).median()
                        / floor.get().spread(measure.of()).median();
    }

    /** The run as Markdown: a table a workload, the cheapest client first. */
    public String markdown() {
        StringBuilder text = new StringBuilder();
        for (Workload workload : plan.workloads()) {
            List<Row> found = new ArrayList<>(
                    rows.stream().filter(row -> row.workload().equals(workload)).toList());
            if (!found.isEmpty()) {
                found.sort(Comparator.comparingDouble(row -> row.intervals().isEmpty() ? Double.MAX_VALUE : cpu(row)));
                table(text, workload, found);
            }
        }
        text.append(String.format(
                Locale.ROOT,
                "Medians of %d intervals of %.1f s, clients interleaved in one run; CPU a request without JIT (range in"
                        + " brackets), ratios to `%s`. %d cores, %s, server %s, TLS engine: %s, heap %s. *Others*: share of the machine that other processes used; above %.0f %% read"
                        + " requests/s and latency as bounds only.%n",
                plan.rounds(),
                plan.intervalMillis() / 1e3,
                FLOOR,
                machine.cores(),
                machine.jdk(),
                machine.server(),
                machine.tls(),
                machine.heap(),
                100 * BUSY_SHARE));
        return text.toString();
    }

    private static double cpu(Row row) {
        return row.spread(Measure.CLIENT_CPU.of()).median();
    }

    private void table(StringBuilder text, Workload workload, List<Row> found) {
        text.append("**").append(workload.name()).append("**: ").append(workload.title());
        text.append("""


                | client | client CPU µs | × raw | server CPU µs | × raw | garbage B | requests/s | × raw | p50 ms | p99 ms | connections | others | client CPU |
                |---|---|---|---|---|---|---|---|---|---|---|---|---|
                """);
        double most = found.stream()
                .filter(row -> !row.intervals().isEmpty())
                .mapToDouble(ThroughputReport::cpu)
                .max()
                .orElse(1);
        for (Row row : found) {
            text.append(row.intervals().isEmpty() ? failed(row) : line(row, most));
        }
        text.append('\n');
    }

    private static String failed(Row row) {
        return "| " + label(row) + " | failed: " + Numbers.cell(row.failure()) + " |" + " |".repeat(11) + "\n";
    }

    private static String label(Row row) {
        return row.subject().client()
                + (row.subject().tuning() == dev.clearway.bench.client.Tuning.DEFAULT ? " (default)" : "");
    }

    private String line(Row row, double most) {
        Spread cpu = row.spread(Measure.CLIENT_CPU.of());
        int cells = (int) Math.max(1, Math.round(BAR_CELLS * cpu.median() / most));
        return String.format(
                Locale.ROOT,
                "| %s%s | %s (%s–%s) | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |%n",
                label(row),
                row.holds() ? "" : " (does not hold)",
                Numbers.text(cpu.median(), 1),
                Numbers.text(cpu.least(), 1),
                Numbers.text(cpu.most(), 1),
                times(ratio(row, Measure.CLIENT_CPU)),
                median(row, Measure.SERVER_CPU, 1),
                times(ratio(row, Measure.SERVER_CPU)),
                median(row, Measure.GARBAGE, 0),
                median(row, Measure.RATE, 0),
                times(ratio(row, Measure.RATE)),
                median(row, Measure.P50, 2),
                median(row, Measure.P99, 2),
                median(row, Measure.CONNECTIONS, 0),
                Numbers.percent(row.spread(Measure.OTHERS.of()).median()),
                "█".repeat(cells));
    }

    private static String median(Row row, Measure measure, int digits) {
        return Numbers.text(row.spread(measure.of()).median(), digits);
    }

    private static String times(double ratio) {
        return Numbers.text(ratio, 2);
    }
}
