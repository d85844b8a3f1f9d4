package dev.clearway.analysis.read.netlog;

import dev.clearway.analysis.json.Json;
import dev.clearway.analysis.json.Piece;
import dev.clearway.analysis.json.PieceReader;
import dev.clearway.analysis.model.RecordingBuilder;
import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.UnreadableException;
import dev.clearway.journal.Wait;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a netlog in any of its forms: one document, closed or cut, or one record a line. */
public final class NetlogReader {
    private static final Set<String> OPEN = Set.of("events", "polledData", "polledData[]");

    /** 1970 to 2100. */
    private static final long LATEST_MICROS = 4_102_444_800_000_000L;

    private static final int MOST_TYPES = 4_096;

    private final RecordingBuilder recording;
    private final Trackers trackers;
    private final BrowserReader browser;
    private @Nullable Constants constants;
    private Map<Long, Consumer<Event>> handlers = Map.of();
    private boolean[] known = new boolean[0];
    private boolean[] asked = new boolean[0];
    private long unknown;
    private long odd;

    private NetlogReader(ReadOptions options, RecordingBuilder recording) {
        this.recording = recording;
        this.trackers = new Trackers(options, recording);
        this.browser = new BrowserReader(recording);
        recording.tellsIssuer();
        recording.tells(
                Wait.SCHEDULER,
                Wait.CONNECTING,
                Wait.CONNECTION_LIMIT,
                Wait.POOL_LIMIT,
                Wait.SOCKET,
                Wait.STREAM_LIMIT);
    }

    /** Reads the form that is one document. */
    public static void document(InputStream in, ReadOptions options, RecordingBuilder recording) throws IOException {
        NetlogReader reader = new NetlogReader(options, recording);
        PieceReader pieces = PieceReader.ofDocument(in, OPEN);
        for (Piece piece = pieces.next(); piece != null; piece = pieces.next()) {
            reader.member(piece);
        }
        reader.end(pieces.offset(), pieces.cut());
    }

    /** Reads the form that is one record a line. */
    public static void lines(InputStream in, ReadOptions options, RecordingBuilder recording) throws IOException {
        NetlogReader reader = new NetlogReader(options, recording);
        PieceReader lines = PieceReader.ofLines(in);
        boolean ended = false;
        for (Piece line = lines.next(); line != null; line = lines.next()) {
            ended |= reader.line(line);
        }
        reader.end(lines.offset(), !ended);
    }

    private void member(Piece piece) throws UnreadableException {
        if (piece.name().equals("events") && piece.index() >= 0) {
            event(piece, false);
        } else if (piece.name().equals("constants")) {
            constants(json(piece));
        } else if (!piece.pointer().equals("/events")) {
            browser.polled(piece.name(), json(piece), piece);
        }
    }

    /** Takes one line; says whether it was the one that ends the log. */
    private boolean line(Piece line) throws UnreadableException {
        if (EventBytes.isEventLine(line)) {
            event(line, true);
            return false;
        }
        Json record = json(line);
        switch (record.get("type").text()) {
            case "constants" -> constants(record.get("constants"));
            case "event" -> event(line, true);
            case "polledData" -> polled(record.get("polledData"), line);
            case "end" -> {
                return true;
            }
            default -> recording.skip("A line that is no record of a netlog was skipped.", Event.where(line, true));
        }
        return false;
    }

    private void polled(Json data, Piece at) {
        data.forEach((name, value) -> browser.polled(name, value, at));
        for (Json context : data.elements()) {
            context.forEach((name, value) -> browser.polled(name, value, at));
        }
    }

    private Json json(Piece piece) throws UnreadableException {
        if (piece.state() == Piece.State.WHOLE) {
            try {
                return piece.json();
            } catch (IOException e) {
                recording.note("A part of the netlog is not JSON and was skipped.", piece.pointer());
                return Json.ABSENT;
            }
        }
        if (piece.name().equals("constants")) {
            throw new UnreadableException(
                    "The netlog ends inside its constants, before the first event: without them no"
                            + " event can be read.");
        }
        recording.note("A part of the netlog is cut or too large and was skipped.", piece.pointer());
        return Json.ABSENT;
    }

