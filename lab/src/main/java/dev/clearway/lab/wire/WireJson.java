package dev.clearway.lab.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.lab.report.JsonOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/** Writes results as one JSON object. */
public final class WireJson {
    private WireJson() {}

    /** Writes the results and a line end, and leaves the stream open. */
    public static void write(List<WireResult> results, OutputStream target) throws IOException {
        try (JsonGenerator json = JsonOutput.to(target)) {
            json.writeStartObject();
            json.writeBooleanField("holds", results.stream().allMatch(WireResult::holds));
            json.writeArrayFieldStart("experiments");
            for (WireResult result : results) {
                write(result, json);
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }

    private static void write(WireResult result, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", result.name());
        json.writeStringField("what", result.what());
        json.writeBooleanField("holds", result.holds());
        for (Map.Entry<String, Double> figure : result.figures().entrySet()) {
            if (Double.isFinite(figure.getValue())) {
                json.writeNumberField(figure.getKey(), figure.getValue());
            } else {
                json.writeNullField(figure.getKey());
            }
        }
        json.writeArrayFieldStart("claims");
        for (Claim claim : result.claims()) {
            json.writeStartObject();
            json.writeStringField("text", claim.text());
            json.writeBooleanField("holds", claim.holds());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
