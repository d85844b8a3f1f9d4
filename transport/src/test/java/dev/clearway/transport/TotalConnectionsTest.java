package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.testkit.ScriptedHttp1Connection;
import dev.clearway.testkit.ScriptedHttp1Peer;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import io.netty.handler.codec.http2.Http2Settings;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The bound on the connections of all origins together. */
class TotalConnectionsTest extends NetworkTest {
    @AutoClose
    private final ScriptedHttp2Peer one = ScriptedHttp2Peer.start();

    @AutoClose
    private final ScriptedHttp2Peer other = ScriptedHttp2Peer.start();

    private static ScriptedHttp2Connection accept(ScriptedHttp2Peer peer) {
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings().maxConcurrentStreams(10));
        return connection;
    }

    private Answer get(ScriptedHttp2Peer peer) {
        return send(Requests.http2(peer.uri("/")));
    }

    @Test
    void unusedConnectionIsClosedForAnotherOrigin() throws Exception {
        use(builder().maxConnections(1));
        Answer first = get(one);
        ScriptedHttp2Connection idle = accept(one);
        idle.respond(idle.awaitRequest().stream(), 200);
        first.await();
        Answer second = get(other);
        idle.awaitEnd();
        ScriptedHttp2Connection connection = accept(other);
        connection.respond(connection.awaitRequest().stream(), 200);
        second.await();
    }

    @Test
    void usedConnectionIsWaitedForAndClosedWhenNobodyUsesIt() throws Exception {
        use(builder().maxConnections(1));
        Answer first = get(one);
        ScriptedHttp2Connection used = accept(one);
        int stream = used.awaitRequest().stream();
        Answer second = get(other);
        assertThat(second.record().waitingFor()).isEqualTo(WaitReason.CONNECTION_LIMIT);
        used.respond(stream, 200);
        first.await();
        used.awaitEnd();
        ScriptedHttp2Connection connection = accept(other);
        connection.respond(connection.awaitRequest().stream(), 200);
        assertThat(second.await().record().waits()).containsKey(WaitReason.CONNECTION_LIMIT);
    }

    @Test
    void connectionThatThePeerClosesIsReplacedByOneToAnotherOrigin() throws Exception {
        use(builder().maxConnections(1));
        Answer first = get(one);
        ScriptedHttp2Connection used = accept(one);
        used.awaitRequest();
        Answer second = get(other);
        used.cut();
        first.awaitFailure();
        ScriptedHttp2Connection connection = accept(other);
        connection.respond(connection.awaitRequest().stream(), 200);
        second.await();
    }

    @Test
    void burstOverHttp1TakesWhatThereIs() throws Exception {
        use(builder().maxConnections(1));
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.start()) {
            Answer first = send(Requests.http1(peer.uri("/1")));
            Answer second = send(Requests.http1(peer.uri("/2")));
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.respond(200, "");
            first.await();
            connection.expectHead();
            connection.respond(200, "");
            second.await();
        }
    }

    @Test
    void boundIsAtLeastOne() {
        assertThatThrownBy(() -> builder().maxConnections(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
