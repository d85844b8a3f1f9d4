package dev.clearway.analysis.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.model.Target;
import dev.clearway.journal.RequestLife;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The data of a page's waterfall: its requests as rows of numbers and text, for the page's own script. */
final class WaterfallData {
    /** More bars than anyone scrolls through; the page says how many were left out. */
    static final int MOST_ROWS = 20_000;

    private static final JsonFactory JSON = new JsonFactory();

    private WaterfallData() {}

    /** The requests that are drawn: those that are dated, from the first on. */
    static List<RequestLife> drawn(Analysis analysis) {
        return analysis.recording().requests().stream()
                .filter(RequestLife::dated)
                .limit(MOST_ROWS)
                .toList();
    }

    /** The host whose requests a reader wants to see first: the one that most findings concern; empty for all. */
    static String focus(Analysis analysis) {
        Map<String, Integer> concerned = new LinkedHashMap<>();
        for (Finding finding : analysis.findings()) {
            finding.origins()
                    .forEach(
                            origin -> concerned.merge(origin, finding.requests().size(), Integer::sum));
        }
        return concerned.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("");
    }

    /**
     * JSON, safe inside a page: {@code parts} (their words), {@code rows}, each {@code [id, label, origin, connection,
     * protocol, status, type, priority, start, [[part, length], …]]} with times in milliseconds from the first request on,
     * {@code focus} (the host to show first), {@code findings}, each with the indices of its rows, and their {@code names}.
     */
    static String json(Analysis analysis) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            List<RequestLife> drawn = drawn(analysis);
            out.writeStartObject();
            out.writeArrayFieldStart("parts");
            for (Segment.Part part : Segment.Part.values()) {
                out.writeString(part.label());
            }
            out.writeEndArray();
            out.writeArrayFieldStart("rows");
            long from = drawn.isEmpty() ? 0 : drawn.get(0).issuedMicros();
            for (RequestLife life : drawn) {
                row(out, life, from);
            }
            out.writeEndArray();
            out.writeStringField("focus", focus(analysis));
            findings(out, analysis.findings(), drawn);
            out.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Escape.jsonInHtml(text.toString());
    }

    private static void row(JsonGenerator out, RequestLife life, long from) throws IOException {
        Target target = Target.of(life.url());
        out.writeStartArray();
        out.writeString(Escape.terminal(life.id()));
        out.writeString(Escape.terminal((life.method() + " " + life.url()).strip()));
        out.writeString(Escape.terminal(target.origin()));
        out.writeString(Escape.terminal(life.leg().connection()));
        out.writeString(life.leg().protocol().toString());
        out.writeString(Escape.terminal(life.failure().isEmpty() ? Integer.toString(life.status()) : life.failure()));
        out.writeString(Escape.terminal(life.type()));
        out.writeString(Escape.terminal(life.priority()));
        out.writeNumber(millis(life.issuedMicros() - from));
        out.writeStartArray();
        for (Segment segment : Segment.of(life)) {
            out.writeStartArray();
            out.writeNumber(List.of(Segment.Part.values()).indexOf(segment.part()));
            out.writeNumber(millis(segment.micros()));
            out.writeEndArray();
        }
        out.writeEndArray();
        out.writeEndArray();
    }

    private static void findings(JsonGenerator out, List<Finding> findings, List<RequestLife> drawn)
            throws IOException {
        out.writeArrayFieldStart("names");
        for (Finding finding : findings) {
            out.writeString(finding.id().toString());
        }
        out.writeEndArray();
        out.writeArrayFieldStart("findings");
        for (Finding finding : findings) {
            finding(out, finding, drawn);
        }
        out.writeEndArray();
    }

    private static void finding(JsonGenerator out, Finding finding, List<RequestLife> drawn) throws IOException {
        Set<String> ids = new HashSet<>(finding.requests());
        out.writeStartArray();
        for (int i = 0; i < drawn.size(); i++) {
            if (ids.contains(drawn.get(i).id())) {
                out.writeNumber(i);
            }
        }
        out.writeEndArray();
    }

    private static double millis(long micros) {
        return Math.round(micros / 10.0) / 100.0;
    }
}
