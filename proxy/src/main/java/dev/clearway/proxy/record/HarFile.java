package dev.clearway.proxy.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.certs.OwnerOnly;
import dev.clearway.journal.Leg;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.Redaction;
import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Timings;
import dev.clearway.journal.Wait;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes a HAR file (version 1.2): each entry goes to a file beside its place as it comes, and the whole is moved there at
 * the end, for its owner alone to read. Times and connection are those of the upstream leg; {@code _waits} names each wait
 * in milliseconds, {@code _client} is the client's leg. Bodies, cookies and queries are not in it, URLs and header fields
 * as {@link Redaction} leaves them. Used by one thread.
 */
final class HarFile implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.clearway.proxy");
    private static final JsonFactory JSON = new JsonFactory();
    private static final int MOST_FIELDS = 256;

    private final Path target;
    private final Path draft;
    private final JsonGenerator out;

    /** Opens the file that will be {@code target}. */
    HarFile(Path target) throws IOException {
        this.target = target.toAbsolutePath();
        if (Files.exists(this.target) && !Files.isRegularFile(this.target, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(target + " is there and not a plain file");
        }
        Path directory = this.target.getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new IOException("the directory of " + target + " does not exist");
        }
        draft = Files.createTempFile(
                directory, "." + this.target.getFileName() + ".", ".part", OwnerOnly.file(directory));
        out = JSON.createGenerator(new BufferedOutputStream(Files.newOutputStream(draft)));
        out.writeStartObject();
        out.writeObjectFieldStart("log");
        out.writeStringField("version", "1.2");
        out.writeObjectFieldStart("creator");
        out.writeStringField("name", "Clearway proxy");
        out.writeStringField("version", version());
        out.writeStringField(
                "comment", "URLs and header fields are redacted; there are no bodies, cookies and queries.");
        out.writeEndObject();
        out.writeArrayFieldStart("pages");
        out.writeEndArray();
        out.writeArrayFieldStart("entries");
    }

    private static String version() {
        String version = HarFile.class.getPackage().getImplementationVersion();
        return version == null ? "0" : version;
    }

    /** Adds a request. */
    void add(ProxiedRequest request, RequestLife life) throws IOException {
        out.writeRaw('\n');
        out.writeStartObject();
        out.writeStringField(
                "startedDateTime",
                Instant.EPOCH.plus(life.issuedMicros(), ChronoUnit.MICROS).toString());
        Timings timings = life.timings();
        millis("time", life.waits().total() + timings.opening() + timings.exchange());
        String version = version(life);
        request(request, life, version);
        response(request, life, version);
        out.writeObjectFieldStart("cache");
        out.writeEndObject();
        timings(life);
        leg(life.leg());
        waits(life);
        client(life.clientLeg());
        out.writeEndObject();
    }

    /** That of the upstream leg; of the client's where the proxy answered by itself. */
    private static String version(RequestLife life) {
        Leg client = life.clientLeg();
        Protocol protocol = life.leg().protocol();
        return (protocol == Protocol.UNKNOWN && client != null ? client.protocol() : protocol).toString();
    }

    private void request(ProxiedRequest request, RequestLife life, String version) throws IOException {
        out.writeObjectFieldStart("request");
        out.writeStringField("method", life.method());
        out.writeStringField("url", life.url());
        out.writeStringField("httpVersion", version);
        empty("cookies");
        out.writeArrayFieldStart("headers");
        int left = MOST_FIELDS;
        for (var field : request.head().fields()) {
            if (left-- > 0) {
                field(field.getKey(), field.getValue());
            }
        }
        out.writeEndArray();
        empty("queryString");
        out.writeNumberField("headersSize", -1);
        out.writeNumberField("bodySize", life.requestBytes());
        out.writeEndObject();
    }

    private void response(ProxiedRequest request, RequestLife life, String version) throws IOException {
        CharSequence type = request.responseFields().first("content-type");
        out.writeObjectFieldStart("response");
        out.writeNumberField("status", life.status());
        out.writeStringField("statusText", "");
        out.writeStringField("httpVersion", version);
        empty("cookies");
        out.writeArrayFieldStart("headers");
        for (int i = 0; i < Math.min(MOST_FIELDS, request.responseFields().size()); i++) {
            field(
                    request.responseFields().name(i).toString(),
                    request.responseFields().value(i).toString());
        }
        out.writeEndArray();
        out.writeObjectFieldStart("content");
        out.writeNumberField("size", Math.max(0, life.responseBytes()));
        out.writeStringField("mimeType", type == null ? "" : Lives.text(type.toString()));
        out.writeEndObject();
        out.writeStringField("redirectURL", "");
        out.writeNumberField("headersSize", -1);
        out.writeNumberField("bodySize", life.responseBytes());
        if (!life.failure().isEmpty()) {
            out.writeStringField("_error", life.failure());
        }
        out.writeEndObject();
    }

    private void field(String name, String value) throws IOException {
        out.writeStartObject();
        out.writeStringField("name", name);
        out.writeStringField("value", Lives.text(Redaction.field(name, value)));
        out.writeEndObject();
    }

    private void empty(String array) throws IOException {
        out.writeArrayFieldStart(array);
        out.writeEndArray();
    }

    /** {@code ssl} is a part of {@code connect}, as the format says. */
    private void timings(RequestLife life) throws IOException {
        Timings timings = life.timings();
        boolean opened = timings.connect() != Timings.UNKNOWN;
        out.writeObjectFieldStart("timings");
        millis("blocked", life.waits().total());
        millis("dns", timings.resolve());
        millis("connect", opened ? timings.connect() + Math.max(0, timings.tls()) : Timings.UNKNOWN);
        millis("ssl", opened ? timings.tls() : Timings.UNKNOWN);
        millis("send", Math.max(0, timings.send()));
        millis("wait", Math.max(0, timings.firstByte()));
        millis("receive", Math.max(0, timings.receive()));
        out.writeEndObject();
    }

    private void leg(Leg leg) throws IOException {
        if (!leg.connection().isEmpty()) {
            out.writeStringField("_connectionId", leg.connection());
        }
        if (!leg.alpn().isEmpty()) {
            out.writeStringField("_tls_next_proto", leg.alpn());
        }
        if (!leg.tls().isEmpty()) {
            out.writeObjectFieldStart("_securityDetails");
            out.writeStringField("protocol", leg.tls());
            out.writeStringField("issuer", leg.issuer());
            out.writeEndObject();
        }
    }

    private void waits(RequestLife life) throws IOException {
        out.writeObjectFieldStart("_waits");
        for (Wait kind : Wait.values()) {
            if (life.waits().of(kind) > 0) {
                millis(kind.name(), life.waits().of(kind));
            }
        }
        out.writeEndObject();
    }

    private void client(@Nullable Leg client) throws IOException {
        if (client != null) {
            out.writeObjectFieldStart("_client");
            out.writeStringField("connection", client.connection());
            out.writeStringField("protocol", client.protocol().toString());
            out.writeStringField("alpn", client.alpn());
            out.writeStringField("tls", client.tls());
            out.writeStringField("peer", client.peer());
            out.writeEndObject();
        }
    }

    private void millis(String name, long micros) throws IOException {
        if (micros == Timings.UNKNOWN) {
            out.writeNumberField(name, -1);
        } else {
            out.writeNumberField(name, BigDecimal.valueOf(micros, 3));
        }
    }

    /** Completes the file and moves it to its place. */
    @Override
    public void close() throws IOException {
        try {
            out.close();
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Gives the file up: nothing appears. */
    void discard() {
        try {
            out.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a file that is given up could not be closed", e);
        }
        try {
            Files.deleteIfExists(draft);
        } catch (IOException e) {
            LOG.log(Level.WARNING, draft + " could not be deleted: " + e.getMessage());
        }
    }
}
