package dev.clearway.journal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * One line of a journal: a {@link RequestLife} as an object of JSON that begins with {@code "journal":1}, the version of
 * the format. Durations are seconds with six decimals, {@code issued} is an ISO 8601 instant; what is empty, unknown or
 * zero is left out; waits are named by the constants of {@link Wait}. Members that a reader does not know are skipped.
 *
 * <pre>{@code
 * {"journal":1,"id":"7","method":"GET","url":"https://shop.example/api/7","issued":"2026-11-30T08:18:12.135201Z",
 *  "waits":{"CONNECTION_LIMIT":1.300417},"send":0.000102,"firstByte":0.247880,"receive":0.000731,"status":200,
 *  "leg":{"connection":"4","protocol":"HTTP/1.1","alpn":"http/1.1"}}
 * }</pre>
 */
public final class JournalLine {
    /** The version that this class writes and the only one that it reads. */
    public static final int VERSION = 1;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(16)
                    .maxNumberLength(40)
                    .maxStringLength(65_536)
                    .maxNameLength(256)
                    .build())
            .build();

    private JournalLine() {}

    /** The line of {@code life}, without the line's end. */
    public static byte[] write(RequestLife life) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator out = JSON.createGenerator(bytes)) {
            out.writeStartObject();
            out.writeNumberField("journal", VERSION);
            head(out, life);
            waits(out, life.waits());
            timings(out, life.timings());
            tail(out, life);
            out.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void head(JsonGenerator out, RequestLife life) throws IOException {
        text(out, "id", life.id());
        text(out, "method", life.method());
        text(out, "url", life.url());
        text(out, "group", life.group());
        if (life.dated()) {
            out.writeStringField(
                    "issued",
                    Instant.EPOCH.plus(life.issuedMicros(), ChronoUnit.MICROS).toString());
        }
    }

    private static void waits(JsonGenerator out, Waits waits) throws IOException {
        if (waits.total() == 0) {
            return;
        }
        out.writeObjectFieldStart("waits");
        for (Wait kind : Wait.values()) {
            if (waits.of(kind) > 0) {
                seconds(out, kind.name(), waits.of(kind));
            }
        }
        out.writeEndObject();
    }

    private static void timings(JsonGenerator out, Timings timings) throws IOException {
        seconds(out, "resolve", timings.resolve());
        seconds(out, "connect", timings.connect());
        seconds(out, "tls", timings.tls());
        seconds(out, "send", timings.send());
        seconds(out, "firstByte", timings.firstByte());
        seconds(out, "receive", timings.receive());
    }

    private static void tail(JsonGenerator out, RequestLife life) throws IOException {
        if (life.status() != 0) {
            out.writeNumberField("status", life.status());
        }
        count(out, "requestBytes", life.requestBytes());
        count(out, "responseBytes", life.responseBytes());
        text(out, "type", life.type());
        text(out, "priority", life.priority());
        text(out, "page", life.page());
        leg(out, "leg", life.leg());
        Leg client = life.clientLeg();
        if (client != null) {
            leg(out, "clientLeg", client);
        }
        text(out, "failure", life.failure());
    }

    private static void leg(JsonGenerator out, String name, Leg leg) throws IOException {
        out.writeObjectFieldStart(name);
        text(out, "connection", leg.connection());
        out.writeStringField("protocol", leg.protocol().toString());
        text(out, "alpn", leg.alpn());
        text(out, "tls", leg.tls());
        text(out, "issuer", leg.issuer());
        text(out, "peer", leg.peer());
        text(out, "proxy", leg.proxy());
        out.writeEndObject();
    }

    private static void text(JsonGenerator out, String name, String value) throws IOException {
        if (!value.isEmpty()) {
            out.writeStringField(name, value);
        }
    }

    private static void count(JsonGenerator out, String name, long value) throws IOException {
        if (value != Timings.UNKNOWN) {
            out.writeNumberField(name, value);
        }
    }

    private static void seconds(JsonGenerator out, String name, long micros) throws IOException {
        if (micros != Timings.UNKNOWN) {
            out.writeNumberField(name, BigDecimal.valueOf(micros, 6));
        }
    }

    /**
     * Reads one line.
     *
     * @param line holds the line's bytes, UTF-8
     * @param offset where the line begins in {@code line}
     * @param length how long it is, the line's end left out
     * @throws IOException if it is not JSON, or not a line of a journal of this version, or a value is of a wrong kind
     */
    public static RequestLife read(byte[] line, int offset, int length) throws IOException {
        try (JsonParser in = JSON.createParser(line, offset, length)) {
            expect(in, in.nextToken(), JsonToken.START_OBJECT);
            if (!"journal".equals(in.nextFieldName())) {
                throw new JsonParseException(in, "not a line of a journal");
            }
            if (in.nextIntValue(0) != VERSION) {
                throw new JsonParseException(in, "a journal of another version");
            }
            LineReader reader = new LineReader();
            for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
                in.nextToken();
                reader.member(in, name);
            }
            expect(in, in.currentToken(), JsonToken.END_OBJECT);
            return reader.life();
        }
    }

    static void expect(JsonParser in, @Nullable JsonToken found, JsonToken wanted) throws IOException {
        if (found != wanted) {
            throw new JsonParseException(in, "expected " + wanted + ", found " + found);
        }
    }

    static String text(JsonParser in) throws IOException {
        expect(in, in.currentToken(), JsonToken.VALUE_STRING);
        return in.getText();
    }

    static long micros(JsonParser in) throws IOException {
        double seconds = in.getDoubleValue();
        if (!(seconds >= 0 && seconds < 1e9)) {
            throw new JsonParseException(in, "not a duration in seconds: " + seconds);
        }
        return Math.round(seconds * 1e6);
    }

    static long instant(JsonParser in) throws IOException {
        try {
            return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(text(in)));
        } catch (DateTimeException | ArithmeticException e) {
            throw new JsonParseException(in, "not an instant", e);
        }
    }
}
