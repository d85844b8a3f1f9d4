package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.FrameAttack;
import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Clients that flood a proxy with frames: each is ended as it should be, no more of it than of an honest client reaches
 * the upstream, and another client of the same proxy and upstream is served.
 */
@ExtendWith(LeakExtension.class)
class FloodTest {
    /** The most requests of one connection at once, by default, and as many again as it may reset. */
    private static final int MOST_BEGUN = 256 + 201;

    private final Holding handler = new Holding();
    private Upstream upstream;

    @BeforeEach
    void start() {
        upstream = Upstream.start(List.of("h2"), handler);
    }

    @AfterEach
    void stop() {
        upstream.close();
    }

    private FrameClient client(ProxyServer proxy, Entry entry) throws IOException {
        return FrameClient.over(entry.open(proxy, upstream.port(), "h2"))
                .asking("https", "localhost:" + upstream.port());
    }

    private static void isServed(FrameClient client) throws IOException {
        client.get(1, "/x").flush();
        assertThat(client.awaitStatus(1)).isEqualTo("200");
    }

    @ParameterizedTest
    @EnumSource
    void attackIsEndedAndBounded(FrameAttack attack) throws Exception {
        try (ProxyServer proxy = ProxyServer.start(
                        Entry.ABSOLUTE.settings(upstream.port()).build());
                FrameClient attacker = client(proxy, Entry.ABSOLUTE);
                FrameClient bystander = client(proxy, Entry.ABSOLUTE)) {
            attack.send(attacker);
            assertThat(attacker.awaitGoAwayAndEnd()).isIn(attack.ends());
            isServed(bystander);
            assertThat(handler.begun.get()).isLessThanOrEqualTo(MOST_BEGUN);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CONNECT,RAPID_RESETS", "CONNECT,EMPTY_WINDOW_UPDATES", "CONNECT,ENDLESS_HEAD_OF_SMALL_FRAMES", "CONNECT,PINGS",
        "TRANSPARENT,RAPID_RESETS", "TRANSPARENT,ENDLESS_TRAILERS", "REVERSE,RAPID_RESETS", "REVERSE,EMPTY_SETTINGS"
    })
    void attackOverTlsIsEndedAndBounded(Entry entry, FrameAttack attack) throws Exception {
        try (ProxyServer proxy =
                        ProxyServer.start(entry.settings(upstream.port()).build());
                FrameClient attacker = client(proxy, entry);
                FrameClient bystander = client(proxy, entry)) {
            attack.send(attacker);
            // The JDK's TLS forgets what it has not read yet, GOAWAY with it, when a write fails.
            long code = attacker.awaitGoAwayAndEnd();
            if (code != -1) {
                assertThat(code).isIn(attack.ends());
            }
            isServed(bystander);
            assertThat(handler.begun.get()).isLessThanOrEqualTo(MOST_BEGUN);
        }
    }

    @Test
    void headerListThatUnpacksToMegabytesIsRefusedAndTheConnectionGoesOn() throws Exception {
        try (ProxyServer proxy = ProxyServer.start(
                        Entry.CONNECT.settings(upstream.port()).build());
                FrameClient client = client(proxy, Entry.CONNECT)) {
            String large = "b".repeat(3_900);
            client.headers(1, Http2Frame.END_STREAM, ":method", "GET", ":path", "/x", "bomb", large)
                    .flush();
            assertThat(client.awaitStatus(1)).isEqualTo("200");
            byte[] head = client.block(3, ":method", "GET", ":path", "/x");
            byte[] reference = client.block(3, "bomb", large);
            byte[] bomb = Arrays.copyOf(head, head.length + 16_000);
            Arrays.fill(bomb, head.length, bomb.length, reference[0]);
            client.queue(Http2Frame.of(FrameKind.HEADERS, Http2Frame.END_STREAM | Http2Frame.END_HEADERS, 3, bomb))
                    .get(5, "/x")
                    .flush();
            assertThat(client.awaitStatus(3)).isEqualTo("431");
            assertThat(client.awaitStatus(5)).isEqualTo("200");
            assertThat(handler.begun.get()).as("what reached the upstream").isEqualTo(2);
        }
    }
}
