package dev.clearway.analysis.redact;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.analysis.json.Json;
import dev.clearway.journal.Wait;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the parts of a HAR file again without secrets. */
final class HarScrubber {
    /** Members of an entry that are written as they are. */
    private static final Set<String> KEPT = Set.of(
            "startedDateTime",
            "time",
            "connection",
            "serverIPAddress",
            "pageref",
            "_connectionId",
            "_socket",
            "_ip_addr",
            "_protocol",
            "_priority",
            "_resourceType",
            "_fromCache",
            "_created",
            "_load_start",
            "_tls_next_proto",
            "_certificates");

    private static final Set<String> KEPT_OF_MESSAGE = Set.of(
            "method", "httpVersion", "status", "statusText", "headersSize", "bodySize", "_error", "_transferSize");

    private static final Set<String> KEPT_OF_SECURITY =
            Set.of("protocol", "issuer", "subjectName", "validFrom", "validTo");

    /** Of the connection on which our own proxy was asked; not who asked. */
    private static final Set<String> KEPT_OF_CLIENT = Set.of("connection", "protocol", "alpn", "tls");

    private static final Set<String> KEPT_WAITS =
            Stream.of(Wait.values()).map(Wait::name).collect(Collectors.toUnmodifiableSet());

    private final Scrubber scrubber;
    private final JsonGenerator out;

    HarScrubber(Scrubber scrubber, JsonGenerator out) {
        this.scrubber = scrubber;
        this.out = out;
    }

    /** A page: its id, and when it began. */
    void page(Json page) throws IOException {
        out.writeStartObject();
        text("id", page.get("id"));
        text("startedDateTime", page.get("startedDateTime"));
        out.writeStringField("title", scrubber.urls(page.get("title").text()));
        out.writeObjectFieldStart("pageTimings");
        out.writeEndObject();
        out.writeEndObject();
    }

    /** An entry. */
    void entry(Json entry) throws IOException {
        out.writeStartObject();
        for (String name : entry.members().keySet()) {
            if (KEPT.contains(name)) {
                out.writeFieldName(name);
                JsonCopy.write(out, entry.get(name));
            }
        }
        if (entry.get("request").isObject()) {
            out.writeFieldName("request");
            request(entry.get("request"));
        }
        if (entry.get("response").isObject()) {
            out.writeFieldName("response");
            response(entry.get("response"));
        }
        out.writeFieldName("timings");
        timings(entry.get("timings"));
        selected("_securityDetails", entry.get("_securityDetails"), KEPT_OF_SECURITY);
        selected("_client", entry.get("_client"), KEPT_OF_CLIENT);
        selected("_waits", entry.get("_waits"), KEPT_WAITS);
        out.writeObjectFieldStart("cache");
        out.writeEndObject();
        out.writeEndObject();
    }

    private void request(Json request) throws IOException {
        out.writeStartObject();
        if (request.get("url").isText()) {
            out.writeStringField("url", scrubber.url(request.get("url").text()));
        }
        message(request);
        out.writeArrayFieldStart("queryString");
        out.writeEndArray();
        out.writeEndObject();
    }

    private void response(Json response) throws IOException {
        out.writeStartObject();
        message(response);
        out.writeObjectFieldStart("content");
        text("mimeType", response.get("content").get("mimeType"));
        if (response.get("content").get("size").isNumber()) {
            out.writeNumberField("size", response.get("content").get("size").integer(0));
        }
        out.writeEndObject();
        out.writeStringField(
                "redirectURL", scrubber.url(response.get("redirectURL").text()));
        out.writeEndObject();
    }

    private void message(Json message) throws IOException {
        for (String name : message.members().keySet()) {
            if (KEPT_OF_MESSAGE.contains(name)) {
                out.writeFieldName(name);
                JsonCopy.write(out, message.get(name));
            }
        }
        out.writeArrayFieldStart("headers");
        for (Json header : message.get("headers").elements()) {
            header(header);
        }
        out.writeEndArray();
        out.writeArrayFieldStart("cookies");
        out.writeEndArray();
    }

    private void header(Json header) throws IOException {
        List<Json> pair = header.elements();
        String name = pair.size() == 2 ? pair.get(0).text() : header.get("name").text();
        String value =
                pair.size() == 2 ? pair.get(1).text() : header.get("value").text();
        out.writeStartObject();
        out.writeStringField("name", name);
        out.writeStringField("value", scrubber.header(name, value));
        out.writeEndObject();
    }

    /** Only numbers: a comment may be anything. */
    private void timings(Json timings) throws IOException {
        out.writeStartObject();
        for (String name : timings.members().keySet()) {
            if (timings.get(name).isNumber()) {
                out.writeFieldName(name);
                JsonCopy.write(out, timings.get(name));
            }
        }
        out.writeEndObject();
    }

    private void selected(String field, Json object, Set<String> kept) throws IOException {
        if (object.isObject()) {
            out.writeObjectFieldStart(field);
            for (String name : object.members().keySet()) {
                if (kept.contains(name)) {
                    out.writeFieldName(name);
                    JsonCopy.write(out, object.get(name));
                }
            }
            out.writeEndObject();
        }
    }

    private void text(String name, Json value) throws IOException {
        out.writeStringField(name, value.text());
    }
}
