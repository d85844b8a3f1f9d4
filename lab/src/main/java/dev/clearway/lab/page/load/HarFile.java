package dev.clearway.lab.page.load;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.analysis.model.Recording;
import dev.clearway.journal.Leg;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import dev.clearway.journal.Wait;
import dev.clearway.lab.report.JsonOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.OptionalLong;

/**
 * Writes a recording as an HTTP archive (HAR 1.2) in the dialect of Chrome's DevTools: {@code blocked} is Queueing and
 * Stalled together, {@code _blocked_queueing} the former alone, {@code _connectionId} the connection. {@code _server} is
 * how long the server took by its own clock, {@code _proxyWait} how long the request waited in our proxy, in milliseconds;
 * both are left out where nobody wrote it down.
 */
public final class HarFile {
    private static final String CREATOR = "Clearway (DevTools protocol)";
    private static final double MICROS_IN_MILLI = 1000;

    private final JsonGenerator out;
    private final Accounts.Lookup others;

    private HarFile(JsonGenerator out, Accounts.Lookup others) {
        this.out = out;
        this.others = others;
    }

    /** Writes it with what others wrote down of each request, and leaves the stream open. */
    public static void write(Recording recording, Accounts accounts, OutputStream target) throws IOException {
        try (JsonGenerator json = JsonOutput.to(target)) {
            new HarFile(json, accounts.lookup()).log(recording);
        }
    }

    private void log(Recording recording) throws IOException {
        out.writeStartObject();
        out.writeObjectFieldStart("log");
        out.writeStringField("version", "1.2");
        out.writeObjectFieldStart("creator");
        out.writeStringField("name", CREATOR);
        out.writeStringField("version", "1");
        out.writeEndObject();
        out.writeObjectFieldStart("browser");
        out.writeStringField("name", recording.producer());
        out.writeStringField("version", "");
        out.writeEndObject();
        out.writeArrayFieldStart("pages");
        out.writeEndArray();
        out.writeArrayFieldStart("entries");
        for (RequestLife life : recording.requests()) {
            entry(life);
        }
        out.writeEndArray();
        out.writeEndObject();
        out.writeEndObject();
    }

    private void entry(RequestLife life) throws IOException {
        Leg leg = life.leg();
        out.writeStartObject();
        out.writeStringField(
                "startedDateTime",
                Instant.EPOCH.plus(life.issuedMicros(), ChronoUnit.MICROS).toString());
        out.writeNumberField("time", (life.doneMicros() - life.issuedMicros()) / MICROS_IN_MILLI);
        request(life);
        response(life);
        out.writeObjectFieldStart("cache");
        out.writeEndObject();
        timings(life);
        if (!leg.peer().isEmpty()) {
            int colon = leg.peer().lastIndexOf(':');
            out.writeStringField("serverIPAddress", leg.peer().substring(0, colon));
            out.writeStringField("connection", leg.peer().substring(colon + 1));
        }
        out.writeStringField("_connectionId", leg.connection());
        out.writeStringField("_priority", life.priority());
        out.writeStringField("_resourceType", life.type());
        others("_server", others.serverMicros(life.url()));
        others("_proxyWait", others.proxyWaitMicros(life.url()));
        if (!leg.issuer().isEmpty()) {
            out.writeObjectFieldStart("_securityDetails");
            out.writeStringField("protocol", leg.tls());
            out.writeStringField("issuer", leg.issuer());
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    private void others(String name, OptionalLong micros) throws IOException {
        if (micros.isPresent()) {
            millis(name, micros.getAsLong());
        }
    }

    private void request(RequestLife life) throws IOException {
        out.writeObjectFieldStart("request");
        out.writeStringField("method", life.method());
        out.writeStringField("url", life.url());
        out.writeStringField("httpVersion", version(life));
        empty("cookies", "headers", "queryString");
        out.writeNumberField("headersSize", -1);
        out.writeNumberField("bodySize", -1);
        out.writeEndObject();
    }

    private void response(RequestLife life) throws IOException {
        out.writeObjectFieldStart("response");
        out.writeNumberField("status", life.status());
        out.writeStringField("statusText", "");
        out.writeStringField("httpVersion", version(life));
        empty("cookies", "headers");
        out.writeObjectFieldStart("content");
        out.writeNumberField("size", Math.max(0, life.responseBytes()));
        out.writeStringField("mimeType", "");
        out.writeEndObject();
        out.writeStringField("redirectURL", "");
        out.writeNumberField("headersSize", -1);
        out.writeNumberField("bodySize", life.responseBytes());
        if (!life.failure().isEmpty()) {
            out.writeStringField("_error", life.failure());
        }
        out.writeEndObject();
    }

    private void empty(String... arrays) throws IOException {
        for (String name : arrays) {
            out.writeArrayFieldStart(name);
            out.writeEndArray();
        }
    }

    private static String version(RequestLife life) {
        Protocol protocol = life.leg().protocol();
        return protocol == Protocol.HTTP_2 ? "http/2.0" : protocol == Protocol.UNKNOWN ? "" : protocol.toString();
    }

    private void timings(RequestLife life) throws IOException {
        Timings timings = life.timings();
        long tls = timings.tls();
        long connect = timings.connect() < 0 ? -1 : timings.connect() + Math.max(0, tls);
        out.writeObjectFieldStart("timings");
        millis("blocked", life.waits().total());
        millis("_blocked_queueing", life.waits().at(Wait.Place.BROWSER));
        millis("dns", timings.resolve());
        millis("connect", connect);
        millis("ssl", tls);
        millis("send", Math.max(0, timings.send()));
        millis("wait", Math.max(0, timings.firstByte()));
        millis("receive", Math.max(0, timings.receive()));
        out.writeEndObject();
    }

    private void millis(String name, long micros) throws IOException {
        out.writeNumberField(name, micros < 0 ? -1 : micros / MICROS_IN_MILLI);
    }
}
