package dev.clearway.lab.chaos;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.lab.report.JsonOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/** A chaos for programs to read. Stateless. */
public final class ChaosJson {
    private ChaosJson() {}

    /** Writes the report as one JSON object and a line end, and leaves the stream open. */
    public static void write(ChaosReport report, OutputStream target) throws IOException {
        try (JsonGenerator json = JsonOutput.to(target)) {
            json.writeStartObject();
            json.writeBooleanField("holds", report.holds());
            json.writeNumberField("seed", report.plan().seed());
            json.writeNumberField("requests", report.plan().requests());
            json.writeNumberField("concurrent", report.plan().concurrent());
            json.writeNumberField("sent", report.sent());
            json.writeNumberField("seconds", report.seconds());
            json.writeBooleanField("buffersWatched", report.buffersWatched());
            happenings("faults", report.of(Happening.Kind.FAULT), json);
            happenings("handler", report.of(Happening.Kind.HANDLER), json);
            happenings("retries", report.of(Happening.Kind.RETRY), json);
            happenings("outcomes", report.of(Happening.Kind.OUTCOME), json);
            JsonOutput.counts("failures", report.failures(), json);
            JsonOutput.counts("connections", report.connections(), json);
            json.writeNumberField("wrongRequests", report.wrongRequests());
            json.writeArrayFieldStart("violations");
            for (Violation violation : report.violations()) {
                write(violation, json);
            }
            json.writeEndArray();
            JsonOutput.strings("objections", report.objections(), json);
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }

    private static void write(Violation violation, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeNumberField("request", violation.request());
        json.writeStringField("sent", violation.sent());
        JsonOutput.strings("wrong", violation.wrong(), json);
        JsonOutput.strings("history", violation.history(), json);
        json.writeEndObject();
    }

    private static void happenings(String name, List<Map.Entry<Happening, Long>> entries, JsonGenerator json)
            throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<Happening, Long> each : entries) {
            json.writeNumberField(each.getKey().name(), each.getValue());
        }
        json.writeEndObject();
    }
}
