package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import org.junit.jupiter.api.Test;

/** A stream that ends while more of its request is waiting for the peer's window: it ends as any other does. */
class UploadCutTest extends NetworkTest {
    private static final int WINDOW = 65_535;
    private static final byte[] CONTENT = new byte[2 * WINDOW];

    private static ScriptedHttp2Connection accept(ScriptedHttp2Peer peer) {
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings().maxConcurrentStreams(10));
        return connection;
    }

    /** The stream of a request that has used its window up. */
    private static int stuck(ScriptedHttp2Connection connection) {
        int stream = connection.awaitRequest().stream();
        for (int bytes = 0; bytes < WINDOW; ) {
            bytes += connection.await(FrameKind.DATA, stream).data().length;
        }
        return stream;
    }

    private Answer upload(ScriptedHttp2Peer peer) {
        return send(Requests.post(Requests.http2(peer.uri("/")), RequestBody.of(CONTENT)));
    }

    private static void finish(ScriptedHttp2Connection connection, int stream, Answer answer) {
        connection.respond(stream, 200, "done");
        assertThat(answer.await().text()).isEqualTo("done");
        assertThat(answer.ends).hasValue(1);
        assertThat(answer.record().retries()).isEqualTo(1);
    }

    private static void assertNotReset(ScriptedHttp2Connection connection, int stream) {
        connection.barrier();
        assertThat(connection.untaken(FrameKind.RST_STREAM)).noneMatch(frame -> frame.stream() == stream);
    }

    @Test
    void refusedUploadIsSentAgain() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = upload(peer);
            ScriptedHttp2Connection connection = accept(peer);
            int first = stuck(connection);
            connection.send(
                    Http2Frames.rstStream(first, Http2Error.REFUSED_STREAM), Http2Frames.windowUpdate(0, WINDOW));
            finish(connection, stuck(connection), answer);
            assertNotReset(connection, first);
        }
    }

    @Test
    void uploadAboveTheLastStreamOfGoAwayIsSentAgain() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = upload(peer);
            ScriptedHttp2Connection first = accept(peer);
            stuck(first);
            first.send(Http2Frames.goAway(0, Http2Error.NO_ERROR));
            ScriptedHttp2Connection second = accept(peer);
            finish(second, stuck(second), answer);
        }
    }

    @Test
    void resetUploadFailsAsItWasReset() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = upload(peer);
            ScriptedHttp2Connection connection = accept(peer);
            int stream = stuck(connection);
            connection.send(Http2Frames.rstStream(stream, Http2Error.INTERNAL_ERROR));
            assertThat(answer.awaitFailure())
                    .isInstanceOf(StreamResetException.class)
                    .hasMessageContaining("INTERNAL_ERROR");
            assertNotReset(connection, stream);
        }
    }

    @Test
    void uploadWhoseConnectionEndsFailsAsLost() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = upload(peer);
            ScriptedHttp2Connection connection = accept(peer);
            stuck(connection);
            connection.close();
            assertThat(answer.awaitFailure()).isInstanceOf(ConnectionLostException.class);
        }
    }
}
