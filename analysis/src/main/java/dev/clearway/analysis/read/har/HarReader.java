package dev.clearway.analysis.read.har;

import dev.clearway.analysis.json.Json;
import dev.clearway.analysis.json.Piece;
import dev.clearway.analysis.json.PieceReader;
import dev.clearway.analysis.model.RecordingBuilder;
import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.UnreadableException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Reads a HAR file; also one entry that was copied out of one. */
public final class HarReader {
    private static final Set<String> OPEN = Set.of("log", "entries", "pages");
    private static final int MOST_MEMBERS = 64;

    private final RecordingBuilder recording;
    private final EntryReader entries;
    private final Map<String, Json> members = new HashMap<>();
    private boolean met;

    private HarReader(ReadOptions options, RecordingBuilder recording) {
        this.recording = recording;
        this.entries = new EntryReader(options, recording);
    }

    /** Reads {@code in}. */
    public static void read(InputStream in, ReadOptions options, RecordingBuilder recording) throws IOException {
        HarReader reader = new HarReader(options, recording);
        PieceReader pieces = PieceReader.ofDocument(in, OPEN);
        for (Piece piece = pieces.next(); piece != null; piece = pieces.next()) {
            reader.piece(piece);
        }
        recording.bytes(pieces.offset());
        reader.end(pieces);
    }

    private void piece(Piece piece) {
        boolean entry = piece.index() >= 0 && piece.name().equals("entries");
        if (entry) {
            met = true;
            recording.record();
        }
        if (piece.state() != Piece.State.WHOLE) {
            recording.skip(
                    entry ? "An entry that is cut or too large was skipped." : "A part was skipped.", piece.pointer());
            return;
        }
        Json json;
        try {
            json = piece.json();
        } catch (IOException e) {
            recording.skip(entry ? "An entry that is no JSON was skipped." : "A part is no JSON.", piece.pointer());
            return;
        }
        if (json.repeats()) {
            recording.note("An object has two members of one name; the first holds.", piece.pointer());
        }
        if (entry) {
            entries.read(json, piece.pointer(), piece.offset());
        } else if (piece.index() >= 0) {
            entries.page(json.get("id").text(), json.get("title").text());
        } else {
            member(piece.name(), json);
        }
    }

    private void member(String name, Json json) {
        if (name.equals("creator")) {
            entries.dialect(Dialect.of(json.get("name").text()));
        }
        if (members.size() < MOST_MEMBERS) {
            members.putIfAbsent(name, json);
        }
        if (name.equals("creator") || name.equals("browser")) {
            recording.producer(producer());
        }
    }

    private String producer() {
        String creator = text("creator");
        String browser = text("browser");
        return browser.isEmpty() || browser.equals(creator) ? creator : creator + ", " + browser;
    }

    private String text(String member) {
        Json json = members.getOrDefault(member, Json.ABSENT);
        return (json.get("name").text() + " " + json.get("version").text()).strip();
    }

    private void end(PieceReader pieces) throws UnreadableException {
        if (!met && members.containsKey("request")) {
            recording.record();
            recording.note("The file is one entry, not a HAR file; it was read as one.", "");
            entries.read(Json.object(members), "", 0);
            met = true;
        }
        if (pieces.cut()) {
            recording.cut();
            recording.note(
                    "The file ends before it is complete; what came before was read.", "byte " + pieces.offset());
        }
        if (pieces.strays() > 0) {
            recording.note(pieces.strays() + " bytes stand where JSON allows nothing; they were skipped.", "");
        }
        if (!met && !members.containsKey("version") && !members.containsKey("creator")) {
            throw new UnreadableException(
                    "This is JSON, or begins like it, but neither a HAR file (it has no log.entries)"
                            + " nor a netlog (it has no constants).");
        }
        if (!met && pieces.opened("entries")) {
            recording.note("The HAR file holds no entry.", "");
        } else if (!met) {
            recording.skip("The HAR file has no list of entries (log.entries).", "");
        }
        entries.end();
    }
}
