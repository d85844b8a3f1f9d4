package dev.clearway.lab.page.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.journal.Protocol;
import dev.clearway.lab.page.ModeResult;
import dev.clearway.lab.page.PageCheck;
import dev.clearway.lab.page.PageChecks;
import dev.clearway.lab.page.PageReport;
import dev.clearway.lab.page.measure.LoadFigures;
import dev.clearway.lab.page.measure.LoadFigures.TypeFigures;
import dev.clearway.lab.page.measure.NetlogFacts;
import dev.clearway.lab.page.measure.ProxyFigures;
import dev.clearway.lab.page.measure.ServerFigures;
import dev.clearway.lab.page.measure.Tail;
import dev.clearway.lab.report.JsonOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.Map;

/** Writes a report as one JSON object. */
public final class PageJson {
    private static final int SECONDS_SCALE = 6;

    private final JsonGenerator json;

    private PageJson(JsonGenerator json) {
        this.json = json;
    }

    /** Writes the report and a line end, and leaves the stream open. */
    public static void write(PageReport report, OutputStream target) throws IOException {
        try (JsonGenerator generator = JsonOutput.to(target)) {
            new PageJson(generator).report(report);
            generator.writeRaw('\n');
        }
    }

    /** Writes what the netlogs say alone. */
    static void writeNetlogFacts(PageReport report, OutputStream target) throws IOException {
        try (JsonGenerator generator = JsonOutput.to(target)) {
            PageJson writer = new PageJson(generator);
            generator.writeStartObject();
            for (ModeResult result : report.results()) {
                if (result.netlog() != null) {
                    generator.writeFieldName(result.mode().name());
                    writer.netlog(result.netlog());
                }
            }
            generator.writeEndObject();
            generator.writeRaw('\n');
        }
    }

