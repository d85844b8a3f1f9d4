package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.ScriptedHttp1Connection;
import dev.clearway.testkit.ScriptedHttp1Peer;
import dev.clearway.transport.observe.PoolSnapshot;
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

    private static ScriptedHttp1Peer keeping() {
        ScriptedHttp1Peer peer = ScriptedHttp1Peer.start();
        peer.playEach(connection -> {
            try {
                while (true) {
                    connection.expectHead();
                    connection.respond(200, "kept");
                }
            } catch (AssertionError closed) {
                // The transport has let go of it.
                return;
            }
        });
        return peer;
    }

    private List<Origin> origins() {
        return transport.snapshot().stream().map(PoolSnapshot::origin).toList();
    }

    @Test
    void originAskedLongestAgoGivesItsRoomAtOnce() throws Exception {
        use(builder().keptOrigins(2));
        try (ScriptedHttp1Peer first = keeping();
                ScriptedHttp1Peer second = keeping();
                ScriptedHttp1Peer third = keeping()) {
            send(Requests.http1(first.uri("/"))).await();
            send(Requests.http1(second.uri("/"))).await();
            send(Requests.http1(first.uri("/"))).await();
            send(Requests.http1(third.uri("/"))).await();
            events.await("closed 2");
            assertThat(origins()).containsExactlyInAnyOrder(Origin.of(first.uri("/")), Origin.of(third.uri("/")));
            assertThat(send(Requests.http1(second.uri("/"))).await().text()).isEqualTo("kept");
            assertThat(second.connections()).isEqualTo(2);
            assertThat(first.connections()).isEqualTo(1);
        }
    }

    @Test
    void originsInUseStayHoweverMany() throws Exception {
        use(builder().keptOrigins(1));
        try (ScriptedHttp1Peer held = ScriptedHttp1Peer.start();
                ScriptedHttp1Peer second = keeping();
                ScriptedHttp1Peer third = keeping()) {
            Answer answer = send(Requests.http1(held.uri("/")));
            ScriptedHttp1Connection connection = held.accept();
            connection.expectHead();
            send(Requests.http1(second.uri("/"))).await();
            send(Requests.http1(third.uri("/"))).await();
            assertThat(origins()).containsExactlyInAnyOrder(Origin.of(held.uri("/")), Origin.of(third.uri("/")));
            connection.respond(200, "held");
            assertThat(answer.await().text()).isEqualTo("held");
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
