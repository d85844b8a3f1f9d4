package dev.clearway.analysis;

import dev.clearway.analysis.HarText.Entry;
import dev.clearway.analysis.NetlogText.Request;

/** Pages as a browser loads them, written as netlogs and HAR files. Times are milliseconds. */
public final class Pages {
    private Pages() {}

    /**
     * A page over HTTP/1.1.
     *
     * @param origin the site
     * @param proxy as netlogs write it: {@code [direct://]} or {@code [host:port]}
     * @param requests how many, all issued at once
     * @param took how long each exchange takes
     */
    public record Page(String origin, String proxy, int requests, int took) {
        String group() {
            return origin + " <" + origin + " same_site>";
        }

        String url(int i) {
            return origin + "/r/" + i + "?secret=" + i;
        }
    }

    /** {@code page} over six connections, those that wait named as stalled; its certificate is {@code pem}. */
    public static NetlogText http1(NetlogText log, Page page, String alpn, String pem) {
        long base = 1_000L * (1 + Math.abs(page.origin().hashCode() % 500));
        for (int c = 0; c < 6; c++) {
            log.socket(1_000, base + c, page.group(), alpn, pem);
        }
        for (int i = 0; i < page.requests(); i++) {
            long granted = 1_100 + (long) (i / 6) * page.took();
            log.http1(
                    Request.of(base + 10 + i, page.url(i), 1_100, granted, page.took()),
                    base + i % 6,
                    page.group(),
                    page.proxy(),
                    i >= 6);
        }
        return log;
    }

    /** {@code page} over one HTTP/2 connection whose peer permits {@code streams}. */
    public static NetlogText http2(NetlogText log, Page page, int streams, String pem) {
        long base = 1_000L * (1 + Math.abs(page.origin().hashCode() % 500));
        log.socket(1_000, base, page.group(), "h2", pem).session(1_020, base + 1, base, streams);
        for (int i = 0; i < page.requests(); i++) {
            long granted = 1_100 + (long) (i / streams) * page.took();
            log.http2(
                    Request.of(base + 10 + i, page.url(i), 1_100, granted, page.took()),
                    base + 1,
                    page.group(),
                    page.proxy(),
                    i >= streams);
        }
        return log;
    }

    /** A page of Chrome's over {@code places} places, in a HAR file; each names its connection if {@code named}. */
    public static HarText har(Page page, String version, int places, boolean named) {
        HarText har = new HarText("WebInspector");
        for (int i = 0; i < page.requests(); i++) {
            long waited = (long) (i / places) * page.took();
            String connection = !named ? "" : version.equals("HTTP/1.1") ? Integer.toString(100 + i % places) : "100";
            har.add(new Entry(page.url(i), version, 0, 0, waited, page.took(), connection));
        }
        return har;
    }
}
