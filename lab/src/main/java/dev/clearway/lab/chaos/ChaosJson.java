package dev.clearway.lab.chaos;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/** A chaos for programs to read. Stateless. */
public final class ChaosJson {
    private ChaosJson() {}

    /** Writes the report as one JSON object and a line end, and leaves the stream open. */
    public static void write(ChaosReport report, OutputStream target) throws IOException {
        try (JsonGenerator json = JsonFactory.builder().build().createGenerator(target)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            json.writeStartObject();
            json.writeBooleanField("holds", report.holds());
            json.writeNumberField("seed", report.plan().seed());
            json.writeNumberField("requests", report.plan().requests());
            json.writeNumberField("concurrent", report.plan().concurrent());
            json.writeNumberField("sent", report.sent());
            json.writeNumberField("seconds", report.seconds());
            json.writeBooleanField("buffersWatched", report.buffersWatched());
            counts("faults", report.of(Happening.Kind.FAULT), json);
            counts("handler", report.of(Happening.Kind.HANDLER), json);
            counts("retries", report.of(Happening.Kind.RETRY), json);
            counts("outcomes", report.of(Happening.Kind.OUTCOME), json);
            map("failures", report.failures(), json);
            map("connections", report.connections(), json);
            json.writeNumberField("wrongRequests", report.wrongRequests());
            json.writeArrayFieldStart("violations");
            for (Violation violation : report.violations()) {
                write(violation, json);
            }
            json.writeEndArray();
            strings("objections", report.objections(), json);
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }

    private static void write(Violation violation, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeNumberField("request", violation.request());
        json.writeStringField("sent", violation.sent());
        strings("wrong", violation.wrong(), json);
        strings("history", violation.history(), json);
        json.writeEndObject();
    }

    private static void counts(String name, List<Map.Entry<Happening, Long>> entries, JsonGenerator json)
            throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<Happening, Long> each : entries) {
            json.writeNumberField(each.getKey().name(), each.getValue());
        }
        json.writeEndObject();
    }

    private static void map(String name, Map<String, Long> entries, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, Long> each : entries.entrySet()) {
            json.writeNumberField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
    }

    private static void strings(String name, List<String> values, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }
}
