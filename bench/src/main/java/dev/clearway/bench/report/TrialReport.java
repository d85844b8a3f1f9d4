package dev.clearway.bench.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.bench.client.Tuning;
import dev.clearway.bench.measure.Spread;
import dev.clearway.bench.measure.Values;
import dev.clearway.bench.run.Trial;
import java.io.IOException;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Trials in writing.
 *
 * @param bench what kind they are
 * @param machine where they took place
 * @param results what was found
 */
public record TrialReport(String bench, Machine machine, List<Trial.Result> results) {
    /** The trials as one JSON object: medians by name, with their ranges beside them. */
    public String json() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("bench", bench);
            json.writeFieldName("machine");
            machine.write(json);
            json.writeArrayFieldStart("results");
            for (Trial.Result result : results) {
                write(json, result);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text + "\n";
    }

    private static void write(JsonGenerator json, Trial.Result result) throws IOException {
        json.writeStartObject();
        json.writeStringField("client", result.subject().client());
        json.writeStringField("tuning", result.subject().tuning().label());
        json.writeStringField("library", result.library());
        json.writeStringField("trial", result.trial().name());
        json.writeNumberField("rounds", result.rounds().size());
        if (result.failure() != null) {
            json.writeStringField("failure", result.failure());
        }
        Map<String, Spread> spreads = spreads(result);
        for (Map.Entry<String, Spread> each : spreads.entrySet()) {
            Numbers.write(json, each.getKey(), each.getValue().median());
        }
        json.writeObjectFieldStart("spread");
        for (Map.Entry<String, Spread> each : spreads.entrySet()) {
            Numbers.write(json, each.getKey(), each.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static Map<String, Spread> spreads(Trial.Result result) {
        Map<String, Spread> spreads = new LinkedHashMap<>();
        for (String name : names(List.of(result))) {
            spreads.put(
                    name,
                    Spread.of(result.rounds().stream()
                            .mapToDouble(values -> values.number(name))
                            .toArray()));
        }
        return spreads;
    }

    private static Set<String> names(List<Trial.Result> results) {
        Set<String> names = new LinkedHashSet<>();
        for (Trial.Result result : results) {
            for (Values values : result.rounds()) {
                names.addAll(values.numbers().keySet());
            }
        }
        return names;
    }

    /** The trials as Markdown: a table each, a column a value. */
    public String markdown() {
        StringBuilder text = new StringBuilder();
        Map<Trial, List<Trial.Result>> byTrial = results.stream()
                .collect(Collectors.groupingBy(Trial.Result::trial, LinkedHashMap::new, Collectors.toList()));
        byTrial.forEach((trial, found) -> table(text, trial, found));
        return text.append(String.format(
                        Locale.ROOT,
                        "Medians, ranges in brackets. %d cores, %s, server %s, TLS engine: %s, heap %s.%n",
                        machine.cores(),
                        machine.jdk(),
                        machine.server(),
                        machine.tls(),
                        machine.heap()))
                .toString();
    }

    private static void table(StringBuilder text, Trial trial, List<Trial.Result> found) {
        Set<String> names = names(found);
        text.append("**")
                .append(trial.name())
                .append("**: ")
                .append(trial.title())
                .append("\n\n| client |");
        names.forEach(name -> text.append(' ').append(name).append(" |"));
        boolean failed = found.stream().anyMatch(result -> result.failure() != null);
        text.append(failed ? " failed |" : "");
        text.append("\n|---|")
                .append("---|".repeat(names.size() + (failed ? 1 : 0)))
                .append('\n');
        for (Trial.Result result : found) {
            text.append("| ").append(result.subject().client());
            if (result.subject().tuning() == Tuning.DEFAULT) {
                text.append(" (default)");
            }
            Map<String, Spread> spreads = spreads(result);
            for (String name : names) {
                Spread spread = spreads.get(name);
                text.append(" | ").append(spread == null ? "–" : Numbers.text(spread));
            }
            if (failed) {
                text.append(" | ").append(result.failure() == null ? "–" : Numbers.cell(result.failure()));
            }
            text.append(" |\n");
        }
        text.append('\n');
    }
}
