package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.LeakExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Requests drawn by lot, from HTTP/2 to HTTP/1.1: a strict reader of what the proxy writes finds the one request that its
 * client sent, and nothing after it; or the client is refused and the server finds none. {@code
 * -Dtest.args="-Dclearway.translation.seed=N -Dclearway.translation.requests=M"} draws others and more.
 */
@ExtendWith(LeakExtension.class)
class TranslationTest {
    private static final long SEED = Long.getLong("clearway.translation.seed", 9113);
    private static final int REQUESTS = Integer.getInteger("clearway.translation.requests", 2_000);
    private static final int PER_CONNECTION = 100;

    /** What means something to one connection alone, or is written anew. */
    private static final Set<String> DROPPED =
            Set.of("host", "content-length", "http2-settings", "proxy-authorization", "te", "cookie");

    private final List<String> refused = new ArrayList<>();
    private int passed;

    /** Whether a request of the current connection had a fault: some end it a moment after it was answered. */
    private boolean faulty;

    @Test
    void whatIsPassedOnHasOneReading() throws Exception {
        Random random = new Random(SEED);
        try (StrictServer server = new StrictServer();
                ProxyServer proxy = ProxyServer.start(TestParts.settings().build())) {
            String authority = "127.0.0.1:" + server.port();
            int drawn = 0;
            while (drawn < REQUESTS) {
                try (FrameClient client = FrameClient.connect(proxy.address().getPort())) {
                    boolean open = true;
                    faulty = false;
                    for (int i = 0; i < PER_CONNECTION && open; i++) {
                        open = play(new DrawnRequest(random, authority), client, 2 * i + 1, server);
                        drawn++;
                    }
                }
            }
        }
        assertThat(passed).as("passed, seed " + SEED).isGreaterThan(REQUESTS / 2);
        assertThat(refused).as("refused, seed " + SEED).hasSizeGreaterThan(REQUESTS / 20);
    }

    /** Returns whether the connection goes on. */
    private boolean play(DrawnRequest drawn, FrameClient client, int stream, StrictServer server) throws Exception {
        String what = "seed " + SEED + ": " + drawn;
        drawn.queue(client, stream);
        client.flushInVain();
        Http2Frame head = client.next();
        while (head != null
                && (head.stream() != stream
                        || (head.kind() != FrameKind.HEADERS && head.kind() != FrameKind.RST_STREAM))) {
            head = client.next();
        }
        if (head != null && "200".equals(head.header(":status"))) {
            passed++;
            isTheSame(server.next(), drawn, what);
        } else {
            boolean endedByEarlier = head == null && faulty;
            assertThat(drawn.faulty || endedByEarlier)
                    .as("refused without a fault, " + head + ", " + what)
                    .isTrue();
            refused.add(what);
        }
        faulty |= drawn.faulty;
        assertThat(server.faults()).as(what).isEmpty();
        assertThat(server.isEmpty()).as(what).isTrue();
        return head != null;
    }

    private static void isTheSame(StrictHttp1.Request read, DrawnRequest sent, String what) {
        assertThat(read.method()).as(what).isEqualTo(sent.method);
        assertThat(read.target()).as(what).isEqualTo(sent.path);
        assertThat(read.content()).as(what).isEqualTo(sent.content);
        assertThat(StrictHttp1.values(read.fields(), "host")).as(what).containsExactly(sent.authority);
        List<StrictHttp1.Field> fields = others(read.fields());
        StrictHttp1.Field last = fields.remove(fields.size() - 1);
        assertThat(last.name() + ": " + last.value()).as(what).startsWith("via: 2 clearway-");
        assertThat(fields).as(what).isEqualTo(others(sent.fields));
        String crumbs = StrictHttp1.values(sent.fields, "cookie").stream()
                .filter(crumb -> !crumb.isEmpty())
                .collect(Collectors.joining("; "));
        assertThat(String.join("", StrictHttp1.values(read.fields(), "cookie")))
                .as(what)
                .isEqualTo(crumbs);
        assertThat(read.trailers()).as(what).isEqualTo(trailing(sent));
    }

    private static List<StrictHttp1.Field> others(List<StrictHttp1.Field> fields) {
        return fields.stream()
                .filter(field ->
                        !DROPPED.contains(field.name()) && !field.name().equals("transfer-encoding"))
                .collect(Collectors.toList());
    }

    /** HTTP/1.1 has trailers behind chunks alone: with a length they are dropped (RFC 9110, section 6.5). */
    private static List<StrictHttp1.Field> trailing(DrawnRequest sent) {
        if (!StrictHttp1.values(sent.fields, "content-length").isEmpty()) {
            return List.of();
        }
        return sent.trailers.stream()
                .filter(field -> field.name().startsWith("x-") || field.name().equals("expect"))
                .toList();
    }
}
