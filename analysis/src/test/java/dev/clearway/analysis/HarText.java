package dev.clearway.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes small HAR files for tests. */
public final class HarText {
    private final String creator;
    private final List<String> entries = new ArrayList<>();

    /** A file of {@code creator}. */
    public HarText(String creator) {
        this.creator = creator;
    }

    /**
     * What a test says of one entry of Chrome's, times in milliseconds.
     *
     * @param url the URL
     * @param version httpVersion
     * @param started when, from the file's beginning
     * @param queueing {@code _blocked_queueing}
     * @param blocked what else of {@code blocked} there is
     * @param took from sent to done
     * @param connection {@code _connectionId}; empty for none
     */
    public record Entry(
            String url, String version, long started, long queueing, long blocked, long took, String connection) {}

    public HarText add(Entry entry) {
        return add(entry, "");
    }

    /** With {@code responseHeaders}, comma-separated objects. */
    public HarText add(Entry e, String responseHeaders) {
        String ids =
                e.connection().isEmpty() ? "" : ",\"_connectionId\":\"" + e.connection() + "\",\"connection\":\"8080\"";
        entries.add(String.format(
                Locale.ROOT,
                "{\"startedDateTime\":\"2026-11-30T08:18:%02d.%03dZ\",\"time\":%d,\"request\":{\"method\":\"GET\",\"url\":\"%s\","
                        + "\"httpVersion\":\"%s\",\"headers\":[],\"queryString\":[],\"cookies\":[],\"headersSize\":-1,"
                        + "\"bodySize\":0},\"response\":{\"status\":200,\"statusText\":\"OK\",\"httpVersion\":\"%s\","
                        + "\"headers\":[%s],\"cookies\":[],\"content\":{\"size\":1,\"mimeType\":\"text/plain\"},"
                        + "\"redirectURL\":\"\",\"headersSize\":-1,\"bodySize\":1},\"cache\":{},\"serverIPAddress\":\"192.0.2.1\","
                        + "\"timings\":{\"blocked\":%d,\"dns\":-1,\"connect\":-1,\"ssl\":-1,\"send\":0,\"wait\":%d,\"receive\":0,"
                        + "\"_blocked_queueing\":%d}%s}",
                e.started() / 1_000,
                e.started() % 1_000,
                e.queueing() + e.blocked() + e.took(),
                e.url(),
                e.version(),
                e.version(),
                responseHeaders,
                e.queueing() + e.blocked(),
                e.took(),
                e.queueing(),
                ids));
        return this;
    }

    /** Any text in place of an entry. */
    public HarText raw(String entry) {
        entries.add(entry);
        return this;
    }

    @Override
    public String toString() {
        return "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"" + creator
                + "\",\"version\":\"1\"},\"pages\":[]," + "\"entries\":[" + String.join(",\n", entries) + "]}}";
    }
}
