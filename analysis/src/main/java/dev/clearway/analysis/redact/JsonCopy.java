package dev.clearway.analysis.redact;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.analysis.json.Json;
import java.io.IOException;

/** Writes a tree again as it is. */
final class JsonCopy {
    private JsonCopy() {}

    static void write(JsonGenerator out, Json value) throws IOException {
        if (value.isObject()) {
            out.writeStartObject();
            for (String name : value.members().keySet()) {
                out.writeFieldName(name);
                write(out, value.get(name));
            }
            out.writeEndObject();
        } else if (value.isArray()) {
            out.writeStartArray();
            for (Json element : value.elements()) {
                write(out, element);
            }
            out.writeEndArray();
        } else {
            scalar(out, value);
        }
    }

    private static void scalar(JsonGenerator out, Json value) throws IOException {
        Boolean truth = value.isText() ? null : value.truth();
        if (value.isText()) {
            out.writeString(value.text());
        } else if (truth != null) {
            out.writeBoolean(truth);
        } else if (value.isWhole()) {
            out.writeNumber(value.integer(0));
        } else if (value.isNumber()) {
            out.writeNumber(value.number(0));
        } else {
            out.writeNull();
        }
    }
}
