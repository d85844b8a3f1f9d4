package dev.clearway.bench.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a netlog as Chromium 156 does, of requests that share six connections to each of some hosts. */
final class NetlogGenerator {
    private static final int HOSTS = 50;
    private static final int CONNECTIONS = 6;
    private static final long START = 700_000;
    private static final int URL_REQUEST = 1;
    private static final String AGENT =
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
                    + " Chrome/156.0.0.0 Safari/537.36";

    /** What a request's event is about: the source's id is that of its request plus an offset. */
    private enum Who {
        REQUEST(0),
        CONTROLLER(1),
        JOB(2);

        private final int offset;

        Who(int offset) {
            this.offset = offset;
        }
    }

    /** One event of a request: at which of its moments, about what, of which type and phase, with what. */
    private record Step(Moment at, Who who, String type, int phase, String params) {}

    /** The moments of a request, as milliseconds after it was issued. */
    private enum Moment {
        ISSUED(0),
        STARTED(1),
        GRANTED(2),
        ANSWERED(3),
        DONE(4);

        private final int index;

        Moment(int index) {
            this.index = index;
        }
    }

    private static final List<Step> STEPS = List.of(
            step(
                    Moment.ISSUED,
                    "CORS_REQUEST",
                    1,
                    "\"cors_preflight_policy\":\"consider_preflight\",\"request_headers\":"
                            + "{\"headers\":[\"sec-ch-ua-platform: \\\"Linux\\\"\",\"" + AGENT
                            + "\",\"Accept: image/avif,*/*\"]},"
                            + "\"url\":\"$URL\""),
            step(Moment.ISSUED, "CHECK_CORS_PREFLIGHT_REQUIRED", 0, "\"preflight_required\":false"),
            step(
                    Moment.ISSUED,
                    "REQUEST_ALIVE",
                    1,
                    "\"priority\":\"LOWEST\",\"traffic_annotation\":101845102,\"url\":\"$URL\""),
            step(Moment.ISSUED, "URL_REQUEST_SET_PRIORITY", 0, "\"priority\":\"MEDIUM\""),
            step(Moment.ISSUED, "NETWORK_DELEGATE_BEFORE_URL_REQUEST", 1, ""),
            step(Moment.ISSUED, "NETWORK_DELEGATE_BEFORE_URL_REQUEST", 2, ""),
            step(
                    Moment.STARTED,
                    "TRANSPORT_SECURITY_STATE_SHOULD_UPGRADE_TO_SSL",
                    0,
                    "\"should_upgrade_to_ssl\":false"),
            step(
                    Moment.STARTED,
                    "URL_REQUEST_START_JOB",
                    1,
                    "\"initiator\":\"$SITE\",\"load_flags\":204800,\"method\":\"GET\","
                            + "\"network_isolation_key\":\"$SITE $SITE\",\"request_type\":\"other\",\"url\":\"$URL\""),
            step(Moment.STARTED, "COMPUTED_PRIVACY_MODE", 0, "\"privacy_mode\":\"disabled\""),
            step(Moment.STARTED, "HTTP_CACHE_GET_BACKEND", 1, ""),
            step(Moment.STARTED, "HTTP_CACHE_GET_BACKEND", 2, ""),
            step(Moment.STARTED, "HTTP_CACHE_OPEN_OR_CREATE_ENTRY", 1, ""),
            step(Moment.STARTED, "HTTP_CACHE_OPEN_OR_CREATE_ENTRY", 2, "\"result\":\"created\""),
            step(Moment.STARTED, "HTTP_CACHE_ADD_TO_ENTRY", 1, ""),
            step(Moment.STARTED, "HTTP_CACHE_ADD_TO_ENTRY", 2, ""),
            step(Moment.STARTED, "HTTP_STREAM_REQUEST", 1, ""),
            step(
                    Moment.STARTED,
                    "HTTP_STREAM_JOB_CONTROLLER_BOUND",
                    0,
                    "\"source_dependency\":{\"id\":$CONTROLLER,\"type\":32}"),
            of(
                    Moment.STARTED,
                    Who.CONTROLLER,
                    "HTTP_STREAM_JOB_CONTROLLER",
                    1,
                    "\"is_preconnect\":false,\"url\":\"$URL\""),
            of(
                    Moment.STARTED,
                    Who.CONTROLLER,
                    "HTTP_STREAM_JOB_CONTROLLER_PROXY_SERVER_RESOLVED",
                    0,
                    "\"proxy_chain\":\"[direct://]\""),
            of(
                    Moment.STARTED,
                    Who.CONTROLLER,
                    "HTTP_STREAM_REQUEST_STARTED_JOB",
                    0,
                    "\"source_dependency\":{\"id\":$JOB,\"type\":17}"),
            of(
                    Moment.STARTED,
                    Who.JOB,
                    "HTTP_STREAM_JOB",
                    1,
                    "\"destination\":\"$SITE\",\"logical_destination\":\"$SITE/\","
                            + "\"priority\":\"MEDIUM\",\"type\":\"main\""),
            of(Moment.STARTED, Who.JOB, "HTTP_STREAM_JOB_WAITING", 1, "\"should_wait\":false"),
            of(Moment.STARTED, Who.JOB, "HTTP_STREAM_JOB_WAITING", 2, ""),
            of(Moment.STARTED, Who.JOB, "HTTP_STREAM_JOB_INIT_CONNECTION", 1, ""),
            of(
                    Moment.STARTED,
                    Who.JOB,
                    "TCP_CLIENT_SOCKET_POOL_REQUESTED_SOCKET",
                    0,
                    "\"group_id\":\"$SITE <$SITE same_site>\""),
            of(Moment.STARTED, Who.JOB, "SOCKET_POOL", 1, ""),
            of(Moment.STARTED, Who.JOB, "SOCKET_POOL_STALLED_MAX_SOCKETS_PER_GROUP", 0, ""),
            of(Moment.GRANTED, Who.JOB, "SOCKET_POOL_REUSED_AN_EXISTING_SOCKET", 0, "\"idle_ms\":0"),
            of(
                    Moment.GRANTED,
                    Who.JOB,
                    "SOCKET_POOL_BOUND_TO_SOCKET",
                    0,
                    "\"source_dependency\":{\"id\":$SOCKET,\"type\":10}"),
            of(Moment.GRANTED, Who.JOB, "SOCKET_POOL", 2, ""),
            of(Moment.GRANTED, Who.JOB, "HTTP_STREAM_REQUEST_PROTO", 0, "\"proto\":\"http/1.1\""),
            step(
                    Moment.GRANTED,
                    "HTTP_STREAM_REQUEST_BOUND_TO_JOB",
                    0,
                    "\"source_dependency\":{\"id\":$JOB,\"type\":17}"),
            step(Moment.GRANTED, "HTTP_STREAM_REQUEST", 2, ""),
            step(Moment.GRANTED, "HTTP_TRANSACTION_SEND_REQUEST", 1, ""),
            step(
                    Moment.GRANTED,
                    "HTTP_TRANSACTION_SEND_REQUEST_HEADERS",
                    0,
                    "\"headers\":[\"Host: $HOST\",\"Connection:" + " keep-alive\",\"" + AGENT
                            + "\",\"Accept-Encoding: gzip, deflate, br\",\"Cookie: [64 bytes were stripped]\"]"),
            step(Moment.GRANTED, "HTTP_TRANSACTION_SEND_REQUEST", 2, ""),
            step(Moment.GRANTED, "HTTP_TRANSACTION_READ_HEADERS", 1, ""),
            step(Moment.GRANTED, "HTTP_STREAM_PARSER_READ_HEADERS", 1, ""),
            step(Moment.ANSWERED, "HTTP_STREAM_PARSER_READ_HEADERS", 2, ""),
            step(
                    Moment.ANSWERED,
                    "HTTP_TRANSACTION_READ_RESPONSE_HEADERS",
                    0,
                    "\"headers\":[\"HTTP/1.1 200 OK\",\"Date: Mon, 30"
                            + " Nov 2026 08:08:55 GMT\",\"Content-Type: image/png\",\"Content-Length: 12000\",\"Connection: keep-alive\"]"),
            step(Moment.ANSWERED, "HTTP_TRANSACTION_READ_HEADERS", 2, ""),
            step(Moment.ANSWERED, "HTTP_CACHE_WRITE_INFO", 1, ""),
            step(Moment.ANSWERED, "HTTP_CACHE_WRITE_INFO", 2, ""),
            step(Moment.ANSWERED, "HTTP_CACHE_WRITE_DATA", 1, ""),
            step(Moment.ANSWERED, "HTTP_CACHE_WRITE_DATA", 2, ""),
            step(Moment.ANSWERED, "NETWORK_DELEGATE_HEADERS_RECEIVED", 1, ""),
            step(Moment.ANSWERED, "NETWORK_DELEGATE_HEADERS_RECEIVED", 2, ""),
            step(Moment.ANSWERED, "URL_REQUEST_START_JOB", 2, ""),
            step(Moment.ANSWERED, "HTTP_TRANSACTION_READ_BODY", 1, ""),
            step(Moment.DONE, "HTTP_TRANSACTION_READ_BODY", 2, ""),
            step(Moment.DONE, "URL_REQUEST_JOB_FILTERED_BYTES_READ", 0, "\"byte_count\":12000"),
            of(Moment.DONE, Who.JOB, "HTTP_STREAM_JOB", 2, ""),
            of(Moment.DONE, Who.CONTROLLER, "HTTP_STREAM_JOB_CONTROLLER", 2, ""),
            step(Moment.DONE, "CORS_REQUEST", 2, ""),
            step(Moment.DONE, "REQUEST_ALIVE", 2, ""));

