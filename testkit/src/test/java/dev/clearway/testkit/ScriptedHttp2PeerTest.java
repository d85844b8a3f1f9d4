package dev.clearway.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Against the JDK's client over TLS: a peer that shares nothing with the scripts. */
class ScriptedHttp2PeerTest {
    /** The JDK's client keeps its thread and its connections until it is collected. */
    @RegisterExtension
    static final LeakExtension LEAKS =
            new LeakExtension().ignoringThreads("HttpClient-").ignoringSockets();

    private final TestCertificates certificates = TestCertificates.localhost();
    private final ScriptedHttp2Peer peer = ScriptedHttp2Peer.startTls(certificates.serverContext());
    private final HttpClient client = HttpClient.newBuilder()
            .sslContext(certificates.trustingContext())
            .connectTimeout(Duration.ofSeconds(15))
            .build();

    @AfterEach
    void closePeer() {
        peer.close();
    }

    @Test
    void realClientIsServedAfterAHandshake() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = get("/a?b");
        ScriptedHttp2Connection connection = peer.accept();
        assertThat(connection.alpn()).isEqualTo("h2");

        Http2Frame settings = connection.handshake(new Http2Settings().maxConcurrentStreams(7));
        Http2Frame request = connection.awaitRequest();
        connection.respond(request.stream(), 200, "hello");

