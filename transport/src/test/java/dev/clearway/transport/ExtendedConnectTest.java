package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stream that HTTP/2 gives over to another protocol (RFC 8441). */
class ExtendedConnectTest extends NetworkTest {
    private static final Http2Settings TAKES =
            new Http2Settings().maxConcurrentStreams(10).connectProtocolEnabled(true);

    private static ScriptedHttp2Peer peer(boolean tls) {
        return tls ? ScriptedHttp2Peer.startTls(CERTIFICATES.serverContext()) : ScriptedHttp2Peer.start();
    }

    private static Request upgrade(ScriptedHttp2Peer peer, RequestBody body) {
        Request get = Requests.fields(
                Requests.http2(peer.uri("/chat")), "Sec-WebSocket-Key", "abc", "Sec-WebSocket-Version", "13");
        return get.upgrading("websocket", body);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bytesAreRawBothWaysAndEachSideEndsByItself(boolean tls) {
        try (ScriptedHttp2Peer peer = peer(tls)) {
            ManualBody body = new ManualBody(-1);
            Answer answer = send(upgrade(peer, body));
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(TAKES);
            Http2Frame head = connection.awaitRequest();
            assertThat(head.header(":method")).isEqualTo("CONNECT");
            assertThat(head.header(":protocol")).isEqualTo("websocket");
            assertThat(head.header(":scheme")).isEqualTo(tls ? "https" : "http");
            assertThat(head.header(":path")).isEqualTo("/chat");
            assertThat(head.header("sec-websocket-version")).isEqualTo("13");
            assertThat(head.header("sec-websocket-key")).isNull();
            assertThat(head.endsStream()).isFalse();
            int stream = head.stream();
            connection.send(connection.headers(stream, ":status", "200"), Http2Frames.data(stream, bytes("hello")));
            assertThat(answer.awaitHead().status).isEqualTo(200);
            body.sink().write(UpgradeTest.text("to the peer"));
            assertThat(connection.await(FrameKind.DATA, stream).data()).isEqualTo(bytes("to the peer"));
            connection.send(Http2Frames.lastData(stream, bytes(", bye")));
            assertThat(answer.await().text()).isEqualTo("hello, bye");
            assertThat(pool().active()).isEqualTo(1);
            body.sink().write(UpgradeTest.text("and more"));
            body.sink().end(Fields.EMPTY);
            assertThat(connection.awaitBody(stream)).isEqualTo(bytes("and more"));
            connection.barrier();
            assertThat(pool().active()).isZero();
            assertThat(pool().connections()).hasSize(1);
        }
    }

    @Test
    void nothingIsSentBeforeThePeerHasSaidThatItTakesIt() {
        try (ScriptedHttp2Peer peer = peer(false)) {
            Answer answer = send(upgrade(peer, RequestBody.NONE));
            ScriptedHttp2Connection connection = peer.accept();
            connection.expectPreface();
            connection.send(Http2Frames.settings(TAKES), Http2Frames.settingsAck());
            int stream = connection.awaitRequest().stream();
            List<FrameKind> order =
                    connection.received().stream().map(Http2Frame::kind).toList();
            assertThat(order.lastIndexOf(FrameKind.SETTINGS)).isBetween(1, order.indexOf(FrameKind.HEADERS));
            connection.respond(stream, 200);
            assertThat(answer.await().status).isEqualTo(200);
            assertThat(connection.await(FrameKind.DATA, stream).endsStream()).isTrue();
        }
    }

    @Test
    void peerThatDoesNotTakeItFailsTheExchangeUnsent() {
        try (ScriptedHttp2Peer peer = peer(false)) {
            Answer answer = send(upgrade(peer, new ManualBody(-1)));
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings().maxConcurrentStreams(10));
            Throwable failure = answer.awaitFailure();
            assertThat(failure).isInstanceOf(PeerProtocolException.class).hasMessageContaining("RFC 8441");
            assertThat(((TransportFailure) failure).delivery()).isEqualTo(Delivery.NEVER_SENT);
            connection.barrier();
            assertThat(connection.untaken(FrameKind.HEADERS)).isEmpty();
            assertThat(pool().active()).isZero();
        }
    }

    @Test
    void anotherAnswerIsAnOrdinaryResponseAndTheRequestEnds() {
        try (ScriptedHttp2Peer peer = peer(false)) {
            ManualBody body = new ManualBody(-1);
            Answer answer = send(upgrade(peer, body));
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(TAKES);
            int stream = connection.awaitRequest().stream();
            connection.respond(stream, 403, "no");
            assertThat(answer.await().text()).isEqualTo("no");
            assertThat(connection.await(FrameKind.DATA, stream).endsStream()).isTrue();
            connection.barrier();
            assertThat(pool().active()).isZero();
            assertThat(body.demanded).hasValue(0);
        }
    }

    @Test
    void cancelResetsTheStreamAlone() {
        try (ScriptedHttp2Peer peer = peer(false)) {
            ManualBody body = new ManualBody(-1);
            Answer answer = send(upgrade(peer, body));
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(TAKES);
            int stream = connection.awaitRequest().stream();
            connection.send(connection.headers(stream, ":status", "200"));
            answer.awaitHead();
            body.sink();
            answer.exchange().cancel();
            assertThat(connection.await(FrameKind.RST_STREAM, stream).errorCode())
                    .isEqualTo(Http2Error.CANCEL.code());
            body.awaitStop();
            connection.barrier();
            assertThat(pool().active()).isZero();
            assertThat(pool().connections()).hasSize(1);
        }
    }

    @Test
    void cancelBeforeTheAnswerResetsTheStream() {
        try (ScriptedHttp2Peer peer = peer(false)) {
            Answer answer = send(upgrade(peer, new ManualBody(-1)));
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(TAKES);
            int stream = connection.awaitRequest().stream();
            answer.exchange().cancel();
            connection.await(FrameKind.RST_STREAM, stream);
            assertThat(answer.awaitFailure()).isInstanceOf(ExchangeCancelledException.class);
        }
    }

    @Test
    void http1IsUsedWhereThePolicyPermitsItAndThePeerTakesNoConnect() {
        try (ScriptedHttp2Peer peer = peer(true)) {
            Request request =
                    Requests.request("GET", peer.uri("/"), VersionPolicy.HTTP_2_OR_LOWER, RequestBody.NONE, null);
            Answer answer = send(request.upgrading("websocket", new ManualBody(-1)));
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings().maxConcurrentStreams(10));
            // The scripted peer speaks HTTP/2 alone: that HTTP/1.1 and nothing else is offered now is what is seen
            // here.
            var second = peer.play(opened -> {});
            assertThatThrownBy(second::await).hasMessageContaining("No matching application layer protocol");
            answer.awaitFailure();
            connection.barrier();
            assertThat(connection.untaken(FrameKind.HEADERS)).isEmpty();
            assertThat(transport.snapshot())
                    .anySatisfy(pool -> assertThat(pool.retries()).containsOnlyKeys(Retry.HTTP_1_1_REQUIRED));
        }
    }
}
