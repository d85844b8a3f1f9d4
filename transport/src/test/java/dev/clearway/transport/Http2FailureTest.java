package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of exchanges when an HTTP/2 peer refuses, resets, goes away, or breaks the protocol. */
class Http2FailureTest extends NetworkTest {
    @AutoClose
    private final ScriptedHttp2Peer peer = ScriptedHttp2Peer.start();

    /** What is shown here is how exchanges fail; {@link RetryTest} shows which are sent again. */
    @Override
    Transport.Builder builder() {
        return super.builder().limits(Limits.DEFAULT.withRetries(0));
    }

    private ScriptedHttp2Connection connection() {
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings().maxConcurrentStreams(10));
        return connection;
    }

    private Request get() {
        return Requests.http2(peer.uri("/path?secret"));
    }

    /** Sends one request and gives its stream. */
    private record Sent(Answer answer, ScriptedHttp2Connection connection, int stream) {}

    private Sent sent() {
        Answer answer = send(get());
        ScriptedHttp2Connection connection = connection();
        return new Sent(answer, connection, connection.awaitRequest().stream());
    }

    private static TransportFailure failure(Answer answer) {
        Throwable cause = answer.awaitFailure();
        assertThat(cause).isInstanceOf(TransportFailure.class);
        return (TransportFailure) cause;
    }

    @Test
    void refusedStreamIsUnprocessed() {
        Sent sent = sent();
        sent.connection.send(Http2Frames.rstStream(sent.stream, Http2Error.REFUSED_STREAM));
        TransportFailure failure = failure(sent.answer);
        assertThat(failure).isInstanceOf(StreamResetException.class);
        assertThat(((StreamResetException) failure).errorCode()).isEqualTo(Http2Error.REFUSED_STREAM.code());
        assertThat(failure.delivery()).isEqualTo(Delivery.UNPROCESSED);
        assertThat((Throwable) failure)
                .hasMessageContaining("REFUSED_STREAM")
                .hasMessageContaining("GET http://localhost:" + peer.port() + "/path?…")
                .hasMessageContaining("HTTP/2 on connection 1")
                .hasMessageContaining("not processed");
    }

    @Test
    void resetStreamMayHaveBeenProcessed() {
        Sent sent = sent();
        sent.connection.send(Http2Frames.rstStream(sent.stream, Http2Error.INTERNAL_ERROR));
        assertThat(failure(sent.answer).delivery()).isEqualTo(Delivery.MAYBE_PROCESSED);
        sent.connection.barrier();
        assertThat(pool().connections()).hasSize(1);
    }

    @Test
    void resetInMidBodyFailsTheExchange() {
        Sent sent = sent();
        sent.connection.send(
                sent.connection.headers(sent.stream, ":status", "200"),
                Http2Frames.data(sent.stream, new byte[10]),
                Http2Frames.rstStream(sent.stream, Http2Error.NO_ERROR));
        assertThat(failure(sent.answer)).isInstanceOf(StreamResetException.class);
        assertThat(sent.answer.received).hasValue(10);
    }

    @Test
    void goAwayFailsStreamsAboveTheLastAsUnprocessedAndLetsTheOthersEnd() {
        List<Answer> answers = IntStream.range(0, 3).mapToObj(i -> send(get())).toList();
        ScriptedHttp2Connection connection = connection();
        int first = connection.awaitRequest().stream();
        connection.awaitRequest();
        connection.awaitRequest();
        connection.send(Http2Frames.goAway(first, Http2Error.NO_ERROR, "maintenance"));
        for (Answer answer : answers.subList(1, 3)) {
            TransportFailure failure = failure(answer);
            assertThat(failure.delivery()).isEqualTo(Delivery.UNPROCESSED);
            assertThat((Throwable) failure).hasMessageContaining("GOAWAY NO_ERROR \"maintenance\"");
        }
        assertThat(pool().connections()).hasSize(1).allMatch(each -> each.draining());
        Answer next = send(get());
        ScriptedHttp2Connection second = connection();
        second.respond(second.awaitRequest().stream(), 200);
        next.await();
        connection.respond(first, 200, "done");
        assertThat(answers.get(0).await().text()).isEqualTo("done");
        connection.awaitEnd();
    }

    @Test
    void goAwayBehindSettingsClosesTheConnectionAndTheNextRequestOpensAnother() {
        Answer answer = send(get());
        ScriptedHttp2Connection connection = peer.accept();
        connection.expectPreface();
        connection.awaitRequest();
        connection.send(Http2Frames.settings(new Http2Settings()), Http2Frames.goAway(0, Http2Error.NO_ERROR));
        connection.finish();
        assertThat(failure(answer).delivery()).isEqualTo(Delivery.UNPROCESSED);
        Answer next = send(get());
        ScriptedHttp2Connection second = connection();
        second.respond(second.awaitRequest().stream(), 200);
        next.await();
    }

    @Test
    void closedConnectionFailsEveryExchangeOnIt() {
        List<Answer> answers = IntStream.range(0, 5).mapToObj(i -> send(get())).toList();
        ScriptedHttp2Connection connection = connection();
        IntStream.range(0, 5).forEach(i -> connection.awaitRequest());
        connection.close();
        for (Answer answer : answers) {
            assertThat(failure(answer)).isInstanceOf(ConnectionLostException.class);
            assertThat(failure(answer).delivery()).isEqualTo(Delivery.MAYBE_PROCESSED);
            assertThat(answer.ends).hasValue(1);
        }
        assertThat(pool().connections()).isEmpty();
    }

    @Test
    void connectionErrorOfThePeerIsNamed() {
        Sent sent = sent();
        sent.connection.send(Http2Frames.data(99, new byte[1]));
        assertThat(failure(sent.answer)).isInstanceOf(PeerProtocolException.class);
        Http2Frame goAway = sent.connection.await(FrameKind.GOAWAY);
        assertThat(goAway.errorCode()).isEqualTo(Http2Error.PROTOCOL_ERROR.code());
        sent.connection.awaitEnd();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "5"})
    void contentThatIsNotAsLongAsAnnouncedFailsTheExchange(String length) {
        Sent sent = sent();
        sent.connection.send(
                sent.connection.headers(sent.stream, ":status", "200", "content-length", length),
                Http2Frames.lastData(sent.stream, new byte[4]));
        assertThat(failure(sent.answer)).isInstanceOf(PeerProtocolException.class);
        sent.connection.await(FrameKind.RST_STREAM, sent.stream);
    }

    @Test
    void announcedContentThatDoesNotComeAtAllFailsTheExchange() {
        Sent sent = sent();
        sent.connection.send(sent.connection.lastHeaders(sent.stream, ":status", "200", "content-length", "4"));
        assertThat(failure(sent.answer)).isInstanceOf(PeerProtocolException.class);
    }

    @Test
    void malformedHeadsFailTheirExchangeAlone() {
        String[][] heads = {
            {"content-type", "text/plain"},
            {":status", "20"},
            {":status", "abc"},
            {":status", "099"},
            {":status", "200", ":status", "200"},
            {":status", "200", ":path", "/"},
            {":status", "200", "Upper", "case"},
            {":status", "200", "bad name", "x"},
            {":status", "200", "value", "a\nb"},
            {":status", "200", "connection", "close"},
            {":status", "101"},
        };
        send(get());
        ScriptedHttp2Connection connection = connection();
        connection.respond(connection.awaitRequest().stream(), 200);
        for (String[] head : heads) {
            Answer answer = send(get());
            int stream = connection.awaitRequest().stream();
            connection.send(connection.headers(stream, head));
            assertThat(failure(answer)).as(String.join(" ", head)).isInstanceOf(PeerProtocolException.class);
            connection.await(FrameKind.RST_STREAM, stream);
        }
        connection.barrier();
        assertThat(pool().active()).isZero();
        assertThat(peer.connections()).isEqualTo(1);
    }

    @Test
    void statusBehindAFieldFailsTheExchange() {
        Sent sent = sent();
        byte[] block = {0, 1, 'a', 1, 'b', (byte) 0x88};
        sent.connection.send(Http2Frame.of(FrameKind.HEADERS, Http2Frame.END_HEADERS, sent.stream, block));
        assertThat(failure(sent.answer)).isInstanceOf(PeerProtocolException.class);
    }

    @Test
    void interimResponseMayNotEndTheStream() {
        Sent sent = sent();
        sent.connection.send(sent.connection.lastHeaders(sent.stream, ":status", "103"));
        assertThat(failure(sent.answer)).isInstanceOf(PeerProtocolException.class);
    }

    @Test
    void contentBeforeTheHeadFailsTheExchange() {
        Sent sent = sent();
        sent.connection.send(Http2Frames.data(sent.stream, new byte[1]));
        assertThat(failure(sent.answer)).isInstanceOf(PeerProtocolException.class);
    }

    @Test
    void interimResponsesAreBounded() {
        Sent sent = sent();
        Http2Frame[] frames = new Http2Frame[100];
        Arrays.setAll(frames, i -> sent.connection.headers(sent.stream, ":status", "103"));
        sent.connection.send(frames);
        assertThat(failure(sent.answer)).isInstanceOf(PeerProtocolException.class);
        assertThat(sent.answer.interims.size()).isLessThan(100);
    }

    @Test
    void headsAreBounded() {
        Sent sent = sent();
        String long8k = "x".repeat(8000);
        String[] head = new String[24];
        head[0] = ":status";
        head[1] = "200";
        for (int i = 2; i < head.length; i += 2) {
            head[i] = "field-" + i;
            head[i + 1] = long8k;
        }
        byte[] block = sent.connection.headerBlock(sent.stream, head);
        sent.connection.send(Http2Frames.headersPart(sent.stream, Arrays.copyOf(block, 10_000)));
        for (int at = 10_000; at < block.length; at += 10_000) {
            int end = Math.min(block.length, at + 10_000);
            byte[] part = Arrays.copyOfRange(block, at, end);
            sent.connection.send(
                    end == block.length
                            ? Http2Frames.lastContinuation(sent.stream, part)
                            : Http2Frames.continuation(sent.stream, part));
        }
        assertThat(failure(sent.answer)).isInstanceOf(PeerProtocolException.class);
    }

    @Test
    void endlessContinuationClosesTheConnection() {
        Sent sent = sent();
        Http2Frame[] frames = new Http2Frame[200];
        Arrays.fill(frames, Http2Frames.continuation(sent.stream, new byte[0]));
        frames[0] = Http2Frames.headersPart(sent.stream, new byte[0]);
        sent.connection.send(frames);
        assertThat(failure(sent.answer)).isInstanceOf(PeerProtocolException.class);
        assertThat(sent.connection.await(FrameKind.GOAWAY).errorCode()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM.code());
    }

    @Test
    void pushIsRefused() {
        Sent sent = sent();
        byte[] block =
                sent.connection.headerBlock(2, ":method", "GET", ":path", "/", ":scheme", "http", ":authority", "a");
        byte[] payload =
                ByteBuffer.allocate(4 + block.length).putInt(2).put(block).array();
        sent.connection.send(Http2Frame.of(FrameKind.PUSH_PROMISE, Http2Frame.END_HEADERS, sent.stream, payload));
        assertThat(failure(sent.answer)).isInstanceOf(TransportFailure.class);
    }

    @Test
    void headersOfAStreamThatWasNeverPromisedCloseTheConnection() {
        Sent sent = sent();
        sent.connection.send(sent.connection.lastHeaders(2, ":status", "200"));
        Throwable failure = sent.answer.awaitFailure();
        assertThat(failure).isInstanceOf(PeerProtocolException.class).hasMessageContaining("never promised");
        assertThat(sent.connection.await(FrameKind.GOAWAY).errorCode()).isEqualTo(Http2Error.PROTOCOL_ERROR.code());
    }

    @Test
    void floodOfPingsClosesTheConnection() {
        Sent sent = sent();
        Http2Frame[] pings = new Http2Frame[30_000];
        Arrays.setAll(pings, Http2Frames::ping);
        try {
            // The stock fills again while a slow machine reads them: as many as it takes.
            for (int i = 0; i < 10; i++) {
                sent.connection.send(pings);
            }
        } catch (AssertionError closed) {
            assertThat(closed).hasMessageContaining("cannot write");
        }
        Throwable failure = sent.answer.awaitFailure();
        assertThat(failure).isInstanceOf(PeerProtocolException.class).hasMessageContaining("ENHANCE_YOUR_CALM");
    }

    @Test
    void requestWhoseHeadThePeerDoesNotTakeIsNeverSent() {
        Answer first = send(get());
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings().maxConcurrentStreams(10).maxHeaderListSize(300));
        connection.respond(connection.awaitRequest().stream(), 200);
        first.await();
        Answer large = send(Requests.fields(get(), "large", "x".repeat(1000)));
        assertThat(failure(large).delivery()).isEqualTo(Delivery.NEVER_SENT);
        Answer small = send(get());
        connection.respond(connection.awaitRequest().stream(), 200);
        small.await();
        assertThat(pool().active()).isZero();
    }

    @Test
    void timeoutOfTheResponseResetsTheStreamAtOnce() {
        Answer first = send(get());
        ScriptedHttp2Connection connection = connection();
        connection.respond(connection.awaitRequest().stream(), 200);
        first.await();
        Answer late = send(Requests.within(get(), Duration.ofMillis(100)));
        int stream = connection.awaitRequest().stream();
        TransportFailure failure = failure(late);
        assertThat(failure).isInstanceOf(ExchangeTimeoutException.class);
        assertThat(failure.delivery()).isEqualTo(Delivery.MAYBE_PROCESSED);
        assertThat(connection.await(FrameKind.RST_STREAM, stream).errorCode()).isEqualTo(Http2Error.CANCEL.code());
        connection.barrier();
        assertThat(pool().active()).isZero();
    }

    @Test
    void bodyMayTakeLongerThanTheTimeoutOnceTheHeadIsThere() {
        Answer answer = send(Requests.within(get(), Duration.ofSeconds(2)));
        ScriptedHttp2Connection connection = connection();
        int stream = connection.awaitRequest().stream();
        connection.send(connection.headers(stream, ":status", "200"));
        answer.awaitHead();
        Answer timer = send(Requests.within(get(), Duration.ofMillis(2500)));
        failure(timer);
        connection.send(Http2Frames.lastData(stream, new byte[1]));
        answer.await();
    }

    @Test
    void peerThatAnswersInHttp1IsNamed() {
        Answer answer = send(get());
        ScriptedHttp2Connection connection = peer.accept();
        connection.expectPreface();
        connection.sendRaw("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        TransportFailure failure = failure(answer);
        assertThat((Throwable) failure)
                .isInstanceOf(PeerProtocolException.class)
                .hasMessageContaining("protocol mismatch")
                .hasMessageContaining("HTTP/1.1 400 Bad Request");
    }

    @Test
    void peerThatNeverSendsSettingsFailsTheFirstRequestAndTheLineWithinTheirTimeouts() {
        Request timed = Requests.within(get(), Duration.ofSeconds(3));
        List<Answer> answers = List.of(send(timed), send(timed), send(timed));
        peer.accept().expectPreface();
        TransportFailure first = failure(answers.get(0));
        assertThat(first).isInstanceOf(ExchangeTimeoutException.class);
        assertThat(first.delivery()).isEqualTo(Delivery.MAYBE_PROCESSED);
        for (Answer answer : answers.subList(1, 3)) {
            TransportFailure failure = failure(answer);
            assertThat(failure).isInstanceOf(ExchangeTimeoutException.class);
            assertThat(failure.delivery()).isEqualTo(Delivery.NEVER_SENT);
            assertThat(failure.exchange().waitingFor()).isEqualTo(WaitReason.CONNECTING);
        }
    }

    @Test
    void peerThatNeverSendsSettingsDoesNotHoldTheLineForEver() throws Exception {
        use(builder().connectTimeout(Duration.ofMillis(300)));
        List<Answer> answers = List.of(send(get()), send(get()));
        peer.accept().expectPreface();
        for (Answer answer : answers) {
            assertThat((Throwable) failure(answer)).hasMessageContaining("no SETTINGS");
        }
        assertThat(failure(answers.get(1)).delivery()).isEqualTo(Delivery.NEVER_SENT);
    }
}
