package dev.clearway.analysis.model;

import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes in the facts of a recording as a reader meets them, and keeps them within bounds, whatever the file holds: what
 * is beyond a bound is counted and not kept. Confined to one thread.
 */
public final class RecordingBuilder {
    /** Requests beyond this many are counted and not kept: they fill about 120 MB of heap. */
    public static final int MOST_REQUESTS = 200_000;

    private static final int MOST_CONNECTIONS = 50_000;
    private static final int MOST_NOTES = 100;

    private final String name;
    private final Kind kind;
    private final Selection selection;
    private final List<RequestLife> requests = new ArrayList<>();
    private final Map<String, Connection> connections = new LinkedHashMap<>();
    private final List<Stall> stalls = new ArrayList<>();
    private final Map<String, Evidence> advertised = new LinkedHashMap<>();
    private final Map<String, Note> notes = new LinkedHashMap<>();
    private final EnumSet<Wait> tells = EnumSet.noneOf(Wait.class);
    private String producer = "";
    private BrowserFacts browser = BrowserFacts.NONE;
    private boolean tellsIssuer;
    private boolean cut;
    private long records;
    private long skipped;
    private long dropped;
    private long leftOut;
    private long bytes;

    /** A recording of the file {@code name}. */
    public RecordingBuilder(String name, Kind kind, Selection selection) {
        this.name = name;
        this.kind = kind;
        this.selection = selection;
    }

    /** Takes a request, if it is selected and there is room. */
    public void request(RequestLife request) {
        if (!selection.takes(request)) {
            leftOut++;
            return;
        }
        if (requests.size() == MOST_REQUESTS) {
            dropped++;
            return;
        }
        requests.add(request);
    }

    /** Takes a connection; one of the same id is replaced. */
    public void connection(Connection connection) {
        if (!connection.id().isEmpty()
                && (connections.size() < MOST_CONNECTIONS || connections.containsKey(connection.id()))) {
            connections.put(connection.id(), connection);
        }
    }

    /** Takes a stall, if there is room. */
    public void stall(Stall stall) {
        if (stalls.size() < MOST_REQUESTS) {
            stalls.add(stall);
        }
    }

    /** Takes a sign that {@code origin} speaks HTTP/2 or HTTP/3, if it is the first. */
    public void advertised(String origin, Evidence evidence) {
        if (!origin.isEmpty() && advertised.size() < MOST_CONNECTIONS) {
            advertised.putIfAbsent(origin, evidence);
        }
    }

    /** Takes a note; one of the same text is counted. */
    public void note(String text, String pointer) {
        Note before = notes.get(text);
        if (before != null) {
            notes.put(text, new Note(text, before.pointer(), before.times() + 1));
        } else if (notes.size() < MOST_NOTES) {
            notes.put(text, new Note(text, pointer, 1));
        }
    }

    /** Counts a record of the file. */
    public void record() {
        records++;
    }

    /** Counts a record that could not be read. */
    public void skip(String why, String pointer) {
        skipped++;
        note(why, pointer);
    }

    /** The recorder can tell these kinds of wait. */
    public void tells(Wait... kinds) {
        tells.addAll(List.of(kinds));
    }

    /** The recorder tells who issued certificates. */
    public void tellsIssuer() {
        tellsIssuer = true;
    }

    /** The program that made the file. */
    public void producer(String program) {
        producer = program.strip();
    }

    /** What the file says of the browser. */
    public void browser(BrowserFacts facts) {
        browser = facts;
    }

    /** The file ended too early. */
    public void cut() {
        cut = true;
    }

    /** How many bytes were read. */
    public void bytes(long read) {
        bytes = read;
    }

    /** How many requests were taken. */
    public int size() {
        return requests.size();
    }

    /** The recording. */
    public Recording build() {
        if (leftOut > 0) {
            note(leftOut + " requests are not among those that were asked for and were left out.", "");
        }
        requests.sort(Comparator.comparing((RequestLife r) -> !r.dated()).thenComparingLong(RequestLife::issuedMicros));
        return new Recording(
                name,
                kind,
                producer,
                List.copyOf(requests),
                Collections.unmodifiableMap(new LinkedHashMap<>(connections)),
                List.copyOf(stalls),
                browser,
                Collections.unmodifiableMap(new LinkedHashMap<>(advertised)),
                Collections.unmodifiableSet(EnumSet.copyOf(tells)),
                tellsIssuer,
                !selection.equals(Selection.ALL),
                new Recording.Extent(records, skipped, dropped, cut, bytes),
                List.copyOf(notes.values()));
    }
}
