package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.ScriptedHttp1Peer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pools of origins that are not asked any longer go, so that a transport may meet any number of them. */
class UnusedPoolsTest extends NetworkTest {
    private static ScriptedHttp1Peer closing() {
        ScriptedHttp1Peer peer = ScriptedHttp1Peer.start();
        peer.playEach(connection -> {
            connection.expectHead();
            connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
        });
        return peer;
    }

    private void use(int many, Duration unused) throws Exception {
        Transport.Builder options = builder();
        options.manyPools = many;
        options.unusedPool = unused;
        use(options);
    }

    @Test
    void poolsThatHaveNothingAreLetGoWhereThereAreMany() throws Exception {
        use(3, Duration.ofNanos(1));
        List<ScriptedHttp1Peer> peers = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                ScriptedHttp1Peer peer = closing();
                peers.add(peer);
                send(Requests.http1(peer.uri("/"))).await();
                events.await("closed " + (i + 1));
                assertThat(transport.snapshot()).hasSizeLessThanOrEqualTo(3);
            }
            assertThat(send(Requests.http1(peers.get(0).uri("/"))).await().text())
                    .isEqualTo("ok");
        } finally {
            peers.forEach(ScriptedHttp1Peer::close);
        }
    }

    @Test
    void poolsWithAConnectionStay() throws Exception {
        use(1, Duration.ofNanos(1));
        try (ScriptedHttp1Peer first = ScriptedHttp1Peer.start();
                ScriptedHttp1Peer second = closing()) {
            first.playEach(connection -> {
                connection.expectHead();
                connection.respond(200, "kept");
            });
            URI kept = first.uri("/");
            send(Requests.http1(kept)).await();
            send(Requests.http1(second.uri("/"))).await();
            assertThat(transport.snapshot()).anyMatch(pool -> pool.origin().equals(Origin.of(kept)));
        }
    }

    @Test
    void fewPoolsStayThoughTheyHaveNothing() throws Exception {
        use(3, Duration.ofNanos(1));
        try (ScriptedHttp1Peer first = closing();
                ScriptedHttp1Peer second = closing()) {
            send(Requests.http1(first.uri("/"))).await();
            events.await("closed 1");
            send(Requests.http1(second.uri("/"))).await();
            assertThat(transport.snapshot()).hasSize(2);
        }
    }
}
