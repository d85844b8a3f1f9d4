package dev.clearway.analysis.redact;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.analysis.json.Json;
import dev.clearway.analysis.json.Piece;
import dev.clearway.analysis.json.PieceReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Copies a HAR file. Its head is written as soon as the first entry comes, so that the copy reads as the original does. */
final class HarCopy {
    private static final int MOST_PAGES = 10_000;
    private static final int MOST_MEMBERS = 64;

    private final HarScrubber scrubber;
    private final JsonGenerator out;
    private final Map<String, Json> members = new HashMap<>();
    private final List<Json> pages = new ArrayList<>();
    private boolean begun;

    HarCopy(Scrubber scrubber, JsonGenerator out) {
        this.scrubber = new HarScrubber(scrubber, out);
        this.out = out;
    }

    void document(InputStream in) throws IOException {
        PieceReader pieces = PieceReader.ofDocument(in, Set.of("log", "entries", "pages"));
        out.writeStartObject();
        out.writeObjectFieldStart("log");
        out.writeStringField("version", "1.2");
        for (Piece piece = pieces.next(); piece != null; piece = pieces.next()) {
            take(piece, Redactor.parse(piece));
        }
        if (members.containsKey("request")) {
            entry(Json.object(members));
        }
        begin();
        out.writeEndArray();
        head();
        out.writeEndObject();
        out.writeEndObject();
    }

    private void take(Piece piece, Json json) throws IOException {
        if (piece.index() >= 0 && piece.name().equals("entries")) {
            entry(json);
        } else if (piece.index() >= 0 && pages.size() < MOST_PAGES) {
            pages.add(json);
        } else if (piece.index() < 0 && members.size() < MOST_MEMBERS) {
            members.put(piece.name(), json);
        }
    }

    private void entry(Json json) throws IOException {
        begin();
        if (json.isObject()) {
            scrubber.entry(json);
            out.writeRaw('\n');
        }
    }

    private void begin() throws IOException {
        if (!begun) {
            begun = true;
            head();
            out.writeArrayFieldStart("entries");
        }
    }

    /** Writes what is known of the file and was not written yet. */
    private void head() throws IOException {
        for (String name : new String[] {"creator", "browser"}) {
            Json program = members.getOrDefault(name, Json.ABSENT);
            members.remove(name);
            if (program.isObject()) {
                out.writeObjectFieldStart(name);
                out.writeStringField("name", program.get("name").text());
                out.writeStringField("version", program.get("version").text());
                out.writeEndObject();
            }
        }
        if (!pages.isEmpty()) {
            out.writeArrayFieldStart("pages");
            for (Json page : pages) {
                scrubber.page(page);
            }
            out.writeEndArray();
            pages.clear();
        }
    }
}
