package dev.clearway.lab.soak;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.lab.report.JsonOutput;
import java.io.IOException;
import java.io.OutputStream;

/** A soak for programs to read. Stateless. */
public final class SoakJson {
    private SoakJson() {}

    /** Writes the report as one JSON object and a line end, and leaves the stream open. */
    public static void write(SoakReport report, OutputStream target) throws IOException {
        try (JsonGenerator json = JsonOutput.to(target)) {
            json.writeStartObject();
            json.writeBooleanField("flat", report.flat());
            json.writeNumberField("rate", report.plan().rate());
            json.writeNumberField("durationSeconds", report.plan().duration().toMillis() / 1e3);
            json.writeNumberField("addresses", report.addresses());
            json.writeNumberField("moves", report.moves());
            json.writeNumberField("heapBeforeBytes", report.heapBefore());
            json.writeNumberField("heapAfterBytes", report.heapAfter());
            JsonOutput.counts("retries", report.retries(), json);
            JsonOutput.counts("failures", report.failures(), json);
            json.writeStringField("rule", Flatness.RULE);
            json.writeArrayFieldStart("verdicts");
            for (Flatness.Verdict verdict : report.verdicts()) {
                json.writeStartObject();
                json.writeStringField("what", verdict.what());
                json.writeBooleanField("flat", verdict.flat());
                json.writeEndObject();
            }
            json.writeEndArray();
            JsonOutput.strings("left", report.left(), json);
            json.writeArrayFieldStart("intervals");
            for (SoakSample sample : report.samples()) {
                write(sample, json);
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }

    private static void write(SoakSample sample, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeNumberField("seconds", sample.seconds());
        json.writeNumberField("requests", sample.requests());
        json.writeNumberField("failed", sample.failed());
        json.writeNumberField("p50Seconds", sample.p50Millis() / 1e3);
        json.writeNumberField("p99Seconds", sample.p99Millis() / 1e3);
        json.writeNumberField("heapAfterCollectionBytes", sample.heapBytes());
        json.writeNumberField("descriptors", sample.descriptors());
        json.writeNumberField("threads", sample.threads());
        json.writeNumberField("opened", sample.opened());
        json.writeNumberField("closed", sample.closed());
        json.writeNumberField("retried", sample.retried());
        json.writeEndObject();
    }
}
