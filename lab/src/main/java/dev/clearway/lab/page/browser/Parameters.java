package dev.clearway.lab.page.browser;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The parameters of a command: texts, whole numbers and truth values, or parameters again. */
final class Parameters {
    /** No parameters. */
    static final Parameters NONE = new Parameters();

    private static final JsonFactory JSON = new JsonFactory();

    private final Map<String, Object> values = new LinkedHashMap<>();

    /** One parameter. */
    static Parameters of(String name, Object value) {
        return new Parameters().and(name, value);
    }

    /** One more. */
    Parameters and(String name, Object value) {
        values.put(name, value);
        return this;
    }

    /** A whole message: a command with its number, for a session where that is not empty. */
    String message(long id, String method, String session) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.writeStartObject();
            out.writeNumberField("id", id);
            out.writeStringField("method", method);
            if (!session.isEmpty()) {
                out.writeStringField("sessionId", session);
            }
            out.writeFieldName("params");
            write(out);
            out.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    private void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (Map.Entry<String, Object> entry : values.entrySet()) {
            out.writeFieldName(entry.getKey());
            Object value = entry.getValue();
            if (value instanceof Parameters inner) {
                inner.write(out);
            } else if (value instanceof Boolean truth) {
                out.writeBoolean(truth);
            } else if (value instanceof Number number) {
                out.writeNumber(number.longValue());
            } else {
                out.writeString(value.toString());
            }
        }
        out.writeEndObject();
    }
}
