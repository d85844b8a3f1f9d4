package dev.clearway.bench.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Writes a HAR file as Chrome's developer tools do, of requests that share six connections to each of some hosts. */
final class HarGenerator {
    private static final int HOSTS = 50;
    private static final int CONNECTIONS = 6;
    private static final String HEADERS = "{\"name\":\"User-Agent\",\"value\":\"Mozilla/5.0 (X11; Linux x86_64)"
            + " AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36\"},{\"name\":\"Accept-Encoding\","
            + "\"value\":\"gzip, deflate, br, zstd\"},{\"name\":\"Cookie\",\"value\":\"session=0123456789abcdef\"}";

    private HarGenerator() {}

    /** Writes {@code file} of at least {@code bytes} bytes, whose answers have bodies of {@code body} characters. */
    static void write(Path file, long bytes, int body) throws IOException {
        String text =
                "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0".repeat(1 + body / 36).substring(0, body);
        try (BufferedWriter out = Files.newBufferedWriter(file, UTF_8)) {
            out.write(
                    "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"WebInspector\",\"version\":\"537.36\"},\"pages\":"
                            + "[{\"id\":\"page_1\",\"title\":\"https://host0.shop.example/\",\"startedDateTime\":"
                            + "\"2026-11-30T08:00:00.000Z\",\"pageTimings\":{}}],\"entries\":[");
            long written = 0;
            for (long i = 0; written < bytes; i++) {
                written += entry(out, i, text);
            }
            out.write("]}}\n");
        }
    }

    /** Every host is asked for 24 things at once, and then again. */
    private static int entry(Writer out, long i, String body) throws IOException {
        long place = i % 24;
        long millis = i / (24L * HOSTS) * 400;
        long waited = place / CONNECTIONS * 55;
        String entry = String.format(
                Locale.ROOT,
                "%s{\"_connectionId\":\"%d\",\"_initiator\":{\"type\":\"parser\"},\"_priority\":\"Low\",\"_resourceType\":"
                        + "\"image\",\"connection\":\"443\",\"pageref\":\"page_1\",\"request\":{\"method\":\"GET\",\"url\":"
                        + "\"https://host%d.shop.example/assets/%d.png?version=%d\",\"httpVersion\":\"HTTP/1.1\",\"headers\":[%s],"
                        + "\"queryString\":[],\"cookies\":[],\"headersSize\":612,\"bodySize\":0},\"response\":{\"status\":200,"
                        + "\"statusText\":\"OK\",\"httpVersion\":\"HTTP/1.1\",\"headers\":[{\"name\":\"Content-Type\",\"value\":"
                        + "\"image/png\"}],\"cookies\":[],\"content\":{\"size\":%d,\"mimeType\":\"image/png\",\"text\":\"%s\","
                        + "\"encoding\":\"base64\"},\"redirectURL\":\"\",\"headersSize\":210,\"bodySize\":12000},"
                        + "\"serverIPAddress\":\"203.0.113.%d\",\"startedDateTime\":\"2026-11-30T%02d:%02d:%02d.%03dZ\",\"time\":%d,"
                        + "\"timings\":{\"blocked\":%d.5,\"_blocked_queueing\":0.5,\"dns\":-1,\"ssl\":-1,\"connect\":-1,"
                        + "\"send\":0.2,\"wait\":50,\"receive\":4}}",
                i == 0 ? "" : ",\n",
                1 + i / 24 % HOSTS * CONNECTIONS + place % CONNECTIONS,
                i / 24 % HOSTS,
                i,
                i * 7_919 % 1_000_003,
                HEADERS,
                body.length(),
                body,
                i / 24 % HOSTS,
                8 + millis / 3_600_000,
                millis / 60_000 % 60,
                millis / 1_000 % 60,
                millis % 1_000,
                55 + waited,
                waited);
        out.write(entry);
        return entry.length();
    }
}
