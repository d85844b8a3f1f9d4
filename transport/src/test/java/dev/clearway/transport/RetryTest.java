package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.ScriptedHttp1Connection;
import dev.clearway.testkit.ScriptedHttp1Peer;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the peer provably did not process is sent again; everything else is not. */
class RetryTest extends NetworkTest {
    private static final Http2Settings TEN = new Http2Settings().maxConcurrentStreams(10);

    private static ScriptedHttp2Connection accept(ScriptedHttp2Peer peer) {
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(TEN);
        return connection;
    }

    private static Delivery delivery(Answer answer) {
        return ((TransportFailure) answer.awaitFailure()).delivery();
    }

    @Test
    void refusedStreamIsSentAgainWithItsBody() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            RequestBody body = RequestBody.of("content".getBytes(StandardCharsets.US_ASCII));
            Answer answer = send(Requests.post(Requests.http2(peer.uri("/")), body));
            ScriptedHttp2Connection connection = accept(peer);
            int first = connection.awaitRequest().stream();
            connection.send(Http2Frames.rstStream(first, Http2Error.REFUSED_STREAM));
            int second = connection.awaitRequest().stream();
            assertThat(connection.awaitBody(second)).asString().isEqualTo("content");
            connection.respond(second, 200, "done");
            assertThat(answer.await().text()).isEqualTo("done");
            assertThat(answer.record().retries()).isEqualTo(1);
            assertThat(pool().retries()).containsOnly(entry(Retry.REFUSED_STREAM, 1L));
            assertThat(events.all()).contains("retried 1 REFUSED_STREAM");
            assertThat(answer.ends).hasValue(1);
        }
    }

    @Test
    void streamThatIsAlwaysRefusedFailsAfterThreeMoreTries() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = send(Requests.http2(peer.uri("/")));
            ScriptedHttp2Connection connection = accept(peer);
            for (int i = 0; i < 4; i++) {
                int stream = connection.awaitRequest().stream();
                connection.send(Http2Frames.rstStream(stream, Http2Error.REFUSED_STREAM));
            }
            assertThat(answer.awaitFailure())
                    .isInstanceOf(StreamResetException.class)
                    .hasMessageContaining("REFUSED_STREAM");
            assertThat(delivery(answer)).isEqualTo(Delivery.UNPROCESSED);
            connection.barrier();
            assertThat(connection.untaken(FrameKind.HEADERS)).isEmpty();
            assertThat(pool().active()).isZero();
        }
    }

    @Test
    void bodyThatCannotBeProducedTwiceIsNotSentAgain() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            ManualBody body = new ManualBody(-1);
            Answer answer = send(Requests.post(Requests.http2(peer.uri("/")), body));
            ScriptedHttp2Connection connection = accept(peer);
            int stream = connection.awaitRequest().stream();
            body.sink();
            connection.send(Http2Frames.rstStream(stream, Http2Error.REFUSED_STREAM));
            assertThat(delivery(answer)).isEqualTo(Delivery.UNPROCESSED);
            body.awaitStop();
        }
    }

    @Test
    void refusedStreamGoesToAnotherConnectionFirst() throws Exception {
        use(builder().limits(Limits.DEFAULT.withHttp2Connections(2)));
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            List<Answer> answers = IntStream.range(0, 3)
                    .mapToObj(i -> send(Requests.http2(peer.uri("/" + i))))
                    .toList();
            ScriptedHttp2Connection first = peer.accept();
            first.handshake(new Http2Settings().maxConcurrentStreams(2));
            ScriptedHttp2Connection second = peer.accept();
            second.handshake(new Http2Settings().maxConcurrentStreams(2));
            int refused = first.awaitRequest().stream();
            int other = first.awaitRequest().stream();
            int third = second.awaitRequest().stream();
            first.respond(other, 200);
            first.barrier();
            first.send(Http2Frames.rstStream(refused, Http2Error.REFUSED_STREAM));
            second.respond(second.awaitRequest().stream(), 200);
            second.respond(third, 200);
            answers.forEach(Answer::await);
        }
    }

    @Test
    void goAwaySendsAgainWhatItDidNotProcess() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            List<Answer> answers = IntStream.range(0, 3)
                    .mapToObj(i -> send(Requests.post(
                            Requests.http2(peer.uri("/" + i)), RequestBody.of(new byte[] {(byte) ('a' + i)}))))
                    .toList();
            ScriptedHttp2Connection first = accept(peer);
            List<Http2Frame> requests = List.of(first.awaitRequest(), first.awaitRequest(), first.awaitRequest());
            first.send(Http2Frames.goAway(requests.get(0).stream(), Http2Error.NO_ERROR, ""));
            ScriptedHttp2Connection second = accept(peer);
            for (int i = 0; i < 2; i++) {
                Http2Frame again = second.awaitRequest();
                second.awaitBody(again.stream());
                second.respond(again.stream(), 200, String.valueOf(again.header(":path")));
            }
            first.respond(requests.get(0).stream(), 200, "/0");
            for (int i = 0; i < 3; i++) {
                assertThat(answers.get(i).await().text()).isEqualTo("/" + i);
            }
            first.awaitEnd();
            assertThat(pool().retries()).containsOnly(entry(Retry.GOAWAY, 2L));
        }
    }

    @Test
    void goAwayInTwoStepsSendsAgainWithTheSecond() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer one = send(Requests.http2(peer.uri("/1")));
            ScriptedHttp2Connection first = accept(peer);
            int stream = first.awaitRequest().stream();
            first.send(Http2Frames.goAway(Integer.MAX_VALUE, Http2Error.NO_ERROR, "soon"));
            first.barrier();
            Answer two = send(Requests.http2(peer.uri("/2")));
            ScriptedHttp2Connection second = accept(peer);
            second.respond(second.awaitRequest().stream(), 200, "two");
            assertThat(two.await().text()).isEqualTo("two");
            first.send(Http2Frames.goAway(stream - 1, Http2Error.NO_ERROR, "now"));
            second.respond(second.awaitRequest().stream(), 200, "one");
            assertThat(one.await().text()).isEqualTo("one");
            first.awaitEnd();
        }
    }

    @Test
    void whoIsToldToCalmDownDoesNotComeBackAtOnce() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer goneAway = send(Requests.http2(peer.uri("/1")));
            Answer reset = send(Requests.http2(peer.uri("/2")));
            ScriptedHttp2Connection connection = accept(peer);
            int one = connection.awaitRequest().stream();
            int two = connection.awaitRequest().stream();
            connection.send(Http2Frames.rstStream(two, Http2Error.ENHANCE_YOUR_CALM));
            assertThat(delivery(reset)).isEqualTo(Delivery.MAYBE_PROCESSED);
            connection.send(Http2Frames.goAway(one - 1, Http2Error.ENHANCE_YOUR_CALM, ""));
            assertThat(delivery(goneAway)).isEqualTo(Delivery.UNPROCESSED);
            assertThat(pool().retries()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "CANCEL", "FLOW_CONTROL_ERROR"})
    void streamResetForAnotherReasonIsNotSentAgain(Http2Error error) {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = send(Requests.http2(peer.uri("/")));
            ScriptedHttp2Connection connection = accept(peer);
            connection.send(Http2Frames.rstStream(connection.awaitRequest().stream(), error));
            assertThat(delivery(answer)).isEqualTo(Delivery.MAYBE_PROCESSED);
        }
    }

    @Test
    void streamAtOrBelowTheLastOneIsNotSentAgain() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = send(Requests.http2(peer.uri("/")));
            ScriptedHttp2Connection connection = accept(peer);
            int stream = connection.awaitRequest().stream();
            connection.send(Http2Frames.goAway(stream, Http2Error.NO_ERROR, ""));
            connection.finish();
            assertThat(delivery(answer)).isEqualTo(Delivery.MAYBE_PROCESSED);
        }
    }

    @Test
    void refusalAfterAnInterimResponseIsNotSentAgain() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = send(Requests.http2(peer.uri("/")));
            ScriptedHttp2Connection connection = accept(peer);
            int stream = connection.awaitRequest().stream();
            connection.send(
                    connection.headers(stream, ":status", "103"),
                    Http2Frames.rstStream(stream, Http2Error.REFUSED_STREAM));
            assertThat(answer.awaitFailure()).isInstanceOf(StreamResetException.class);
        }
    }

    @Test
    void http1IsUsedWhereThePeerRequiresIt() {
        try (ScriptedHttp2Peer h2 = ScriptedHttp2Peer.startTls(CERTIFICATES.serverContext())) {
            Answer answer =
                    send(Requests.request("GET", h2.uri("/"), VersionPolicy.HTTP_2_OR_LOWER, RequestBody.NONE, null));
            ScriptedHttp2Connection connection = accept(h2);
            connection.send(Http2Frames.rstStream(connection.awaitRequest().stream(), Http2Error.HTTP_1_1_REQUIRED));
            // The scripted peer speaks HTTP/2 alone: that HTTP/1.1 and nothing else is offered now is what is seen
            // here.
            var second = h2.play(opened -> {});
            assertThatThrownBy(second::await).hasMessageContaining("No matching application layer protocol");
            assertThat(answer.awaitFailure()).isInstanceOf(TransportFailure.class);
            assertThat(answer.record().retries()).isEqualTo(1);
            assertThat(transport.snapshot()).anySatisfy(pool -> {
                assertThat(pool.offered()).containsExactly(Protocol.HTTP_1_1);
                assertThat(pool.retries()).containsOnly(entry(Retry.HTTP_1_1_REQUIRED, 1L));
            });
        }
    }

    @Test
    void http1RequiredFailsARequestThatIsForHttp2Alone() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = send(Requests.http2(peer.uri("/")));
            ScriptedHttp2Connection connection = accept(peer);
            connection.send(Http2Frames.rstStream(connection.awaitRequest().stream(), Http2Error.HTTP_1_1_REQUIRED));
            assertThat(answer.awaitFailure())
                    .isInstanceOf(StreamResetException.class)
                    .hasMessageContaining("HTTP_1_1_REQUIRED");
            assertThat(delivery(answer)).isEqualTo(Delivery.UNPROCESSED);
        }
    }

    // ---- HTTP/1.1

    private ScriptedHttp1Connection kept(ScriptedHttp1Peer peer) {
        Answer first = send(Requests.http1(peer.uri("/first")));
        ScriptedHttp1Connection connection = peer.accept();
        connection.expectHead();
        connection.respond(200, "");
        first.await();
        return connection;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void keptConnectionThatClosesBeforeAnyByteSendsAnIdempotentRequestAgain(boolean reset) {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.start()) {
            ScriptedHttp1Connection stale = kept(peer);
            Request put = Requests.method(
                    Requests.post(Requests.http1(peer.uri("/")), RequestBody.of(new byte[] {'x'})), "PUT");
            Answer answer = send(put);
            stale.expectHead();
            if (reset) {
                stale.reset();
            } else {
                stale.finish();
            }
            ScriptedHttp1Connection fresh = peer.accept();
            fresh.expectHead();
            assertThat(fresh.expectBody()).hasSize(1);
            fresh.respond(200, "again");
            assertThat(answer.await().text()).isEqualTo("again");
            assertThat(pool().retries()).containsOnly(entry(Retry.CONNECTION_REUSED, 1L));
        }
    }

    @Test
    void keptConnectionThatClosesDoesNotSendAPostAgain() {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.start()) {
            ScriptedHttp1Connection stale = kept(peer);
            Answer answer = send(Requests.post(Requests.http1(peer.uri("/")), RequestBody.of(new byte[1])));
            stale.expectHead();
            stale.finish();
            assertThat(delivery(answer)).isEqualTo(Delivery.MAYBE_PROCESSED);
        }
    }

    @Test
    void keptConnectionThatClosesInMidResponseSendsNothingAgain() {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.start()) {
            ScriptedHttp1Connection stale = kept(peer);
            Answer answer = send(Requests.http1(peer.uri("/")));
            stale.expectHead();
            stale.send("H");
            stale.finish();
            assertThat(delivery(answer)).isEqualTo(Delivery.MAYBE_PROCESSED);
        }
    }

    @Test
    void newConnectionThatClosesSendsNothingAgain() {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.start()) {
            Answer answer = send(Requests.http1(peer.uri("/")));
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.finish();
            assertThat(delivery(answer)).isEqualTo(Delivery.MAYBE_PROCESSED);
        }
    }

    @Test
    void laterTryThatIsNeverSentDoesNotUndoAnEarlierThatMayHaveBeenProcessed() {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.start()) {
            ScriptedHttp1Connection stale = kept(peer);
            Answer answer = send(Requests.http1(peer.uri("/")));
            stale.expectHead();
            peer.stopListening();
            stale.finish();
            assertThat(delivery(answer)).isEqualTo(Delivery.MAYBE_PROCESSED);
            assertThat(answer.record().retries()).isEqualTo(1);
        }
    }

    @Test
    void laterTryThatIsNeverSentDoesNotUndoAnEarlierThatWasRefused() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = send(Requests.http2(peer.uri("/1")));
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings().maxConcurrentStreams(0));
            connection.send(Http2Frames.rstStream(connection.awaitRequest().stream(), Http2Error.REFUSED_STREAM));
            // With a limit of 0 it waits from here on.
            Eventually.holds(() -> pool().waiting() == 1);
            answer.exchange().cancel();
            assertThat(delivery(answer)).isEqualTo(Delivery.UNPROCESSED);
        }
    }

    @Test
    void cancelledRequestIsNotSentAgain() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = send(Requests.http2(peer.uri("/")));
            ScriptedHttp2Connection connection = accept(peer);
            int stream = connection.awaitRequest().stream();
            answer.exchange().cancel();
            connection.await(FrameKind.RST_STREAM, stream);
            connection.send(Http2Frames.rstStream(stream, Http2Error.REFUSED_STREAM));
            connection.barrier();
            assertThat(connection.untaken(FrameKind.HEADERS)).isEmpty();
            assertThat(answer.awaitFailure()).isInstanceOf(ExchangeCancelledException.class);
        }
    }

    @Test
    void requestsGrantedToAConnectionThatIsJustClosingGoToAnother() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            peer.playEach(connection -> {
                connection.handshake(new Http2Settings().maxConcurrentStreams(100));
                for (int i = 0; i < 20; i++) {
                    Http2Frame request = connection.awaitRequest();
                    if (i == 19) {
                        connection.send(Http2Frames.goAway(request.stream(), Http2Error.NO_ERROR, ""));
                    }
                    connection.respond(request.stream(), 200);
                }
            });
            // Each connection says good-bye while requests are on their way to it: none of them may be lost.
            for (int round = 0; round < 10; round++) {
                List<Answer> answers = IntStream.range(0, 20)
                        .mapToObj(i -> send(Requests.http2(peer.uri("/"))))
                        .toList();
                answers.forEach(Answer::await);
            }
        }
    }
}
