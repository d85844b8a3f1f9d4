package dev.clearway.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes small netlogs for tests, with codes of its own choosing: a reader that knows Chromium's by heart fails on them. */
public final class NetlogText {
    private static final List<String> SOURCES = List.of("URL_REQUEST", "SOCKET", "HTTP_STREAM_JOB");

    private final Map<String, Integer> types = new LinkedHashMap<>();
    private final List<String> events = new ArrayList<>();
    private final int firstCode;
    private String polled = "";
    private String responseHeaders = "";
    private String client = "\"name\":\"Chromium\",\"version\":\"156.0\"";

    /** A netlog whose event types are numbered from {@code firstCode} on. */
    public NetlogText(int firstCode) {
        this.firstCode = firstCode;
    }

    public NetlogText() {
        this(700);
    }

    public NetlogText commandLine(String line) {
        client += ",\"command_line\":\"" + line + "\"";
        return this;
    }

    public NetlogText polled(String json) {
        polled = json;
        return this;
    }

    public NetlogText begin(long time, long source, String type, String params) {
        return event(time, source, type, 17, params);
    }

    public NetlogText end(long time, long source, String type, String params) {
        return event(time, source, type, 23, params);
    }

    public NetlogText event(long time, long source, String type, String params) {
        return event(time, source, type, 5, params);
    }

    private NetlogText event(long time, long source, String type, int phase, String params) {
        int code = types.computeIfAbsent(type, name -> firstCode + 3 * types.size());
        events.add((params.isEmpty() ? "{" : "{\"params\":{" + params + "},") + "\"phase\":" + phase
                + ",\"source\":{\"id\":" + source + ",\"start_time\":\"0\",\"type\":41},\"time\":\"" + time
                + "\",\"type\":" + code + "}");
        return this;
    }

    /** From here on answers offer HTTP/3. */
    public NetlogText offeringHttp3() {
        responseHeaders = ",\"alt-svc: h3=\\\":443\\\"\"";
        return this;
    }

    /** Any text in place of an event. */
    public NetlogText raw(String text) {
        events.add(text);
        return this;
    }

    public String constants() {
        StringBuilder names = new StringBuilder();
        types.forEach((name, code) -> names.append(names.isEmpty() ? "" : ",")
                .append("\"")
                .append(name)
                .append("\":")
                .append(code));
        return "{\"certStatusFlag\":{\"KNOWN_INTERCEPTION_DETECTED\":4096},\"clientInfo\":{" + client
                + "},\"logEventPhase\":{\"PHASE_BEGIN\":17,\"PHASE_END\":23,\"PHASE_NONE\":5},\"logEventTypes\":{"
                + names
                + "},\"logSourceType\":{\"" + SOURCES.get(0) + "\":41},\"netError\":{\"ERR_ABORTED\":-3},"
                + "\"timeTickOffset\":1796025000000}";
    }

    /** The form that is one document. */
    public String document() {
        return "{\"constants\":" + constants() + ",\n\"events\": [\n" + String.join(",\n", events)
                + "],\n\"polledData\": [" + (polled.isEmpty() ? "" : "{" + polled + "}") + "]\n}\n";
    }

    /** The form that is one record a line. */
    public String lines() {
        StringBuilder lines = new StringBuilder("{\"type\":\"constants\",\"constants\":" + constants() + "}\n");
        events.forEach(event ->
                lines.append("{\"type\":\"event\",\"event\":").append(event).append("}\n"));
        if (!polled.isEmpty()) {
            lines.append("{\"type\":\"polledData\",\"polledData\":[{")
                    .append(polled)
                    .append("}]}\n");
        }
        return lines.append("{\"type\":\"end\"}\n").toString();
    }

    /** A TLS socket of a group on which ALPN gave {@code alpn}, opened by the job's connect job and used from {@code time} on. */
    public NetlogText socket(long time, long socket, String group, String alpn, String pem) {
        long connectJob = socket + 100_000;
        begin(time, connectJob, "CONNECT_JOB", "");
        event(time, connectJob, "SOCKET_POOL_CONNECT_JOB_CREATED", "\"group_id\":\"" + group + "\"");
        begin(time, socket, "SOCKET_ALIVE", "");
        begin(time, socket, "SSL_CONNECT", "");
        if (!pem.isEmpty()) {
            event(time, socket, "SSL_CERTIFICATES_RECEIVED", "\"certificates\":[\"" + pem.replace("\n", "\\n") + "\"]");
        }
        end(time + 20, socket, "SSL_CONNECT", "\"next_proto\":\"" + alpn + "\",\"version\":\"TLS 1.3\"");
        event(time + 20, connectJob, "CONNECT_JOB_SET_SOCKET", dependency(socket));
        return end(time + 20, connectJob, "CONNECT_JOB", "");
    }

    /** A verdict on the certificate that {@code socket} was shown. */
    public NetlogText verdict(long time, long socket, boolean publicRoot, int status) {
        long verifier = socket + 200_000;
        begin(time, verifier, "CERT_VERIFIER_JOB", "");
        event(time, socket, "CERT_VERIFIER_REQUEST_BOUND_TO_JOB", dependency(verifier));
        return end(
                time,
                verifier,
                "CERT_VERIFIER_JOB",
                "\"is_issued_by_known_root\":" + publicRoot + ",\"cert_status\":" + status);
    }

