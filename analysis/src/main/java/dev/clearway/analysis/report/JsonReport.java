package dev.clearway.analysis.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.Comparison;
import dev.clearway.analysis.Format;
import dev.clearway.analysis.find.Finding;
import dev.clearway.analysis.find.FindingId;
import dev.clearway.analysis.find.Host;
import dev.clearway.analysis.find.WaitFigures;
import dev.clearway.analysis.model.Evidence;
import dev.clearway.analysis.model.Note;
import dev.clearway.analysis.model.Recording;
import dev.clearway.analysis.whatif.WhatIf;
import dev.clearway.journal.Wait;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes analyses as JSON. One analysis is one object; several are {@code {"analyses": […]}}, with {@code comparison} beside
 * them if they were compared. Durations are seconds, with six decimals; what is not known is left out.
 */
public final class JsonReport {
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonGenerator out;

    private JsonReport(JsonGenerator out) {
        this.out = out;
    }

    /** The object of one analysis. */
    public static String of(Analysis analysis) {
        return write(report -> report.analysis(analysis));
    }

    /** The object of several analyses, and of what changed between them if they were compared. */
    public static String of(List<Analysis> analyses, @Nullable Comparison comparison) {
        return write(report -> {
            report.out.writeStartObject();
            report.out.writeArrayFieldStart("analyses");
            for (Analysis analysis : analyses) {
                report.analysis(analysis);
            }
            report.out.writeEndArray();
            if (comparison != null) {
                report.comparison(comparison);
            }
            report.out.writeEndObject();
        });
    }

    /** Writes something. */
    private interface Body {
        void write(JsonReport report) throws IOException;
    }

