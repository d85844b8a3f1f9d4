package dev.clearway.lab.page.load;

import dev.clearway.journal.RequestLife;
import dev.clearway.origin.EndedRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What the others on the way wrote down of one load: every request of it by the server's own clock, and by the proxy's
 * journal. They are led to a browser's requests by path, which a load asks for once.
 *
 * @param server the server's requests
 * @param proxy the journal of the proxy on the way, tunnels among it; empty where there was none of ours
 */
public record Accounts(List<EndedRequest> server, List<RequestLife> proxy) {
    /** Nobody wrote anything down. */
    public static final Accounts NONE = new Accounts(List.of(), List.of());

    public Accounts {
        server = List.copyOf(server);
        proxy = List.copyOf(proxy);
    }

    /** Tells of one request at a time. */
    public Lookup lookup() {
        Map<String, Long> micros = new HashMap<>();
        server.forEach(
                ended -> micros.put(path(ended.target()), ended.duration().toNanos() / 1000));
        Map<String, RequestLife> lives = new HashMap<>();
        proxy.stream()
                .filter(life -> !life.method().equals("CONNECT"))
                .forEach(life -> lives.put(path(life.url()), life));
        return new Lookup(micros, lives);
    }

    /**
     * What the others know of a browser's request.
     *
     * @param server the server's durations in microseconds, by path
     * @param proxy the proxy's requests, by path
     */
    public record Lookup(Map<String, Long> server, Map<String, RequestLife> proxy) {
        /** From the request's head to the last byte of the answer, by the server's clock, in microseconds. */
        public OptionalLong serverMicros(String url) {
            Long micros = server.get(path(url));
            return micros == null ? OptionalLong.empty() : OptionalLong.of(micros);
        }

        /** How long it waited in the proxy for a place on a connection to the server, in microseconds. */
        public OptionalLong proxyWaitMicros(String url) {
            RequestLife life = proxy.get(path(url));
            return life == null
                    ? OptionalLong.empty()
                    : OptionalLong.of(life.waits().total());
        }
    }

    /** The path of a URL, or of a target in whatever form, without its query. */
    private static String path(String url) {
        int scheme = url.indexOf("://");
        int slash = url.indexOf('/', scheme < 0 ? 0 : scheme + 3);
        String path = slash < 0 ? "/" : url.substring(slash);
        int end = path.indexOf('?');
        return end < 0 ? path : path.substring(0, end);
    }
}