    public static String dependency(long source) {
        return "\"source_dependency\":{\"id\":" + source + ",\"type\":41}";
    }

    /** What a test says of one request: times in milliseconds of the log's clock. */
    public record Request(long id, String url, long issued, long started, long granted, long answered, long done) {
        /** A request that is answered {@code took} ms after it was granted a connection. */
        public static Request of(long id, String url, long issued, long granted, long took) {
            return new Request(id, url, issued, issued, granted, granted + took, granted + took);
        }
    }

    /** A request over HTTP/1.1 on {@code socket}; {@code stalled} if every connection was busy when it came. */
    public NetlogText http1(Request r, long socket, String group, String proxy, boolean stalled) {
        seek(r, group, proxy);
        long job = r.id() + 20_000;
        if (stalled) {
            event(r.started(), job, "SOCKET_POOL_STALLED_MAX_SOCKETS_PER_GROUP", "");
        }
        event(r.granted(), job, "SOCKET_POOL_REUSED_AN_EXISTING_SOCKET", "\"idle_ms\":0");
        event(r.granted(), job, "SOCKET_POOL_BOUND_TO_SOCKET", dependency(socket));
        event(r.granted(), r.id(), "HTTP_STREAM_REQUEST_BOUND_TO_JOB", dependency(job));
        end(r.granted(), r.id(), "HTTP_STREAM_REQUEST", "");
        return exchange(r, r.granted(), "HTTP_TRANSACTION_SEND_REQUEST_HEADERS");
    }

    /** A request over HTTP/2 on {@code session}, which is found at once and sent at {@code granted}. */
    public NetlogText http2(Request r, long session, String group, String proxy, boolean stalled) {
        seek(r, group, proxy);
        long job = r.id() + 20_000;
        event(r.started(), job, "HTTP2_SESSION_POOL_FOUND_EXISTING_SESSION", dependency(session));
        event(r.started(), r.id(), "HTTP_STREAM_REQUEST_BOUND_TO_JOB", dependency(job));
        end(r.started(), r.id(), "HTTP_STREAM_REQUEST", "");
        if (stalled) {
            event(
                    r.started(),
                    session,
                    "HTTP2_SESSION_STALLED_MAX_STREAMS",
                    "\"max_concurrent_streams\":4,\"url\":\"" + r.url() + "\"");
        }
        return exchange(r, r.granted(), "HTTP_TRANSACTION_HTTP2_SEND_REQUEST_HEADERS");
    }

    /** An HTTP/2 session on {@code socket} whose peer permits {@code streams}. */
    public NetlogText session(long time, long session, long socket, int streams) {
        begin(time, session, "HTTP2_SESSION", "\"host\":\"a:443\",\"proxy\":\"[direct://]\"");
        event(time, session, "HTTP2_SESSION_INITIALIZED", "\"protocol\":\"h2\"," + dependency(socket));
        return event(
                time,
                session,
                "HTTP2_SESSION_RECV_SETTING",
                "\"id\":\"3 (SETTINGS_MAX_CONCURRENT_STREAMS)\",\"value\":" + streams);
    }

    private void seek(Request r, String group, String proxy) {
        long controller = r.id() + 10_000;
        long job = r.id() + 20_000;
        begin(r.issued(), r.id(), "REQUEST_ALIVE", "\"priority\":\"MEDIUM\",\"url\":\"" + r.url() + "\"");
        begin(r.started(), r.id(), "URL_REQUEST_START_JOB", "\"method\":\"GET\",\"url\":\"" + r.url() + "\"");
        begin(r.started(), r.id(), "HTTP_STREAM_REQUEST", "");
        event(r.started(), r.id(), "HTTP_STREAM_JOB_CONTROLLER_BOUND", dependency(controller));
        begin(
                r.started(),
                controller,
                "HTTP_STREAM_JOB_CONTROLLER",
                "\"is_preconnect\":false,\"url\":\"" + r.url() + "\"");
        event(
                r.started(),
                controller,
                "HTTP_STREAM_JOB_CONTROLLER_PROXY_SERVER_RESOLVED",
                "\"proxy_chain\":\"" + proxy + "\"");
        event(r.started(), controller, "HTTP_STREAM_REQUEST_STARTED_JOB", dependency(job));
        event(r.started(), job, "TCP_CLIENT_SOCKET_POOL_REQUESTED_SOCKET", "\"group_id\":\"" + group + "\"");
    }

    private NetlogText exchange(Request r, long sent, String headersType) {
        begin(sent, r.id(), "HTTP_TRANSACTION_SEND_REQUEST", "");
        event(sent, r.id(), headersType, "\"headers\":[]");
        end(sent, r.id(), "HTTP_TRANSACTION_SEND_REQUEST", "");
        begin(sent, r.id(), "HTTP_TRANSACTION_READ_HEADERS", "");
        event(
                r.answered(),
                r.id(),
                "HTTP_TRANSACTION_READ_RESPONSE_HEADERS",
                "\"headers\":[\"HTTP/1.1 200 OK\"" + responseHeaders + "]");
        end(r.answered(), r.id(), "HTTP_TRANSACTION_READ_HEADERS", "");
        return end(r.done(), r.id(), "REQUEST_ALIVE", "");
    }
}
