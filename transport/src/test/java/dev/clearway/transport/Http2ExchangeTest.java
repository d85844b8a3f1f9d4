package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import io.netty.handler.codec.http2.Http2Settings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a well-behaved peer and this transport say to each other in HTTP/2. */
class Http2ExchangeTest extends NetworkTest {
    @AutoClose
    private final ScriptedHttp2Peer peer = ScriptedHttp2Peer.start();

    private ScriptedHttp2Connection connection() {
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings().maxConcurrentStreams(10));
        return connection;
    }

    private Request get(String path) {
        return Requests.http2(peer.uri(path));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void requestCarriesItsHeadInPseudoHeaderFields() {
        Answer answer = send(Requests.fields(
                get("/a?b=c"), "Accept", "*/*", "Connection", "close", "TE", "trailers", "X-Empty", ""));
        ScriptedHttp2Connection connection = connection();
        Http2Frame request = connection.awaitRequest();
        assertThat(request.header(":method")).isEqualTo("GET");
        assertThat(request.header(":scheme")).isEqualTo("http");
        assertThat(request.header(":authority")).isEqualTo("localhost:" + peer.port());
        assertThat(request.header(":path")).isEqualTo("/a?b=c");
        assertThat(request.header("accept")).isEqualTo("*/*");
        assertThat(request.header("te")).isEqualTo("trailers");
        assertThat(request.header("x-empty")).isEmpty();
        assertThat(request.header("connection")).isNull();
        assertThat(request.endsStream()).isTrue();
        connection.respond(request.stream(), 200, "hello");
        assertThat(answer.await().text()).isEqualTo("hello");
        assertThat(answer.protocol).isEqualTo(Protocol.HTTP_2);
    }

    @Test
    void priorityIsSentAsItWasGiven() {
        send(Requests.fields(get("/"), "Priority", "u=1, i"));
        ScriptedHttp2Connection connection = connection();
        Http2Frame request = connection.awaitRequest();
        assertThat(request.header("priority")).isEqualTo("u=1, i");
        connection.respond(request.stream(), 200);
    }

    @Test
    void settingsForbidPushAndOpenWindows() {
        send(get("/"));
        ScriptedHttp2Connection connection = peer.accept();
        Http2Frame settings = connection.expectPreface();
        assertThat(settings.settings()).containsEntry(2, 0L).containsEntry(4, 1L << 20);
        assertThat(connection.await(FrameKind.WINDOW_UPDATE, 0).increment()).isEqualTo((16 << 20) - 65_535);
    }

    @Test
    void firstRequestLeavesBeforeSettingsComeAndTheOthersWaitForThem() {
        List<Answer> answers = List.of(send(get("/1")), send(get("/2")), send(get("/3")));
        ScriptedHttp2Connection connection = peer.accept();
        connection.expectPreface();
        int first = connection.awaitRequest().stream();
        connection.send(Http2Frames.settings(new Http2Settings().maxConcurrentStreams(10)));
        connection.awaitRequest();
        connection.awaitRequest();
        assertThat(answers.get(1).record().waits()).containsOnlyKeys(WaitReason.CONNECTING);
        List.of(first, first + 2, first + 4).forEach(stream -> connection.respond(stream, 200));
        answers.forEach(Answer::await);
        assertThat(peer.connections()).isEqualTo(1);
    }

    @Test
    void interimResponsesAreTold() {
        Answer answer = send(get("/"));
        ScriptedHttp2Connection connection = connection();
        int stream = connection.awaitRequest().stream();
        connection.send(
                connection.headers(stream, ":status", "103", "link", "</a.css>"),
                connection.headers(stream, ":status", "103", "link", "</b.css>"),
                connection.lastHeaders(stream, ":status", "204"));
        assertThat(answer.await().status).isEqualTo(204);
        assertThat(answer.interims).containsExactly(103, 103);
    }

    @Test
    void trailersComeWithTheEnd() {
        Answer answer = send(get("/"));
        ScriptedHttp2Connection connection = connection();
        int stream = connection.awaitRequest().stream();
        connection.send(
                connection.headers(stream, ":status", "200"),
                Http2Frames.data(stream, bytes("body")),
                connection.lastHeaders(stream, "grpc-status", "0"));
        answer.await();
        assertThat(answer.text()).isEqualTo("body");
        assertThat(answer.trailers.all("grpc-status")).containsExactly("0");
    }

    @Test
    void headAndNotModifiedMayNameALengthWithoutContent() {
        Answer head = send(Requests.method(get("/"), "HEAD"));
        ScriptedHttp2Connection connection = connection();
        int stream = connection.awaitRequest().stream();
        connection.send(connection.lastHeaders(stream, ":status", "200", "content-length", "10"));
        head.await();
        Answer notModified = send(get("/"));
        connection.send(
                connection.lastHeaders(connection.awaitRequest().stream(), ":status", "304", "content-length", "10"));
        assertThat(notModified.await().status).isEqualTo(304);
    }

    @Test
    void paddedContentIsTakenWithoutItsPadding() {
        Answer answer = send(get("/"));
        ScriptedHttp2Connection connection = connection();
        int stream = connection.awaitRequest().stream();
        connection.send(
                connection.headers(stream, ":status", "200", "content-length", "4"),
                Http2Frames.paddedData(stream, bytes("body"), 100),
                Http2Frames.lastData(stream, new byte[0]));
        assertThat(answer.await().text()).isEqualTo("body");
    }

    @Test
    void contentLengthMayStandTwice() {
        Answer answer = send(get("/"));
        ScriptedHttp2Connection connection = connection();
        int stream = connection.awaitRequest().stream();
        connection.send(
                connection.headers(stream, ":status", "200", "content-length", "4, 4"),
                Http2Frames.lastData(stream, bytes("body")));
        assertThat(answer.await().text()).isEqualTo("body");
    }

    @Test
    void bodyThatFailsBehindACompleteResponseFreesThePlace() {
        ManualBody body = new ManualBody(-1);
        Answer answer = send(Requests.post(get("/"), body));
        ScriptedHttp2Connection connection = connection();
        int stream = connection.awaitRequest().stream();
        connection.respond(stream, 200);
        answer.await();
        body.sink().fail(new IllegalStateException("no more"));
        connection.await(FrameKind.RST_STREAM, stream);
        connection.barrier();
        assertThat(pool().active()).isZero();
    }

    @Test
    void bodyIsSentWithItsLength() {
        Answer answer = send(Requests.post(get("/"), RequestBody.of(bytes("content"))));
        ScriptedHttp2Connection connection = connection();
        Http2Frame request = connection.awaitRequest();
        assertThat(request.header("content-length")).isEqualTo("7");
        assertThat(connection.awaitBody(request.stream())).isEqualTo(bytes("content"));
        connection.respond(request.stream(), 201);
        assertThat(answer.await().status).isEqualTo(201);
        assertThat(answer.record().requestSentNanos()).isNotZero();
    }

    @Test
    void emptyPostSaysThatItsLengthIsZero() {
        Answer answer = send(Requests.method(get("/"), "POST"));
        ScriptedHttp2Connection connection = connection();
        Http2Frame request = connection.awaitRequest();
        assertThat(request.header("content-length")).isEqualTo("0");
        assertThat(request.endsStream()).isTrue();
        connection.respond(request.stream(), 200);
        answer.await();
    }

    @Test
    void requestTrailersFollowTheBody() {
        ManualBody body = new ManualBody(-1);
        Answer answer = send(Requests.post(get("/"), body));
        ScriptedHttp2Connection connection = connection();
        Http2Frame request = connection.awaitRequest();
        body.sink().write(ManualBody.bytes(5));
        body.sink().end(Fields.of("X-Sum", "15"));
        connection.await(FrameKind.DATA, request.stream());
        Http2Frame trailers = connection.await(FrameKind.HEADERS, request.stream());
        assertThat(trailers.header("x-sum")).isEqualTo("15");
        assertThat(trailers.endsStream()).isTrue();
        connection.respond(request.stream(), 200);
        answer.await();
    }

    @Test
    void responseIsNotHeldUntilTheRequestIsSent() {
        ManualBody body = new ManualBody(-1);
        Answer answer = send(Requests.post(get("/"), body));
        ScriptedHttp2Connection connection = connection();
        int stream = connection.awaitRequest().stream();
        connection.send(connection.headers(stream, ":status", "200"), Http2Frames.data(stream, bytes("early")));
        answer.awaitHead();
        body.sink().write(ManualBody.bytes(3));
        body.sink().end(Fields.EMPTY);
        assertThat(connection.awaitBody(stream)).hasSize(3);
        connection.send(Http2Frames.lastData(stream, new byte[0]));
        assertThat(answer.await().text()).isEqualTo("early");
    }

    @Test
    void uploadGoesOnBehindACompleteResponseThatIsNoError() {
        ManualBody body = new ManualBody(-1);
        Answer answer = send(Requests.post(get("/"), body));
        ScriptedHttp2Connection connection = connection();
        int stream = connection.awaitRequest().stream();
        connection.respond(stream, 200);
        answer.await();
        assertThat(pool().active()).isEqualTo(1);
        body.sink().write(ManualBody.bytes(3));
        body.sink().end(Fields.EMPTY);
        assertThat(connection.awaitBody(stream)).hasSize(3);
        connection.barrier();
        assertThat(pool().active()).isZero();
    }

    @Test
    void errorResponseStopsTheUpload() {
        ManualBody body = new ManualBody(-1);
        Answer answer = send(Requests.post(get("/"), body));
        ScriptedHttp2Connection connection = connection();
        int stream = connection.awaitRequest().stream();
        connection.respond(stream, 413);
        assertThat(answer.await().status).isEqualTo(413);
        connection.await(FrameKind.RST_STREAM, stream);
        body.awaitStop();
        Answer next = send(get("/"));
        connection.respond(connection.awaitRequest().stream(), 200);
        next.await();
        assertThat(peer.connections()).isEqualTo(1);
    }

    @Test
    void resetWithoutErrorBehindACompleteResponseStopsTheUploadAndSucceeds() {
        ManualBody body = new ManualBody(-1);
        Answer answer = send(Requests.post(get("/"), body));
        ScriptedHttp2Connection connection = connection();
        int stream = connection.awaitRequest().stream();
        connection.send(
                connection.lastHeaders(stream, ":status", "200"),
                Http2Frames.rstStream(stream, io.netty.handler.codec.http2.Http2Error.NO_ERROR));
        assertThat(answer.await().status).isEqualTo(200);
        body.awaitStop();
        connection.barrier();
        assertThat(pool().active()).isZero();
    }

    @Test
    void moreUrgentRequestIsSentBeforeOneThatCameEarlier() throws Exception {
        use(builder().limits(Limits.DEFAULT.withGrowth(Growth.SINGLE)));
        Answer first = send(get("/first"));
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings().maxConcurrentStreams(1));
        int stream = connection.awaitRequest().stream();
        Answer patient = send(Requests.fields(get("/patient"), "Priority", "u=6"));
        Answer urgent = send(Requests.fields(get("/urgent"), "Priority", "u=0"));
        connection.respond(stream, 200);
        first.await();
        Http2Frame next = connection.awaitRequest();
        assertThat(next.header(":path")).isEqualTo("/urgent");
        connection.respond(next.stream(), 200);
        urgent.await();
        Http2Frame last = connection.awaitRequest();
        assertThat(last.header(":path")).isEqualTo("/patient");
        connection.respond(last.stream(), 200);
        patient.await();
    }

    @Test
    void loweredLimitAbortsNothingAndRaisedOneWakesTheLine() throws Exception {
        use(builder().limits(Limits.DEFAULT.withGrowth(Growth.SINGLE)));
        List<Answer> answers = List.of(send(get("/1")), send(get("/2")), send(get("/3")));
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings().maxConcurrentStreams(2));
        int first = connection.awaitRequest().stream();
        connection.awaitRequest();
        connection.sendSettings(new Http2Settings().maxConcurrentStreams(0));
        connection.respond(first, 200);
        answers.get(0).await();
        connection.respond(first + 2, 200);
        answers.get(1).await();
        connection.barrier();
        assertThat(connection.untaken(FrameKind.HEADERS)).isEmpty();
        connection.sendSettings(new Http2Settings().maxConcurrentStreams(1));
        connection.respond(connection.awaitRequest().stream(), 200);
        answers.get(2).await();
    }
}
