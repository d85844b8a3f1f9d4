package dev.clearway.lab.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.lab.LabReport;
import dev.clearway.lab.Machine;
import dev.clearway.lab.Outcome;
import dev.clearway.lab.expect.Check;
import dev.clearway.lab.measure.FailureKind;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.ReuseFigures;
import dev.clearway.lab.measure.Split;
import dev.clearway.lab.measure.Spread;
import dev.clearway.lab.scenario.Burst;
import dev.clearway.lab.scenario.Scenario;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;

/** Writes a report as one JSON object. */
public final class JsonReport {
    private static final int SECONDS_SCALE = 6;
    private static final int RATIO_DIGITS = 4;

    private final JsonGenerator json;

    JsonReport(JsonGenerator json) {
        this.json = json;
    }

    /** Writes the report and a line end, and leaves the stream open. */
    public static void write(LabReport report, OutputStream target) throws IOException {
        try (JsonGenerator generator = JsonOutput.to(target)) {
            new JsonReport(generator).report(report);
            generator.writeRaw('\n');
        }
    }

    private void report(LabReport report) throws IOException {
        json.writeStartObject();
        machine(report.machine());
        json.writeBooleanField("complete", report.complete());
        json.writeBooleanField("holds", report.holds());
        json.writeArrayFieldStart("scenarios");
        for (Outcome outcome : report.outcomes()) {
            outcome(outcome);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void machine(Machine machine) throws IOException {
        json.writeObjectFieldStart("machine");
        json.writeNumberField("cores", machine.cores());
        decimal("load", machine.load(), 2);
        json.writeStringField("jdk", machine.jdk());
        json.writeStringField("tls", machine.tls());
        json.writeStringField("transport", machine.transport());
        json.writeEndObject();
    }

    private void outcome(Outcome outcome) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", outcome.scenario().name());
        json.writeNumberField("run", outcome.run());
        json.writeBooleanField("holds", outcome.holds());
        json.writeStringField("expected", outcome.expected());
        checks(outcome);
        scenario(outcome.scenario());
        measured(outcome.measured());
        json.writeEndObject();
    }

    private void checks(Outcome outcome) throws IOException {
        json.writeArrayFieldStart("checks");
        for (Check check : outcome.checks()) {
            json.writeStartObject();
            json.writeStringField("figure", check.figure().label());
            decimal("min", check.expected().min(), SECONDS_SCALE);
            decimal("max", check.expected().max(), SECONDS_SCALE);
            decimal("measured", check.measured(), SECONDS_SCALE);
            json.writeBooleanField("holds", check.holds());
            json.writeEndObject();
        }
        json.writeEndArray();
        strings("objections", outcome.objections());
    }

    private void strings(String name, Iterable<String> values) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }

    private void scenario(Scenario scenario) throws IOException {
        json.writeObjectFieldStart("setup");
        json.writeStringField("what", scenario.what());
        json.writeNumberField("limit", scenario.limit());
        duration("delaySeconds", scenario.delay());
        duration("roundTripSeconds", scenario.roundTrip());
        if (scenario instanceof Burst burst && burst.timeout() != null) {
            duration("timeoutSeconds", burst.timeout());
        }
        json.writeEndObject();
        strings("notes", Notes.of(scenario));
    }

    /** The fields of a result, within an object. */
    void measured(Measured measured) throws IOException {
        json.writeNumberField("requests", measured.requests());
        json.writeNumberField("succeeded", measured.succeeded());
        json.writeNumberField("failed", measured.failed());
        json.writeNumberField("neverSent", measured.neverSent());
        seconds("slowestSeconds", measured.slowestSeconds());
        seconds("p50Seconds", measured.p50Seconds());
        json.writeNumberField("connections", measured.connections());
        json.writeNumberField("queued", measured.queued());
        seconds("longestQueueSeconds", measured.longestQueueSeconds());
        json.writeObjectFieldStart("waitSecondsByReason");
        for (Map.Entry<String, Double> entry : measured.waitSecondsByReason().entrySet()) {
            seconds(entry.getKey(), entry.getValue());
        }
        json.writeEndObject();
        json.writeNumberField("serverRequests", measured.server().requests());
        seconds("serverLongestSeconds", measured.server().longestSeconds());
        seconds("serverMeanSeconds", measured.server().meanSeconds());
        seconds("gapSeconds", measured.server().gapSeconds());
        seconds("serverCpuSeconds", measured.server().cpuSeconds());
        json.writeNumberField("serverConnections", measured.server().connections());
        json.writeStringField("protocol", measured.protocol());
        failures(measured);
        if (measured.reuse() != null) {
            reuse(measured.reuse());
        }
    }

    private void failures(Measured measured) throws IOException {
        json.writeArrayFieldStart("failures");
        for (FailureKind kind : measured.failures()) {
            json.writeStartObject();
            json.writeStringField("type", kind.type());
            json.writeStringField("message", kind.message());
            json.writeNumberField("count", kind.count());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void reuse(ReuseFigures reuse) throws IOException {
        Split first = reuse.first();
        json.writeObjectFieldStart("first");
        seconds("resolve", first.resolve());
        seconds("connect", first.connect());
        seconds("tls", first.tls());
        seconds("send", first.send());
        seconds("wait", first.waited());
        seconds("total", first.total());
        json.writeEndObject();
        Spread rest = reuse.rest();
        json.writeObjectFieldStart("rest");
        seconds("min", rest.min());
        seconds("mean", rest.mean());
        seconds("max", rest.max());
        json.writeEndObject();
        ratio("ratio", reuse.ratio());
        json.writeNumberField("firstRoundTrips", reuse.roundTrips());
        json.writeStringField("tls", reuse.tls());
        for (Map.Entry<String, ReuseFigures> other : reuse.also().entrySet()) {
            json.writeObjectFieldStart(other.getKey());
            json.writeNumberField("connections", other.getValue().connections());
            reuse(other.getValue());
            json.writeEndObject();
        }
    }

    void duration(String name, Duration duration) throws IOException {
        seconds(name, duration.toNanos() / 1e9);
    }

    void seconds(String name, double value) throws IOException {
        decimal(name, value, SECONDS_SCALE);
    }

    private void ratio(String name, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumberField(name, new BigDecimal(value).round(new MathContext(RATIO_DIGITS)));
        } else {
            json.writeNullField(name);
        }
    }

    /** JSON has neither NaN nor infinity: both are {@code null}. */
    private void decimal(String name, double value, int scale) throws IOException {
        if (!Double.isFinite(value)) {
            json.writeNullField(name);
            return;
        }
        BigDecimal rounded = new BigDecimal(value).setScale(scale, RoundingMode.HALF_EVEN);
        json.writeFieldName(name);
        json.writeNumber(
                rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString());
    }
}
