package dev.clearway.lab.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/** What all results for programs are written with. Stateless. */
public final class JsonOutput {
    private JsonOutput() {}

    /** A generator of indented JSON that leaves the stream open. */
    public static JsonGenerator to(OutputStream target) throws IOException {
        JsonGenerator json = JsonFactory.builder().build().createGenerator(target);
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.setPrettyPrinter(new DefaultPrettyPrinter());
        return json;
    }

    /** Writes a field that is an object of numbers. */
    public static void counts(String name, Map<String, Long> entries, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, Long> each : entries.entrySet()) {
            json.writeNumberField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
    }

    /** Writes a field that is an array of strings. */
    public static void strings(String name, List<String> values, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }
}