    private static String write(Body body) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.setPrettyPrinter(new DefaultPrettyPrinter());
            body.write(new JsonReport(out));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.append('\n').toString();
    }

    private void analysis(Analysis analysis) throws IOException {
        Recording recording = analysis.recording();
        out.writeStartObject();
        out.writeStringField("file", recording.name());
        out.writeStringField("kind", recording.kind().toString());
        out.writeStringField("producer", recording.producer());
        out.writeNumberField("requests", recording.requests().size());
        out.writeStringField("issued", Format.period(recording.requests()));
        verdict(analysis);
        array("findings", analysis.findings(), this::finding);
        array("whatIf", analysis.whatIfs(), this::whatIf);
        array("hosts", analysis.hosts(), this::host);
        strings("tells", recording.tells().stream().map(Wait::name).sorted().toList());
        strings(
                "cannotTell",
                Arrays.stream(Wait.values())
                        .filter(wait -> !recording.tells().contains(wait))
                        .map(Wait::name)
                        .toList());
        extent(recording.extent());
        array("notes", recording.notes(), this::note);
        out.writeEndObject();
    }

    private void verdict(Analysis analysis) throws IOException {
        out.writeObjectFieldStart("verdict");
        String outcome = analysis.verdict().outcome().name();
        out.writeStringField("outcome", outcome.toLowerCase(Locale.ROOT).replace('_', '-'));
        out.writeStringField("headline", analysis.verdict().headline());
        strings("sentences", analysis.verdict().sentences());
        out.writeEndObject();
    }

    private void finding(Finding finding) throws IOException {
        out.writeStartObject();
        out.writeStringField("id", finding.id().toString());
        out.writeStringField("title", finding.id().title());
        out.writeStringField("certainty", finding.certainty().toString());
        strings("origins", finding.origins());
        out.writeNumberField("requests", finding.requests().size());
        seconds("waitSeconds", finding.waits().sum());
        seconds("longestWaitSeconds", finding.waits().longest());
        seconds("medianWaitSeconds", finding.waits().median());
        out.writeStringField("cause", finding.cause());
        array("evidence", finding.evidence(), this::evidence);
        strings("remedies", finding.remedies());
        strings("settles", finding.settles());
        strings("requestIds", finding.requests());
        out.writeEndObject();
    }

    private void evidence(Evidence evidence) throws IOException {
        out.writeStartObject();
        out.writeStringField("text", evidence.text());
        if (!evidence.pointer().isEmpty()) {
            out.writeStringField("pointer", evidence.pointer());
        }
        if (evidence.offset() >= 0) {
            out.writeNumberField("offset", evidence.offset());
        }
        out.writeEndObject();
    }

    private void whatIf(WhatIf whatIf) throws IOException {
        out.writeStartObject();
        out.writeStringField("origin", whatIf.origin());
        out.writeNumberField("requests", whatIf.requests());
        out.writeNumberField("limit", whatIf.limit());
        out.writeStringField("of", whatIf.streams() ? "streams" : "connections");
        seconds("measuredSeconds", whatIf.measured());
        seconds("modelledSeconds", whatIf.modelled());
        out.writeNumberField("modelError", BigDecimal.valueOf(Math.round(whatIf.error() * 1_000), 3));
        seconds("doubledSeconds", whatIf.doubled());
        seconds("unlimitedSeconds", whatIf.unlimited());
        seconds("unlimitedFollowingSeconds", whatIf.followed());
        seconds("waitMeasuredSeconds", whatIf.waitMeasured());
        seconds("waitUnlimitedSeconds", whatIf.waitUnlimited());
        out.writeEndObject();
    }

    private void host(Host host) throws IOException {
        out.writeStartObject();
        out.writeStringField("origin", host.origin());
        out.writeNumberField("requests", host.requests().size());
        out.writeObjectFieldStart("protocols");
        for (var entry : host.protocols().entrySet()) {
            out.writeNumberField(entry.getKey().toString(), entry.getValue());
        }
        out.writeEndObject();
        if (host.connections() > 0) {
            out.writeNumberField("connections", host.connections());
        }
        out.writeNumberField("peakInFlight", host.peak());
        out.writeObjectFieldStart("waitSeconds");
        for (Wait.Place place : Wait.Place.values()) {
            waits(place.name().toLowerCase(Locale.ROOT), host.waits(place));
        }
        out.writeEndObject();
        out.writeStringField("interception", Tables.interception(host));
        out.writeEndObject();
    }

    private void extent(Recording.Extent extent) throws IOException {
        out.writeObjectFieldStart("extent");
        out.writeNumberField("records", extent.records());
        out.writeNumberField("skipped", extent.skipped());
        out.writeNumberField("dropped", extent.dropped());
        out.writeBooleanField("cut", extent.cut());
        out.writeNumberField("bytes", extent.bytes());
        out.writeEndObject();
    }

    private void note(Note note) throws IOException {
        out.writeStartObject();
        out.writeStringField("text", note.text());
        out.writeStringField("pointer", note.pointer());
        out.writeNumberField("times", note.times());
        out.writeEndObject();
    }

    private void comparison(Comparison comparison) throws IOException {
        out.writeObjectFieldStart("comparison");
        out.writeStringField("before", comparison.before());
        out.writeStringField("after", comparison.after());
        strings("gone", comparison.gone().stream().map(FindingId::toString).toList());
        strings(
                "appeared",
                comparison.appeared().stream().map(FindingId::toString).toList());
        array("rows", comparison.rows(), row -> {
            out.writeStartObject();
            out.writeStringField("what", row.get(0));
            out.writeStringField("before", row.get(1));
            out.writeStringField("after", row.get(2));
            out.writeEndObject();
        });
        out.writeEndObject();
    }

    private void waits(String name, WaitFigures waits) throws IOException {
        out.writeObjectFieldStart(name);
        out.writeNumberField("requests", waits.count());
        seconds("sum", waits.sum());
        seconds("longest", waits.longest());
        seconds("median", waits.median());
        out.writeEndObject();
    }

    private void seconds(String name, long micros) throws IOException {
        out.writeNumberField(name, BigDecimal.valueOf(micros, 6));
    }

    private void strings(String name, List<String> values) throws IOException {
        out.writeArrayFieldStart(name);
        for (String value : values) {
            out.writeString(value);
        }
        out.writeEndArray();
    }

    /** Writes one element. */
    private interface Element<T> {
        void write(T element) throws IOException;
    }

    private <T> void array(String name, List<T> elements, Element<T> each) throws IOException {
        out.writeArrayFieldStart(name);
        for (T element : elements) {
            each.write(element);
        }
        out.writeEndArray();
    }
}