    private final Map<String, Integer> codes = new LinkedHashMap<>();
    private final StringBuilder line = new StringBuilder(1_024);

    private NetlogGenerator() {
        STEPS.forEach(step -> codes.putIfAbsent(step.type(), 2 * codes.size() + 3));
        for (String type : List.of("SOCKET_ALIVE", "SSL_CONNECT")) {
            codes.put(type, 2 * codes.size() + 3);
        }
    }

    private static Step step(Moment at, String type, int phase, String params) {
        return new Step(at, Who.REQUEST, type, phase, params);
    }

    private static Step of(Moment at, Who who, String type, int phase, String params) {
        return new Step(at, who, type, phase, params);
    }

    /** Writes {@code file} with at least {@code events} events. */
    static void write(Path file, long events) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, UTF_8)) {
            new NetlogGenerator().document(out, events);
        }
    }

    private void document(Writer out, long events) throws IOException {
        StringBuilder types = new StringBuilder();
        codes.forEach((type, code) -> types.append(types.isEmpty() ? "" : ",")
                .append('"')
                .append(type)
                .append("\":")
                .append(code));
        out.write("{\"constants\":{\"clientInfo\":{\"name\":\"Chromium\",\"version\":\"156.0.8078.108\"},"
                + "\"logEventPhase\":{\"PHASE_BEGIN\":1,\"PHASE_END\":2,\"PHASE_NONE\":0},\"logEventTypes\":{" + types
                + "},\"logSourceType\":{\"URL_REQUEST\":1},\"netError\":{\"ERR_ABORTED\":-3},"
                + "\"timeTickOffset\":1796025308424},\n\"events\": [\n");
        long written = 0;
        for (int host = 0; host < HOSTS; host++) {
            for (int i = 0; i < CONNECTIONS; i++) {
                written += socket(out, 10 + (long) host * CONNECTIONS + i);
            }
        }
        for (long request = 0; written < events; request++) {
            written += request(out, request);
        }
        out.write("{\"phase\":0,\"source\":{\"id\":1,\"start_time\":\"0\",\"type\":0},\"time\":\"" + START
                + "\",\"type\":1}],\n" + "\"polledData\": []}\n");
    }

    private int socket(Writer out, long id) throws IOException {
        event(out, "SOCKET_ALIVE", 1, id, START, "");
        event(out, "SSL_CONNECT", 1, id, START, "");
        event(out, "SSL_CONNECT", 2, id, START + 20, "\"next_proto\":\"http/1.1\",\"version\":\"TLS 1.3\"");
        return 3;
    }

    /** Every host is asked for 24 things at once, and then again. */
    private int request(Writer out, long request) throws IOException {
        long host = request / 24 % HOSTS;
        long round = request / (24L * HOSTS);
        long place = request % 24;
        long issued = START + 1_000 + round * 400;
        long[] moments = {issued, issued + 1, issued + 1 + place / CONNECTIONS * 55, 0, 0};
        moments[3] = moments[2] + 50;
        moments[4] = moments[3] + 4;
        long id = 10_000 + request * 3;
        String site = "https://host" + host + ".shop.example";
        String url = site + "/assets/images/" + request + ".png?version=" + request * 7_919 % 1_000_003;
        for (Step step : STEPS) {
            String params = step.params();
            if (params.indexOf('$') >= 0) {
                params = params.replace("$URL", url)
                        .replace("$SITE", site)
                        .replace("$HOST", site.substring(8))
                        .replace("$CONTROLLER", Long.toString(id + 1))
                        .replace("$JOB", Long.toString(id + 2))
                        .replace("$SOCKET", Long.toString(10 + host * CONNECTIONS + place % CONNECTIONS));
            }
            event(out, step.type(), step.phase(), id + step.who().offset, moments[step.at().index], params);
        }
        return STEPS.size();
    }

    private void event(Writer out, String type, int phase, long source, long time, String params) throws IOException {
        line.setLength(0);
        line.append('{');
        if (!params.isEmpty()) {
            line.append("\"params\":{").append(params).append("},");
        }
        line.append("\"phase\":").append(phase).append(",\"source\":{\"id\":").append(source);
        line.append(",\"start_time\":\"")
                .append(time)
                .append("\",\"type\":")
                .append(URL_REQUEST)
                .append("},\"time\":\"");
        line.append(time)
                .append("\",\"type\":")
                .append(codes.getOrDefault(type, 0))
                .append("},\n");
        out.append(line);
    }
}
