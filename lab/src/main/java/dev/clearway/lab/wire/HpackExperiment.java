package dev.clearway.lab.wire;

import dev.clearway.client.ClearwayClient;
import dev.clearway.lab.child.OriginProcess;
import dev.clearway.lab.child.RemoteOrigin;
import dev.clearway.lab.scenario.Wire;
import dev.clearway.origin.Relay;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** What a request's header costs on the wire, the first time and later. */
public final class HpackExperiment implements WireExperiment {
    private static final int REQUESTS = 100;
    private static final int COOKIE_BYTES = 2_000;
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final Set<String> SECRETS = Set.of("authorization", "proxy-authorization", "cookie");
    private static final Set<String> ALL_BUT_COOKIE = Set.of("authorization", "proxy-authorization");

    HpackExperiment() {}

    @Override
    public String name() {
        return "hpack";
    }

    @Override
    public String what() {
        return "bytes of the header of 100 requests in a row with a cookie of " + COOKIE_BYTES
                + " bytes and an Authorization of 64";
    }

    @Override
    public String expected() {
        return "HTTP/1.1 sends all of it each time; HTTP/2 a tenth of that once it may index the cookie, and three"
                + " quarters of it while secrets are never indexed, as they are by default";
    }

    @Override
    public WireResult run(OriginProcess servers) throws IOException {
        long[] http1;
        long[] never;
        long[] indexed;
        try (RemoteOrigin origin = servers.open(REQUESTS)) {
            http1 = bytes(origin, Wire.H1, SECRETS);
            never = bytes(origin, Wire.H2C, SECRETS);
            indexed = bytes(origin, Wire.H2C, ALL_BUT_COOKIE);
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        List<List<String>> rows = List.of(
                row("HTTP/1.1", "http1", http1, figures),
                row("HTTP/2, secrets never indexed (default)", "http2NeverIndexed", never, figures),
                row("HTTP/2, cookie indexed", "http2Indexed", indexed, figures));
        return new WireResult(
                name(),
                what(),
                List.of("", "first", "second", "hundredth"),
                rows,
                figures,
                claims(http1, never, indexed));
    }

    private static List<Claim> claims(long[] http1, long[] never, long[] indexed) {
        int last = REQUESTS - 1;
        return List.of(
                new Claim(
                        "HTTP/1.1 sends the whole header each time: " + http1[0] + ", " + http1[1] + ", " + http1[last]
                                + " bytes",
                        http1[0] == http1[1] && http1[1] == http1[last] && http1[0] > COOKIE_BYTES),
                new Claim(
                        "HTTP/2 sends secrets in full each time, Huffman coded: " + never[1] + " and " + never[last]
                                + " bytes, half to nine tenths of HTTP/1.1's",
                        never[1] == never[last] && within(never[last], http1[last], 0.5, 0.9)),
                new Claim(
                        "HTTP/2 sends a cookie that may be indexed once: the hundredth request takes " + indexed[last]
                                + " bytes, at most a tenth of HTTP/1.1's",
                        within(indexed[last], http1[last], 0, 0.1) && indexed[0] > COOKIE_BYTES / 2));
    }

    private static boolean within(long value, long of, double least, double most) {
        return value >= least * of && value <= most * of;
    }

    private static List<String> row(String label, String name, long[] bytes, Map<String, Double> figures) {
        figures.put(name + ".first", (double) bytes[0]);
        figures.put(name + ".second", (double) bytes[1]);
        figures.put(name + ".hundredth", (double) bytes[REQUESTS - 1]);
        return List.of(label, Long.toString(bytes[0]), Long.toString(bytes[1]), Long.toString(bytes[REQUESTS - 1]));
    }

    /** What each request takes on the wire. The connection is there before, with all that belongs to its opening. */
    private static long[] bytes(RemoteOrigin origin, Wire wire, Set<String> neverIndexed) throws IOException {
        try (Relay relay = Relay.start(origin.address(wire), Duration.ZERO);
                ClearwayClient client =
                        Calls.client(wire).neverIndexed(neverIndexed).build()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(Calls.uri(relay, "/status/204"));
            Calls.send(client, request.build());
            Calls.send(client, request.build());
            Random letters = new Random(1);
            request.header("cookie", "session=" + text(letters, COOKIE_BYTES - 8));
            request.header("authorization", "Bearer " + text(letters, 57));
            long[] bytes = new long[REQUESTS];
            for (int i = 0; i < REQUESTS; i++) {
                long before = relay.bytesToTarget();
                Calls.send(client, request.build());
                bytes[i] = relay.bytesToTarget() - before;
            }
            return bytes;
        }
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }
}
