package dev.clearway.analysis.redact;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.clearway.analysis.json.Json;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/** Writes the parts of a netlog again without secrets. */
final class NetlogScrubber {
    /** Parameters of events that are written as they are: what findings rest on. */
    private static final Set<String> KEPT_PARAMS = Set.of(
            "source_dependency",
            "net_error",
            "priority",
            "method",
            "byte_count",
            "next_proto",
            "version",
            "cipher_suite",
            "is_resumed",
            "proto",
            "protocol",
            "negotiated_protocol",
            "proxy_chain",
            "proxy_server",
            "is_preconnect",
            "group_id",
            "group_name",
            "stream_key",
            "origin_destination",
            "certificates",
            "is_issued_by_known_root",
            "cert_status",
            "remote_address",
            "max_concurrent_streams",
            "num_active_streams",
            "num_created_streams",
            "num_active_sockets",
            "num_handed_out_sockets",
            "num_idle_sockets",
            "can_attempt",
            "delegate_blocked_by",
            "alt_svc",
            "is_broken",
            "host",
            "proxy",
            "using_quic",
            "network_isolation_key",
            "should_wait",
            "type");

    private static final Pattern SETTING = Pattern.compile("\\d+ \\(SETTINGS_[A-Z_]+\\)");

    private static final Set<String> URL_PARAMS = Set.of("url", "original_url", "destination", "logical_destination");

    /** Members of the polled state that are written as they are. */
    private static final Set<String> KEPT_STATE = Set.of("spdyStatus", "httpStreamPoolInfo", "proxySettings");

    private final Scrubber scrubber;
    private final JsonGenerator out;

    NetlogScrubber(Scrubber scrubber, JsonGenerator out) {
        this.scrubber = scrubber;
        this.out = out;
    }

    /** The constants; of the client only what it is. */
    void constants(Json constants) throws IOException {
        out.writeStartObject();
        for (String name : constants.members().keySet()) {
            if (!name.equals("clientInfo") && !name.equals("activeFieldTrialGroups")) {
                out.writeFieldName(name);
                JsonCopy.write(out, constants.get(name));
            }
        }
        Json client = constants.get("clientInfo");
        if (client.isObject()) {
            out.writeObjectFieldStart("clientInfo");
            out.writeStringField("name", client.get("name").text());
            out.writeStringField("version", client.get("version").text());
            out.writeStringField(
                    "command_line",
                    scrubber.commandLine(client.get("command_line").text()));
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    /** An event. {@code type} comes last, as Chromium writes it. */
    void event(Json event) throws IOException {
        out.writeStartObject();
        if (event.get("params").isObject()) {
            out.writeFieldName("params");
            params(event.get("params"));
        }
        for (String name : new String[] {"phase", "source", "time", "type"}) {
            if (event.get(name).exists()) {
                out.writeFieldName(name);
                JsonCopy.write(out, event.get(name));
            }
        }
        out.writeEndObject();
    }

    private void params(Json params) throws IOException {
        out.writeStartObject();
        for (String name : params.members().keySet()) {
            Json value = params.get(name);
            if (KEPT_PARAMS.contains(name)) {
                out.writeFieldName(name);
                JsonCopy.write(out, value);
            } else if (setting(name, value)) {
                out.writeFieldName(name);
                JsonCopy.write(out, value);
            } else if (URL_PARAMS.contains(name)) {
                out.writeStringField(name, scrubber.url(value.text()));
            } else if (name.equals("headers")) {
                headers(value);
            } else if (name.equals("request_headers")) {
                out.writeObjectFieldStart(name);
                headers(value.get("headers"));
                out.writeEndObject();
            }
        }
        out.writeEndObject();
    }

    /** The two parameters of an HTTP/2 setting. A cookie's event has such names too, but its value is text. */
    private static boolean setting(String name, Json value) {
        return (name.equals("id") || name.equals("value"))
                && (value.isNumber() || SETTING.matcher(value.text()).matches());
    }

    private void headers(Json headers) throws IOException {
        out.writeArrayFieldStart("headers");
        for (Json header : headers.elements()) {
            out.writeString(scrubber.headerLine(header.text()));
        }
        out.writeEndArray();
    }

    /** Whether the member {@code name} of the polled state is kept. */
    static boolean keepsState(String name) {
        return KEPT_STATE.contains(name) || name.equals("socketPoolInfo");
    }

    /** A member of the polled state that is kept. */
    void state(String name, Json value) throws IOException {
        if (!name.equals("socketPoolInfo")) {
            JsonCopy.write(out, value);
            return;
        }
        out.writeStartArray();
        for (Json pool : value.elements()) {
            out.writeStartObject();
            for (String member :
                    new String[] {"type", "max_sockets_per_group", "socket_soft_cap", "max_socket_count"}) {
                if (pool.get(member).exists()) {
                    out.writeFieldName(member);
                    JsonCopy.write(out, pool.get(member));
                }
            }
            out.writeEndObject();
        }
        out.writeEndArray();
    }
}
