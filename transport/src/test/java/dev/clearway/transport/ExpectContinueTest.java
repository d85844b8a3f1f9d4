package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.ScriptedHttp1Connection;
import dev.clearway.testkit.ScriptedHttp1Peer;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import org.junit.jupiter.api.Test;

/** {@code Expect: 100-continue} of a caller who waits for the answer himself, as a proxy does (RFC 9110, section 10.1.1). */
class ExpectContinueTest extends NetworkTest {
    /** Sends a body only once the peer wants it. */
    private Answer expecting(Request to, ManualBody content) {
        Answer answer = new Answer() {
            @Override
            public void onInformational(int code, Fields interim) {
                super.onInformational(code, interim);
                content.sink().write(UpgradeTest.text("body"));
                content.sink().end(Fields.EMPTY);
            }
        };
        transport.exchange(Requests.post(Requests.fields(to, "Expect", "100-continue"), content), answer);
        return answer;
    }

    @Test
    void http1HeadLeavesAloneAndTheBodyFollowsThe100() {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.start()) {
            Answer answer = expecting(Requests.http1(peer.uri("/")), new ManualBody(4));
            ScriptedHttp1Connection connection = peer.accept();
            assertThat(connection.expectHead().headers().get("expect")).isEqualTo("100-continue");
            connection.send("HTTP/1.1 100 Continue\r\n\r\n");
            assertThat(connection.expectBody()).asString().isEqualTo("body");
            connection.respond(200, "thanks");
            assertThat(answer.await().text()).isEqualTo("thanks");
            assertThat(answer.interims).containsExactly(100);
            assertThat(pool().connections()).hasSize(1);
        }
    }

    @Test
    void http2HeadLeavesAloneAndTheBodyFollowsThe100() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = expecting(Requests.http2(peer.uri("/")), new ManualBody(-1));
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings());
            Http2Frame head = connection.awaitRequest();
            assertThat(head.header("expect")).isEqualTo("100-continue");
            connection.barrier();
            assertThat(connection.untaken(FrameKind.DATA)).isEmpty();
            connection.send(connection.headers(head.stream(), ":status", "100"));
            assertThat(connection.awaitBody(head.stream())).asString().isEqualTo("body");
            connection.respond(head.stream(), 200, "thanks");
            assertThat(answer.await().text()).isEqualTo("thanks");
        }
    }

    @Test
    void http1FinalAnswerDecidesAndTheBodyIsNotSent() {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.start()) {
            ManualBody body = new ManualBody(4);
            Answer answer = expecting(Requests.http1(peer.uri("/")), body);
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.respond(417, "no");
            assertThat(answer.await().text()).isEqualTo("no");
            body.awaitStop();
            connection.awaitEnd();
        }
    }

    @Test
    void http1AnswerThatIsNoErrorLeavesItToTheCallerWhetherTheBodyIsSent() {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.start()) {
            ManualBody body = new ManualBody(4);
            Answer answer = expecting(Requests.http1(peer.uri("/")), body);
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.respond(200, "not needed");
            assertThat(answer.await().text()).isEqualTo("not needed");
            assertThat(pool().active()).isEqualTo(1);
            body.sink().fail(new IllegalStateException("never mind"));
            connection.awaitEnd();
            events.await("closed 1");
            assertThat(pool().connections()).isEmpty();
        }
    }

    @Test
    void http2FinalAnswerDecidesAndTheStreamIsReset() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            ManualBody body = new ManualBody(-1);
            Answer answer = expecting(Requests.http2(peer.uri("/")), body);
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings());
            int stream = connection.awaitRequest().stream();
            connection.send(connection.headers(stream, ":status", "413"), Http2Frames.lastData(stream, new byte[3]));
            assertThat(answer.await().status).isEqualTo(413);
            assertThat(connection.await(FrameKind.RST_STREAM, stream).errorCode())
                    .isEqualTo(Http2Error.CANCEL.code());
            body.awaitStop();
            connection.barrier();
            assertThat(pool().connections()).hasSize(1);
        }
    }
}
