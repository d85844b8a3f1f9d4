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
    private final Writer out;
    private final Map<String, Integer> codes = new LinkedHashMap<>();
    private final StringBuilder line = new StringBuilder(1_024);

    private NetlogGenerator(Writer out) {
        this.out = out;
        NetlogSteps.ALL.forEach(step -> codes.putIfAbsent(step.type(), 2 * codes.size() + 3));
        for (String type : List.of("SOCKET_ALIVE", "SSL_CONNECT")) {
            codes.put(type, 2 * codes.size() + 3);
        }
    }

    /** Writes {@code file} with at least {@code events} events. */
    static void write(Path file, long events) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, UTF_8)) {
            new NetlogGenerator(out).document(events);
        }
    }

    private void document(long events) throws IOException {
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
                written += socket(10 + (long) host * CONNECTIONS + i);
            }
        }
        for (long request = 0; written < events; request++) {
            written += request(request);
        }
        out.write("{\"phase\":0,\"source\":{\"id\":1,\"start_time\":\"0\",\"type\":0},\"time\":\"" + START
                + "\",\"type\":1}],\n" + "\"polledData\": []}\n");
    }

    private int socket(long id) throws IOException {
        event("SOCKET_ALIVE", 1, id, START, "");
        event("SSL_CONNECT", 1, id, START, "");
        event("SSL_CONNECT", 2, id, START + 20, "\"next_proto\":\"http/1.1\",\"version\":\"TLS 1.3\"");
        return 3;
    }

    /** Every host is asked for 24 things at once, and then again. */
    private int request(long request) throws IOException {
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
        for (NetlogSteps.Step step : NetlogSteps.ALL) {
            String params = step.params();
            if (params.indexOf('$') >= 0) {
                params = params.replace("$URL", url)
                        .replace("$SITE", site)
                        .replace("$HOST", site.substring(8))
                        .replace("$CONTROLLER", Long.toString(id + 1))
                        .replace("$JOB", Long.toString(id + 2))
                        .replace("$SOCKET", Long.toString(10 + host * CONNECTIONS + place % CONNECTIONS));
            }
            event(
                    step.type(),
                    step.phase(),
                    id + step.who().offset(),
                    moments[step.at().index()],
                    params);
        }
        return NetlogSteps.ALL.size();
    }

    private void event(String type, int phase, long source, long time, String params) throws IOException {
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
