package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.ScriptedHttp1Connection;
import dev.clearway.testkit.ScriptedHttp1Peer;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import io.netty.handler.codec.http2.Http2Settings;
import org.junit.jupiter.api.Test;

/** A peer that has ended its side by {@code close_notify} answers nothing more, however long it keeps TCP open. */
class CloseNotifyTest extends NetworkTest {
    private static ScriptedHttp1Peer http1() {
        return ScriptedHttp1Peer.startTls(CERTIFICATES.serverContext());
    }

    private ScriptedHttp1Connection kept(ScriptedHttp1Peer peer) {
        Answer first = send(Requests.http1(peer.uri("/first")));
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();
        connection.respond(200, "");
        first.await();
        return connection;
    }

    @Test
    void unusedHttp1ConnectionIsGivenNoMoreRequests() {
        try (ScriptedHttp1Peer peer = http1()) {
            kept(peer).closeNotify();
            Eventually.holds(() -> pool().connections().isEmpty());
            Answer answer = send(Requests.http1(peer.uri("/second")));
            ScriptedHttp1Connection fresh = peer.accept();
            fresh.expectHead();
            fresh.respond(200, "fresh");
            assertThat(answer.await().text()).isEqualTo("fresh");
            assertThat(answer.record().retries()).isZero();
        }
    }

    @Test
    void requestOnAKeptHttp1ConnectionIsSentAgainAtOnce() {
        try (ScriptedHttp1Peer peer = http1()) {
            ScriptedHttp1Connection stale = kept(peer);
            Answer answer = send(Requests.http1(peer.uri("/second")));
            stale.expectHead();
            stale.closeNotify();
            ScriptedHttp1Connection fresh = peer.accept();
            fresh.expectHead();
            fresh.respond(200, "fresh");
            assertThat(answer.await().text()).isEqualTo("fresh");
        }
    }

    @Test
    void requestOnANewHttp1ConnectionFailsAtOnce() {
        try (ScriptedHttp1Peer peer = http1()) {
            Answer answer = send(Requests.http1(peer.uri("/")));
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.closeNotify();
            assertThat(answer.awaitFailure()).isInstanceOf(ConnectionLostException.class);
            assertThat(((TransportFailure) answer.awaitFailure()).delivery()).isEqualTo(Delivery.MAYBE_PROCESSED);
        }
    }

    @Test
    void http1ResponseThatLastsUntilTheEndIsComplete() {
        try (ScriptedHttp1Peer peer = http1()) {
            Answer answer = send(Requests.http1(peer.uri("/")));
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.send("HTTP/1.1 200 OK\r\n\r\nall of it");
            connection.closeNotify();
            assertThat(answer.await().text()).isEqualTo("all of it");
        }
    }

    @Test
    void http1ResponseOfAKnownLengthIsCutShort() {
        try (ScriptedHttp1Peer peer = http1()) {
            Answer answer = send(Requests.http1(peer.uri("/")));
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nsome");
            connection.closeNotify();
            assertThat(answer.awaitFailure()).isInstanceOf(ConnectionLostException.class);
        }
    }

    @Test
    void http2ConnectionIsOverWithItsStreams() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.startTls(CERTIFICATES.serverContext())) {
            Answer answer = send(Requests.http2(peer.uri("/first")));
            ScriptedHttp2Connection stale = peer.accept();
            stale.handshake(new Http2Settings().maxConcurrentStreams(10));
            stale.awaitRequest();
            stale.closeNotify();
            assertThat(answer.awaitFailure()).isInstanceOf(ConnectionLostException.class);
            Answer again = send(Requests.http2(peer.uri("/second")));
            ScriptedHttp2Connection fresh = peer.accept();
            fresh.handshake(new Http2Settings().maxConcurrentStreams(10));
            fresh.respond(fresh.awaitRequest().stream(), 200, "fresh");
            assertThat(again.await().text()).isEqualTo("fresh");
        }
    }
}
