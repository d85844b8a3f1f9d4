package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.ScriptedHttp1Connection;
import dev.clearway.testkit.ScriptedHttp1Peer;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Giving up at every stage of an exchange. */
class CancelTest extends NetworkTest {
    @AutoClose
    private final ScriptedHttp2Peer peer = ScriptedHttp2Peer.start();

    @AutoClose
    private final ScriptedHttp1Peer http1 = ScriptedHttp1Peer.start();

    private Request get() {
        return Requests.http2(peer.uri("/"));
    }

    private ScriptedHttp2Connection connection(int limit) {
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings().maxConcurrentStreams(limit));
        return connection;
    }

    private static void cancelled(Answer answer, Delivery delivery) {
        Throwable failure = answer.awaitFailure();
        assertThat(failure).isInstanceOf(CancellationException.class).isInstanceOf(TransportFailure.class);
        assertThat(((TransportFailure) failure).delivery()).isEqualTo(delivery);
        assertThat(answer.ends).hasValue(1);
    }

    @Test
    void beforeItIsSubmitted() {
        Answer answer = new Answer() {
            @Override
            public void onStart(Exchange own) {
                super.onStart(own);
                own.cancel();
            }
        };
        transport.exchange(get(), answer);
        cancelled(answer, Delivery.NEVER_SENT);
        assertThat(pool().connecting()).isZero();
    }

    @Test
    void whileConnectingTheOthersGoOn() {
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            answers.add(send(get()));
        }
        answers.get(0).exchange().cancel();
        cancelled(answers.get(0), Delivery.NEVER_SENT);
        ScriptedHttp2Connection connection = connection(10);
        for (Answer answer : answers.subList(1, 5)) {
            connection.respond(connection.awaitRequest().stream(), 200);
            assertThat(answer.done).isNotNull();
        }
        answers.subList(1, 5).forEach(Answer::await);
    }

    @Test
    void inTheLine() throws Exception {
        use(builder().limits(Limits.DEFAULT.withGrowth(Growth.SINGLE)));
        Answer first = send(get());
        ScriptedHttp2Connection connection = connection(1);
        int stream = connection.awaitRequest().stream();
        Answer second = send(get());
        Answer third = send(get());
        second.exchange().cancel();
        cancelled(second, Delivery.NEVER_SENT);
        connection.respond(stream, 200);
        connection.respond(connection.awaitRequest().stream(), 200);
        first.await();
        third.await();
        assertThat(connection.received())
                .filteredOn(frame -> frame.kind() == FrameKind.HEADERS)
                .hasSize(2);
    }

    @Test
    void resetLeavesBeforeTheHeadThatUsesItsPlace() throws Exception {
        use(builder().limits(Limits.DEFAULT.withGrowth(Growth.SINGLE)));
        Answer first = send(get());
        ScriptedHttp2Connection connection = connection(1);
        int stream = connection.awaitRequest().stream();
        Answer second = send(get());
        first.exchange().cancel();
        cancelled(first, Delivery.MAYBE_PROCESSED);
        int next = connection.awaitRequest().stream();
        List<FrameKind> kinds = connection.received().stream()
                .filter(frame -> frame.stream() == stream || frame.stream() == next)
                .map(Http2Frame::kind)
                .toList();
        assertThat(kinds).containsExactly(FrameKind.HEADERS, FrameKind.RST_STREAM, FrameKind.HEADERS);
        assertThat(connection.await(FrameKind.RST_STREAM).errorCode()).isEqualTo(Http2Error.CANCEL.code());
        connection.respond(next, 200);
        second.await();
    }

    @Test
    void inMidBodyLateBytesAreIgnoredAndTheWindowOfTheConnectionIsGivenBack() {
        Answer first = send(get());
        ScriptedHttp2Connection connection = connection(10);
        int stream = connection.awaitRequest().stream();
        connection.send(connection.headers(stream, ":status", "200"), Http2Frames.data(stream, new byte[1000]));
        first.awaitHead();
        first.exchange().cancel();
        cancelled(first, Delivery.MAYBE_PROCESSED);
        connection.await(FrameKind.RST_STREAM, stream);
        for (int i = 0; i < 2000; i++) {
            connection.send(Http2Frames.data(stream, new byte[16_384]));
        }
        connection.barrier();
        assertThat(connection.untaken(FrameKind.RST_STREAM)).isEmpty();
        assertThat(connection.untaken(FrameKind.WINDOW_UPDATE))
                .filteredOn(frame -> frame.stream() == 0)
                .isNotEmpty();
        Answer second = send(get());
        connection.respond(connection.awaitRequest().stream(), 200, "still there");
        assertThat(second.await().text()).isEqualTo("still there");
    }

    @Test
    void afterTheEndItDoesNothing() {
        Answer first = send(get());
        ScriptedHttp2Connection connection = connection(10);
        connection.respond(connection.awaitRequest().stream(), 200);
        first.await();
        first.exchange().cancel();
        connection.barrier();
        assertThat(connection.untaken(FrameKind.RST_STREAM)).isEmpty();
        assertThat(first.ends).hasValue(1);
    }

    @Test
    void afterTheResponseItStopsTheUpload() {
        ManualBody body = new ManualBody(-1);
        Answer first = send(Requests.post(get(), body));
        ScriptedHttp2Connection connection = connection(10);
        int stream = connection.awaitRequest().stream();
        connection.respond(stream, 200);
        first.await();
        first.exchange().cancel();
        body.awaitStop();
        connection.await(FrameKind.RST_STREAM, stream);
        connection.barrier();
        assertThat(pool().active()).isZero();
    }

    @Test
    void resetsAreBudgeted() {
        int requests = 150;
        Answer warm = send(get());
        ScriptedHttp2Connection connection = connection(1000);
        connection.respond(connection.awaitRequest().stream(), 200);
        warm.await();
        List<Answer> answers = new ArrayList<>();
        List<Integer> streams = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            answers.add(send(get()));
            streams.add(connection.awaitRequest().stream());
        }
        answers.forEach(answer -> answer.exchange().cancel());
        answers.forEach(answer -> cancelled(answer, Delivery.MAYBE_PROCESSED));
        connection.barrier();
        int resets = connection.untaken(FrameKind.RST_STREAM).size();
        assertThat(resets).isEqualTo(100);
        assertThat(pool().active()).isEqualTo(requests - resets);
        List<Integer> reset = connection.untaken(FrameKind.RST_STREAM).stream()
                .map(Http2Frame::stream)
                .toList();
        streams.removeAll(reset);
        streams.forEach(stream -> connection.respond(stream, 200, "unheard"));
        connection.barrier();
        assertThat(pool().active()).isZero();
    }

    @Test
    void http1ConnectionIsClosed() {
        Answer answer = send(Requests.http1(http1.uri("/")));
        ScriptedHttp1Connection connection = http1.accept();
        connection.expectHead();
        answer.exchange().cancel();
        cancelled(answer, Delivery.MAYBE_PROCESSED);
        connection.awaitEnd();
        assertThat(pool().connections()).isEmpty();
    }

    @Test
    void http1ConnectionIsClosedInMidBody() {
        Answer answer = send(Requests.http1(http1.uri("/")));
        ScriptedHttp1Connection connection = http1.accept();
        connection.expectHead();
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart");
        answer.awaitHead();
        answer.exchange().cancel();
        cancelled(answer, Delivery.MAYBE_PROCESSED);
        connection.awaitEnd();
    }

    @Test
    void handlerThatThrowsFailsItsExchangeWithThat() {
        IllegalStateException thrown = new IllegalStateException("handler");
        Answer answer = new Answer() {
            @Override
            public void onData(ByteBuf data) {
                data.release();
                throw thrown;
            }
        };
        transport.exchange(get(), answer);
        ScriptedHttp2Connection connection = connection(10);
        int stream = connection.awaitRequest().stream();
        connection.send(connection.headers(stream, ":status", "200"), Http2Frames.data(stream, new byte[10]));
        assertThat(answer.awaitFailure()).isSameAs(thrown);
        connection.await(FrameKind.RST_STREAM, stream);
    }

    @Test
    void shutdownNowFailsWhatIsUnderWayAndWaiting() throws Exception {
        use(builder().limits(Limits.DEFAULT.withGrowth(Growth.SINGLE)));
        Answer first = send(get());
        ScriptedHttp2Connection connection = connection(1);
        connection.awaitRequest();
        Answer second = send(get());
        transport.shutdownNow();
        assertThat(first.awaitFailure()).isInstanceOf(TransportClosedException.class);
        assertThat(second.awaitFailure()).isInstanceOf(TransportClosedException.class);
        assertThat(((TransportFailure) second.awaitFailure()).delivery()).isEqualTo(Delivery.NEVER_SENT);
        connection.awaitEnd();
    }

    @Test
    void shutdownLetsWhatIsUnderWayEnd() throws Exception {
        Answer first = send(get());
        ScriptedHttp2Connection connection = connection(10);
        int stream = connection.awaitRequest().stream();
        transport.shutdown();
        org.assertj.core.api.Assertions.assertThatIllegalStateException().isThrownBy(() -> send(get()));
        connection.respond(stream, 200, "done");
        assertThat(first.await().text()).isEqualTo("done");
        connection.awaitEnd();
        transport.terminated().toCompletableFuture().get(60, java.util.concurrent.TimeUnit.SECONDS);
    }
}
