package dev.clearway.analysis.redact;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.analysis.json.Json;
import dev.clearway.analysis.json.Piece;
import dev.clearway.analysis.json.PieceReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Copies a netlog of either form into one closed document. */
final class NetlogCopy {
    private final NetlogScrubber scrubber;
    private final JsonGenerator out;
    private final Map<String, Json> state = new LinkedHashMap<>();
    private boolean begun;

    NetlogCopy(Scrubber scrubber, JsonGenerator out) {
        this.scrubber = new NetlogScrubber(scrubber, out);
        this.out = out;
    }

    void document(InputStream in) throws IOException {
        PieceReader pieces = PieceReader.ofDocument(in, Set.of("events", "polledData", "polledData[]"));
        out.writeStartObject();
        for (Piece piece = pieces.next(); piece != null; piece = pieces.next()) {
            Json json = Redactor.parse(piece);
            if (piece.index() >= 0) {
                event(json);
            } else if (piece.name().equals("constants")) {
                constants(json);
            } else {
                keep(piece.name(), json);
            }
        }
        end();
    }

    void lines(InputStream in) throws IOException {
        PieceReader lines = PieceReader.ofLines(in);
        out.writeStartObject();
        for (Piece line = lines.next(); line != null; line = lines.next()) {
            Json json = Redactor.parse(line);
            constants(json.get("constants"));
            event(json.get("event"));
            Json data = json.get("polledData");
            for (String name : data.members().keySet()) {
                keep(name, data.get(name));
            }
            data.elements().forEach(context -> context.forEach(this::keep));
        }
        end();
    }

    private void constants(Json json) throws IOException {
        if (json.isObject() && !begun) {
            out.writeFieldName("constants");
            scrubber.constants(json);
            out.writeArrayFieldStart("events");
            begun = true;
        }
    }

    private void event(Json json) throws IOException {
        if (json.isObject() && begun) {
            scrubber.event(json);
            out.writeRaw('\n');
        }
    }

    private void keep(String name, Json json) {
        if (NetlogScrubber.keepsState(name)) {
            state.put(name, json);
        }
    }

    private void end() throws IOException {
        if (begun) {
            out.writeEndArray();
            out.writeObjectFieldStart("polledData");
            for (Map.Entry<String, Json> member : state.entrySet()) {
                out.writeFieldName(member.getKey());
                scrubber.state(member.getKey(), member.getValue());
            }
            out.writeEndObject();
        }
        out.writeEndObject();
    }
}