    private void constants(Json json) throws UnreadableException {
        Constants read = new Constants(json);
        if (!read.usable()) {
            throw new UnreadableException("The netlog's constants do not name its event types: no event can be read.");
        }
        if (constants != null) {
            recording.note("The netlog has constants twice; the first ones hold.", "");
            return;
        }
        constants = read;
        trackers.constants(read);
        handlers = trackers.handlers().byCode(read);
        known = new boolean[MOST_TYPES];
        asked = new boolean[MOST_TYPES];
        read.eventTypes().keySet().stream().filter(NetlogReader::small).forEach(code -> known[code.intValue()] = true);
        handlers.keySet().stream().filter(NetlogReader::small).forEach(code -> asked[code.intValue()] = true);
        browser.constants(json);
    }

    private static boolean small(long code) {
        return code >= 0 && code < MOST_TYPES;
    }

    /** Takes an event, whose record stands in the array of all or is a line of its own. */
    private void event(Piece piece, boolean line) throws UnreadableException {
        recording.record();
        if (piece.state() != Piece.State.WHOLE) {
            if (piece.state() != Piece.State.CUT) {
                recording.skip("An event that is broken or too large was skipped.", Event.where(piece, line));
            }
            return;
        }
        Constants by = constants;
        if (by == null) {
            throw new UnreadableException(
                    "The netlog has events before its constants, or none: its integers have no" + " meaning.");
        }
        int code = EventBytes.type(piece, line ? 2 : 1);
        if (code >= 0 && code < MOST_TYPES && !asked[code]) {
            unknown += known[code] ? 0 : 1;
            return;
        }
        try {
            Json record = piece.json();
            if (record.repeats()) {
                recording.note("An event says one thing twice; the first holds.", Event.where(piece, line));
            }
            dispatch(by, line ? record.get("event") : record, piece, line);
        } catch (IOException | ArithmeticException e) {
            recording.skip("An event that cannot be read was skipped.", Event.where(piece, line));
        }
    }

    private void dispatch(Constants by, Json event, Piece piece, boolean line) throws IOException {
        long code = event.get("type").integer(-1);
        long source = event.get("source").get("id").integer(-1);
        long tick = event.get("time").integer(Long.MIN_VALUE);
        if (!event.isObject() || code < 0 || tick == Long.MIN_VALUE) {
            throw new IOException("not an event");
        }
        Consumer<Event> handler = handlers.get(code);
        if (handler == null) {
            unknown += by.eventTypes().containsKey(code) ? 0 : 1;
            return;
        }
        long micros = by.micros(tick);
        if (micros < 0 || micros > LATEST_MICROS) {
            odd++;
            return;
        }
        String type = by.eventTypes().getOrDefault(code, "");
        Constants.Phase phase = by.phase(event.get("phase").integer(-1));
        trackers.now(micros);
        handler.accept(new Event(type, phase, source, micros, event.get("params"), piece, line));
    }

    private void end(long bytes, boolean cut) throws UnreadableException {
        if (constants == null) {
            throw new UnreadableException("The netlog holds no constants: its integers have no meaning.");
        }
        if (cut) {
            recording.cut();
            recording.note(
                    "The netlog is not closed: the browser was ended or the file was cut. What came before was"
                            + " read; what was still open then counts as unfinished.",
                    "byte " + bytes);
        }
        if (unknown > 0) {
            recording.note(unknown + " events are of types that the file's own constants do not name.", "");
        }
        if (odd > 0) {
            recording.note(odd + " events lie outside the years 1970 to 2100 and were left out.", "");
        }
        trackers.end();
        browser.end();
        recording.bytes(bytes);
    }
}