        assertThat(settings.settings()).isNotEmpty();
        assertThat(request.header(":path")).isEqualTo("/a?b");
        assertThat(request.header(":method")).isEqualTo("GET");
        assertThat(request.endsStream()).isTrue();
        assertThat(answer.get(60, TimeUnit.SECONDS).body()).isEqualTo("hello");
        assertThat(peer.connections()).isEqualTo(1);
    }

    @Test
    void headerCompressionKeepsItsStateOverSeveralAnswers() throws Exception {
        ScriptedHttp2Connection connection = null;
        for (int i = 0; i < 3; i++) {
            CompletableFuture<HttpResponse<String>> answer = get("/" + i);
            if (connection == null) {
                connection = peer.accept();
                connection.handshake(new Http2Settings());
            }
            Http2Frame request = connection.awaitRequest();
            connection.send(
                    connection.headers(request.stream(), ":status", "200", "x-again", "the same each time"),
                    Http2Frames.lastData(request.stream(), ("body " + i).getBytes(UTF_8)));
            assertThat(request.header(":path")).isEqualTo("/" + i);
            assertThat(answer.get(60, TimeUnit.SECONDS).headers().firstValue("x-again"))
                    .contains("the same each time");
        }
    }

    @Test
    void headerBlockMayBeCutIntoContinuations() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = get("/");
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings());
        int stream = connection.awaitRequest().stream();

        byte[] block = connection.headerBlock(stream, ":status", "204", "x-long", "x".repeat(50));
        byte[] head = Arrays.copyOf(block, 5);
        byte[] tail = Arrays.copyOfRange(block, 5, block.length);
        Http2Frame first = Http2Frame.of(FrameKind.HEADERS, Http2Frame.END_STREAM, stream, head);
        connection.send(first, Http2Frames.lastContinuation(stream, tail));

        assertThat(answer.get(60, TimeUnit.SECONDS).headers().firstValue("x-long"))
                .contains("x".repeat(50));
    }

    @Test
    void requestBodyIsCollected() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(
                HttpRequest.newBuilder(peer.uri("/"))
                        .POST(BodyPublishers.ofString("x".repeat(20_000)))
                        .build(),
                BodyHandlers.ofString());
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings());
        int stream = connection.awaitRequest().stream();

        assertThat(connection.awaitBody(stream)).hasSize(20_000);
        connection.respond(stream, 204);

        assertThat(answer.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(204);
    }

    @Test
    void resetReachesTheClient() {
        CompletableFuture<HttpResponse<String>> answer = get("/");
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings());
        int stream = connection.awaitRequest().stream();

        connection.send(Http2Frames.rstStream(stream, Http2Error.INTERNAL_ERROR));

        assertThat(answer)
                .failsWithin(Duration.ofSeconds(15))
                .withThrowableThat()
                .withCauseInstanceOf(IOException.class);
    }

    @Test
    void barrierShowsThatNothingWasSent() throws Exception {
        CompletableFuture<HttpResponse<String>> first = get("/first");
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings().maxConcurrentStreams(1));
        Http2Frame request = connection.awaitRequest();

        connection.barrier();

        assertThat(connection.untaken(FrameKind.HEADERS)).isEmpty();
        assertThat(connection.received()).contains(request);
        connection.respond(request.stream(), 200, "done");
        assertThat(first.get(60, TimeUnit.SECONDS).body()).isEqualTo("done");
    }

    @Test
    void frameMayBeCutAtAnyByte() {
        CompletableFuture<HttpResponse<String>> answer = get("/");
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings());
        byte[] headers = connection
                .lastHeaders(connection.awaitRequest().stream(), ":status", "200")
                .bytes();

        connection.sendRaw(Arrays.copyOf(headers, headers.length - 1));
        connection.reset();

        assertThat(answer)
                .failsWithin(Duration.ofSeconds(15))
                .withThrowableThat()
                .withCauseInstanceOf(IOException.class);
    }

    @Test
    void scriptRunsBesideABlockingCallWithEachConnection() throws Exception {
        peer.playEach(connection -> {
            connection.handshake(new Http2Settings());
            connection.respond(connection.awaitRequest().stream(), 200, "from a script");
        });

        HttpResponse<String> answer =
                client.send(HttpRequest.newBuilder(peer.uri("/")).build(), BodyHandlers.ofString());

        assertThat(answer.body()).isEqualTo("from a script");
    }

    @Test
    void failureShowsTheDialogue() {
        peer.patience(Duration.ofMillis(200));
        CompletableFuture<HttpResponse<String>> answer = get("/shown");
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings().maxConcurrentStreams(9));
        connection.awaitRequest();

        assertThatThrownBy(() -> connection.await(FrameKind.RST_STREAM))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll(
                        "RST_STREAM",
                        "received  preface",
                        "sent      SETTINGS stream=0 flags=0x00 length=6 {3=9}",
                        ":path: /shown");
        answer.cancel(true);
    }

    @Test
    void failureOfAPlayedScriptIsThrownWhenAwaited() {
        peer.patience(Duration.ofMillis(100));

        Play play = peer.play(ScriptedHttp2Connection::expectPreface);

        assertThatThrownBy(play::await).isInstanceOf(AssertionError.class).hasMessageContaining("no connection came");
    }

    @Test
    void failureThatNobodyAwaitedIsThrownByClose() throws Exception {
        ScriptedHttp2Peer other = ScriptedHttp2Peer.start();
        Play play = other.play(connection -> {
            throw new IllegalArgumentException("the script's own");
        });
        try (Socket socket = new Socket(other.address().getAddress(), other.port())) {
            assertThat(socket.isConnected()).isTrue();
            while (!play.done()) {
                Thread.onSpinWait();
            }
        }

        assertThatThrownBy(other::close).isInstanceOf(AssertionError.class).hasMessageContaining("the script's own");
    }

    @Test
    void illegalAndUnknownFramesKeepTheirBytes() {
        Http2Frame settings = Http2Frames.rawSettings(3, 1, 3, 2, 0xffff, 0xffff_ffffL);
        Http2Frame unknown = new Http2Frame(0xfe, 0xff, 5, new byte[] {1, 2, 3});

        assertThat(settings.settings()).isEqualTo(Map.of(3, 2L, 0xffff, 0xffff_ffffL));
        assertThat(unknown.bytes()).containsExactly(0, 0, 3, 0xfe, 0xff, 0, 0, 0, 5, 1, 2, 3);
        assertThat(unknown.kind()).isEqualTo(FrameKind.UNKNOWN);
        assertThat(new Http2Frame(8, 0, 0, new byte[1]))
                .hasToString("WINDOW_UPDATE stream=0 flags=0x00 length=1 (malformed)");
        assertThat(Http2Frames.paddedData(1, "x".getBytes(UTF_8), 10).data()).containsExactly('x');
        assertThat(Http2Frames.goAway(3, Http2Error.NO_ERROR, "bye"))
                .hasToString("GOAWAY stream=0 flags=0x00 length=11 last=3 NO_ERROR");
    }

    private CompletableFuture<HttpResponse<String>> get(String path) {
        return client.sendAsync(HttpRequest.newBuilder(peer.uri(path)).build(), BodyHandlers.ofString());
    }
}