    private void report(PageReport report) throws IOException {
        json.writeStartObject();
        json.writeStringField("loader", report.loader());
        json.writeObjectFieldStart("machine");
        json.writeNumberField("cores", report.machine().cores());
        number("load", report.machine().load());
        json.writeStringField("jdk", report.machine().jdk());
        number("busyFactor", report.calibration().factor());
        json.writeBooleanField("quiet", report.calibration().quiet());
        json.writeEndObject();
        page(report);
        json.writeBooleanField("holds", report.holds());
        json.writeArrayFieldStart("checks");
        for (PageCheck check : report.checks()) {
            json.writeStartObject();
            json.writeStringField("mode", check.mode());
            json.writeStringField("text", check.text());
            json.writeStringField("state", check.state().name());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("modes");
        for (ModeResult result : report.results()) {
            mode(result);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void page(PageReport report) throws IOException {
        json.writeObjectFieldStart("page");
        json.writeNumberField("requests", report.site().requests());
        json.writeNumberField("scripts", report.plan().size().scripts());
        json.writeNumberField("images", report.plan().size().images());
        json.writeNumberField("fetches", report.plan().size().fetches());
        number("delaySumSeconds", report.site().sum().toMillis() / 1000.0);
        number("delayMinSeconds", report.site().shortest().toMillis() / 1000.0);
        number("delayMaxSeconds", report.site().longest().toMillis() / 1000.0);
        number("sixConnectionFloorSeconds", PageChecks.floorSeconds(report.site()));
        number("roundTripSeconds", report.plan().roundTrip().toMillis() / 1000.0);
        json.writeEndObject();
    }

    private void mode(ModeResult result) throws IOException {
        LoadFigures figures = result.figures();
        json.writeStartObject();
        json.writeStringField("name", result.mode().name());
        json.writeStringField("what", result.mode().what());
        json.writeArrayFieldStart("runs");
        for (double seconds : result.runs()) {
            json.writeNumber(rounded(seconds));
        }
        json.writeEndArray();
        number("firstRunSeconds", result.first().doneSeconds());
        number("medianSeconds", result.medianSeconds());
        tail("seenWaitSeconds", result.seenWaits());
        number("recordedSeconds", result.recorded().doneSeconds());
        json.writeNumberField("requests", figures.requests());
        json.writeNumberField("failed", figures.failed());
        json.writeNumberField("connections", figures.connections());
        json.writeObjectFieldStart("requestsPerConnection");
        json.writeNumberField("min", figures.fewestOnConnection());
        json.writeNumberField("max", figures.mostOnConnection());
        json.writeEndObject();
        protocols("protocols", figures.protocols());
        counts("nextHopProtocols", figures.nextHops());
        waits(figures);
        types(figures);
        strings("issuers", figures.issuers());
        json.writeStringField("issuer", figures.issuerText());
        server(result.server());
        if (result.proxy() != null) {
            proxy(result.proxy());
        }
        if (result.netlog() != null) {
            json.writeFieldName("netlog");
            netlog(result.netlog());
        }
        json.writeEndObject();
    }

    private void server(ServerFigures server) throws IOException {
        json.writeObjectFieldStart("server");
        json.writeNumberField("requests", server.requests());
        json.writeNumberField("joined", server.joined());
        tail("tookSeconds", server.took());
        tail("beyondSeconds", server.beyond());
        json.writeEndObject();
    }

    private void proxy(ProxyFigures proxy) throws IOException {
        json.writeObjectFieldStart("proxy");
        json.writeNumberField("requests", proxy.requests());
        json.writeNumberField("tunnels", proxy.tunnels());
        json.writeNumberField("clientConnections", proxy.clientConnections());
        protocols("clientProtocols", proxy.clientProtocols());
        json.writeNumberField("upstreamConnections", proxy.upstreamConnections());
        protocols("upstreamProtocols", proxy.upstreamProtocols());
        tail("waitSeconds", proxy.waited());
        tail("answerSeconds", proxy.answered());
        json.writeEndObject();
    }

    private void protocols(String name, Map<Protocol, Integer> protocols) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<Protocol, Integer> entry : protocols.entrySet()) {
            json.writeNumberField(LoadFigures.alpn(entry.getKey()), entry.getValue());
        }
        json.writeEndObject();
    }

    private void waits(LoadFigures figures) throws IOException {
        tail("queueingSeconds", figures.queueing());
        tail("stalledSeconds", figures.stalled());
        tail("waitSeconds", figures.waited());
        tail("ttfbSeconds", figures.ttfb());
    }

    private void types(LoadFigures figures) throws IOException {
        json.writeArrayFieldStart("types");
        for (TypeFigures type : figures.types()) {
            json.writeStartObject();
            json.writeStringField("type", type.type());
            json.writeNumberField("requests", type.requests());
            number("lastFinishSeconds", type.lastFinishSeconds());
            tail("queueingSeconds", type.queueing());
            tail("stalledSeconds", type.stalled());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void netlog(NetlogFacts facts) throws IOException {
        json.writeStartObject();
        json.writeStringField("producer", facts.producer());
        json.writeNumberField("events", facts.events());
        json.writeNumberField("requests", facts.requests());
        json.writeNumberField("connections", facts.connections());
        json.writeNumberField("unusedConnections", facts.unusedConnections());
        counts("alpn", facts.alpn());
        json.writeNumberField("throughProxy", facts.tunnelled());
        json.writeNumberField("groupStalls", facts.groupStalls());
        json.writeNumberField("poolStalls", facts.poolStalls());
        json.writeNumberField("streamStalls", facts.streamStalls());
        json.writeArrayFieldStart("maxConcurrentStreams");
        for (long limit : facts.maxStreams()) {
            json.writeNumber(limit);
        }
        json.writeEndArray();
        tail("waitSeconds", facts.waited());
        strings("issuers", facts.issuers());
        json.writeEndObject();
    }

    private void counts(String name, Map<String, Integer> counts) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            json.writeNumberField(entry.getKey(), entry.getValue());
        }
        json.writeEndObject();
    }

    private void strings(String name, Collection<String> texts) throws IOException {
        json.writeArrayFieldStart(name);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    private void tail(String name, Tail tail) throws IOException {
        json.writeObjectFieldStart(name);
        number("median", tail.median());
        number("p95", tail.p95());
        number("max", tail.max());
        json.writeEndObject();
    }

    /** JSON has neither NaN nor infinity: both are {@code null}. */
    private void number(String name, double value) throws IOException {
        json.writeFieldName(name);
        if (Double.isFinite(value)) {
            json.writeNumber(rounded(value));
        } else {
            json.writeNull();
        }
    }

    private static String rounded(double value) {
        BigDecimal rounded = new BigDecimal(value).setScale(SECONDS_SCALE, RoundingMode.HALF_EVEN);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
