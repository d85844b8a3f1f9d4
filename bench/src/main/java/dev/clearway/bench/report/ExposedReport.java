package dev.clearway.bench.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.bench.run.ExposedRun;
import dev.clearway.bench.run.Exposure;
import dev.clearway.bench.run.Exposure.Met;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Who is exposed, in writing.
 *
 * @param run what was done
 * @param machine where
 * @param exposures what was met
 */
public record ExposedReport(ExposedRun run, Machine machine, List<Exposure> exposures) {
    /** How many of a kind: of the first burst that met it, which says nothing of the others. */
    private static final Pattern COUNT = Pattern.compile("(^|; )[0-9]+ × ");

    /** A row a client, a column a burst, and whether anything told the caller; then the same for requests with a timeout. */
    public String markdown() {
        StringBuilder text = new StringBuilder("| client | library |");
        run.sizes().forEach(size -> text.append(' ').append(size).append(" at once |"));
        text.append(" what told the caller |\n|---|---|")
                .append("---|".repeat(run.sizes().size()))
                .append("---|\n");
        for (Exposure each : exposures) {
            text.append("| ").append(each.client()).append(" | ").append(each.library());
            for (int i = 0; i < run.sizes().size(); i++) {
                text.append(" | ").append(i < each.met().size() ? met(each.met().get(i)) : "did not run");
            }
            text.append(" | ").append(told(each)).append(" |\n");
        }
        timeouts(text);
        return text.append(String.format(
                        Locale.ROOT,
                        "%nSettings: each client's own defaults; one connection up before each burst. Server: %s, %d ms an"
                                + " answer, %d streams a connection, HTTP/2 over TLS. Bursts were waited for %d s. %d"
                                + " cores, %s.%n",
                        machine.server(),
                        run.delayMillis(),
                        run.streamLimit(),
                        run.patienceSeconds(),
                        machine.cores(),
                        machine.jdk()))
                .toString();
    }

    private void timeouts(StringBuilder text) {
        text.append(String.format(
                Locale.ROOT,
                "%n| client | %d at once, with a timeout of %.1f s | what told the caller |%n|---|---|---|%n",
                run.timed().requests(),
                run.timed().timeoutMillis() / 1e3));
        for (Exposure each : exposures) {
            Met met = each.timed();
            text.append("| ").append(each.client());
            text.append(" | ").append(met == null ? "did not run" : met(met));
            text.append(" | ").append(met == null || met.said().isEmpty() ? "–" : '`' + cell(met.said()) + '`');
            text.append(" |\n");
        }
    }

    private String met(Met met) {
        long unended = (long) met.values().number("unended");
        long failed = (long) met.values().number("failed") - unended;
        long connections = (long) met.values().number("connections");
        double slowest = met.values().number("slowestSeconds");
        String how = (slowest > 0 ? String.format(Locale.ROOT, "slowest %.1f s, ", slowest) : "none answered, ")
                + connections
                + (connections == 1 ? " connection" : " connections");
        if (failed > 0) {
            how = "**" + failed + " failed**, " + how;
        }
        return unended > 0 ? "**" + unended + " unanswered after " + run.patienceSeconds() + " s**, " + how : how;
    }

    private String told(Exposure exposure) {
        String said = exposure.met().stream()
                .map(Met::said)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .map(text -> cell(COUNT.matcher(text).replaceAll("$1")))
                .orElse("");
        if (exposure.failure() != null) {
            return "(the run failed: " + cell(exposure.failure()) + ")";
        }
        if (!said.isEmpty()) {
            return "a failure: `" + said + "`";
        }
        return exposure.met().stream().anyMatch(this::waited) ? "nothing: requests waited unseen" : "nothing had to";
    }

    /** Whether there were more requests than the connections had places: that does not depend on how fast the machine is. */
    private boolean waited(Met met) {
        double sent =
                met.requests() - (met.values().number("failed") - met.values().number("unended"));
        double places = met.values().number("connections") * run.streamLimit();
        return met.values().number("unended") > 0 || sent > places;
    }

    /** The text as it may stand in a cell and in code: on one line, with nothing that ends either. */
    private static String cell(String text) {
        String line = text.replaceAll("\\s+", " ").replace('|', '/').replace('`', '\'');
        return line.length() > 160 ? line.substring(0, 160) + "…" : line;
    }

    /** The same as one JSON object. */
    public String json() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("bench", "exposed");
            json.writeFieldName("machine");
            machine.write(json);
            json.writeArrayFieldStart("results");
            for (Exposure exposure : exposures) {
                for (Met met : exposure.met()) {
                    write(json, exposure, met, 0);
                }
                if (exposure.timed() != null) {
                    write(json, exposure, exposure.timed(), run.timed().timeoutMillis());
                }
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text + "\n";
    }

    private static void write(JsonGenerator json, Exposure exposure, Met met, int timeoutMillis) throws IOException {
        json.writeStartObject();
        json.writeStringField("client", exposure.client());
        json.writeStringField("library", exposure.library());
        json.writeNumberField("requests", met.requests());
        if (timeoutMillis > 0) {
            json.writeNumberField("timeoutMillis", timeoutMillis);
        }
        for (Map.Entry<String, Double> each : met.values().numbers().entrySet()) {
            Numbers.write(json, each.getKey(), each.getValue());
        }
        json.writeStringField("said", met.said());
        json.writeEndObject();
    }
}
