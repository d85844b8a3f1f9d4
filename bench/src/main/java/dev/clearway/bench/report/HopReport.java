package dev.clearway.bench.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.bench.measure.Spread;
import dev.clearway.bench.run.Hop;
import dev.clearway.bench.run.HopPlan;
import dev.clearway.bench.run.HopRow;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A run of hops in writing.
 *
 * @param plan what was done
 * @param machine where
 * @param rows what was found
 */
public record HopReport(HopPlan plan, Machine machine, List<HopRow> rows) {
    /** The run as one JSON object. */
    public String json() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("bench", "proxy");
            json.writeFieldName("machine");
            machine.write(json);
            json.writeArrayFieldStart("results");
            for (HopRow row : rows) {
                write(json, row);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text + "\n";
    }

    private void write(JsonGenerator json, HopRow row) throws IOException {
        json.writeStartObject();
        json.writeStringField("hop", row.hop().label());
        json.writeStringField("version", row.version());
        json.writeBooleanField("holds", row.holds());
        if (row.failure() != null) {
            json.writeStringField("failure", row.failure());
        }
        if (!row.intervals().isEmpty()) {
            Numbers.write(json, "hopCpuMicros", median(row, Measure.SERVER_CPU));
            Numbers.write(json, "requestsPerSecond", median(row, Measure.RATE));
            Numbers.write(json, "p50Millis", median(row, Measure.P50));
            Numbers.write(json, "p99Millis", median(row, Measure.P99));
            Numbers.write(json, "othersShare", median(row, Measure.OTHERS));
        }
        if (!row.pages().isEmpty()) {
            Numbers.write(json, "pageCpuMillis", row.pageCpuMillis());
            Numbers.write(json, "pageSlowestSeconds", page(row, "slowestSeconds"));
        }
        json.writeEndObject();
    }

    /** The run as a Markdown table, in the order of the plan. */
    public String markdown() {
        StringBuilder text = new StringBuilder(
                String.format(Locale.ROOT, """
                **proxy**: the raw client over HTTP/2 and TLS through each hop, 1 connection, 100 requests in flight, \
                GET /bytes/1024; then %d pages of %d requests of %d ms at once, each on a new connection

                | hop | hop's CPU µs a request | × clearway | requests/s | p50 ms | p99 ms | page: hop's CPU ms | page: seconds | others |
                |---|---|---|---|---|---|---|---|---|
                """, plan.pages(), plan.pageRequests(), plan.pageDelayMillis()));
        for (HopRow row : rows) {
            text.append(row.intervals().isEmpty() ? failed(row) : line(row));
        }
        return text.append(String.format(
                        Locale.ROOT,
                        "%nMedians of %d intervals of %.1f s, hops interleaved in one run; CPU without JIT, of the server"
                                + " itself where there is no hop; a page's CPU is the mean. %d cores, %s, server %s, heap"
                                + " of our hop 256 MB. %s.%n",
                        plan.rounds(),
                        plan.intervalMillis() / 1e3,
                        machine.cores(),
                        machine.jdk(),
                        machine.server(),
                        String.join(
                                "; ",
                                rows.stream()
                                        .map(row -> row.hop().label() + ": " + row.version())
                                        .toList())))
                .toString();
    }

    private static String failed(HopRow row) {
        return "| " + row.hop().label() + " | failed: " + Numbers.cell(row.failure()) + " |" + " |".repeat(7) + "\n";
    }

    private String line(HopRow row) {
        return String.format(
                Locale.ROOT,
                "| %s%s | %s | %s | %s | %s | %s | %s | %s | %s |%n",
                row.hop().label(),
                row.holds() ? "" : " (does not hold)",
                Numbers.text(spread(row, Measure.SERVER_CPU.of())),
                ratio(row),
                Numbers.text(median(row, Measure.RATE), 0),
                Numbers.text(median(row, Measure.P50), 2),
                Numbers.text(median(row, Measure.P99), 2),
                row.pages().isEmpty() ? "–" : Numbers.text(row.pageCpuMillis()),
                row.pages().isEmpty() ? "–" : Numbers.text(page(row, "slowestSeconds")),
                Numbers.percent(median(row, Measure.OTHERS)));
    }

    private String ratio(HopRow row) {
        return rows.stream()
                .filter(other ->
                        other.hop() == Hop.Kind.CLEARWAY && !other.intervals().isEmpty())
                .findFirst()
                .map(ours -> Numbers.text(median(row, Measure.SERVER_CPU) / median(ours, Measure.SERVER_CPU)))
                .orElse("–");
    }

    private static double page(HopRow row, String value) {
        return Spread.of(row.pages().stream()
                        .mapToDouble(page -> page.number(value))
                        .toArray())
                .median();
    }

    private static Spread spread(HopRow row, ToDoubleFunction<dev.clearway.bench.worker.Interval> of) {
        return Spread.of(row.intervals().stream().mapToDouble(of).toArray());
    }

    private static double median(HopRow row, Measure measure) {
        return spread(row, measure.of()).median();
    }
}
