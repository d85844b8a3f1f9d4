package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import dev.clearway.testkit.ScriptedHttp1Connection;
import dev.clearway.testkit.ScriptedHttp1Peer;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers behind a proxy that break the rules of HTTP/1.1, and clients of either protocol, who are told and kept whole. */
@ExtendWith(LeakExtension.class)
class HostileHttp1UpstreamTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String CHUNKED = OK + "transfer-encoding: chunked\r\n\r\n";

    /** More than sockets and windows hold of what nobody takes, and less than an endless answer has. */
    private static final long MOST_TAKEN = 48L << 20;

    private ScriptedHttp1Peer peer;
    private ProxyServer proxy;

    @BeforeEach
    void start() throws IOException {
        peer = ScriptedHttp1Peer.start();
        proxy = ProxyServer.start(TestParts.settings().build());
    }

    @AfterEach
    void stop() {
        proxy.close();
        peer.close();
    }

    private RawClient http1() throws IOException {
        return RawClient.connect(proxy.address().getPort());
    }

    private FrameClient http2() throws IOException {
        return FrameClient.connect(proxy.address().getPort()).asking("http", "127.0.0.1:" + peer.port());
    }

    private RawClient get(RawClient client) throws IOException {
        return client.send(
                "GET http://127.0.0.1:" + peer.port() + "/ HTTP/1.1\r\nhost: 127.0.0.1:" + peer.port() + "\r\n\r\n");
    }

    private void eachAnswers(String answer) {
        peer.playEach(connection -> {
            connection.expectHead();
            connection.send(answer);
            connection.finish();
        });
    }

    static Stream<String> brokenHeads() {
        return Stream.of(
                OK + "content-length: 3\r\ncontent-length: 4\r\n\r\nabcd",
                OK + "content-length: 3, 4\r\n\r\nabcd",
                OK + "content-length: -1\r\n\r\n",
                OK + "content-length: +3\r\n\r\nabc",
                OK + "content-length: 0x3\r\n\r\nabc",
                OK + "content-length: 99999999999999999999\r\n\r\nabc",
                OK + "transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n",
                OK + "transfer-encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
                OK + "transfer-encoding: gzip\r\n\r\nabc",
                OK + "transfer-encoding: xchunked\r\n\r\n0\r\n\r\n",
                OK + "x: a\u0000b\r\ncontent-length: 0\r\n\r\n",
                OK + "x: a\rb\r\ncontent-length: 0\r\n\r\n",
                OK + ": z\r\ncontent-length: 0\r\n\r\n",
                OK + "x: " + "y".repeat(100_000) + "\r\ncontent-length: 0\r\n\r\n",
                "HTTP/1.1 2000 OK\r\ncontent-length: 0\r\n\r\n",
                "HTTP/1.1 abc OK\r\ncontent-length: 0\r\n\r\n",
                "HTTP/1.1 000 OK\r\ncontent-length: 0\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\nabc",
                "HTTP/1.1 " + "2".repeat(100_000),
                "SSH-2.0-OpenSSH_9.2\r\n\r\n",
                "\u0015\u0003\u0003\u0000\u0002\u0002(");
    }

    @ParameterizedTest
    @MethodSource("brokenHeads")
    void brokenHeadsGiveA502(String answer) throws Exception {
        eachAnswers(answer);
        try (RawClient first = http1();
                FrameClient second = http2()) {
            RawClient.Answer told = get(first).answer();
            assertThat(told.status()).isEqualTo(502);
            assertThat(told.fields().get("proxy-status")).startsWith("clearway; error=");
            second.get(1, "/").flush();
            assertThat(second.awaitStatus(1)).isEqualTo("502");
        }
    }

    static Stream<Arguments> oddHeads() {
        return Stream.of(
                Arguments.of(OK + "content-length: 3\r\ncontent-length: 3\r\n\r\nabc", "abc"),
                Arguments.of(OK + "content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n", "ab"),
                Arguments.of(OK + "content-length : 3\r\n\r\nabc", "abc"),
                Arguments.of(OK + "y y: z\r\ncontent-length: 3\r\n\r\nabc", "abc"),
                Arguments.of(OK + "colonless\r\ncontent-length: 3\r\n\r\nabc", "abc"),
                Arguments.of(OK + "transfer-encoding: identity\r\ncontent-length: 3\r\n\r\nabc", "abc"),
                Arguments.of(OK + "x: a\r\n b\r\ncontent-length: 1\r\n\r\na", "a"),
                Arguments.of("HTTP/1.1 200 OK\ncontent-length: 1\n\na", "a"));
    }

    @ParameterizedTest
    @MethodSource("oddHeads")
    void oddHeadsArePassedInOneReadingOrNotAtAll(String answer, String content) throws Exception {
        eachAnswers(answer);
        try (RawClient first = http1()) {
            RawClient.Answer told = get(first).answer();
            if (told.status() == 200) {
                assertThat(told.body()).isEqualTo(content);
                assertThat(told.fields().containsKey("content-length"))
                        .as("a length or chunks")
                        .isNotEqualTo(told.fields().containsKey("transfer-encoding"));
                assertThat(told.fields().getOrDefault("x", "a b")).isEqualTo("a b");
            } else {
                assertThat(told.status()).isEqualTo(502);
            }
        }
    }

    static Stream<String> cutContents() {
        return Stream.of(
                OK + "content-length: 10\r\n\r\nabc",
                CHUNKED + "3\r\nabc\r\n",
                CHUNKED + "3\r\nabc\r\nzz\r\n",
                CHUNKED + "3\r\nabcdef\r\n0\r\n\r\n",
                CHUNKED + "3\r\nabc\r\n-1\r\n",
                CHUNKED + "3\r\nabc\r\n0\r\nx: a\u0000\r\n\r\n",
                CHUNKED + "3\r\nabc\r\n0\r\nx: " + "y".repeat(100_000) + "\r\n\r\n");
    }

    @ParameterizedTest
    @MethodSource("cutContents")
    void contentsThatAreCutAreNeverPassedAsWhole(String answer) throws Exception {
        eachAnswers(answer);
        try (RawClient first = http1();
                FrameClient second = http2()) {
            get(first);
            String read = readAll(first);
            assertThat(read).doesNotContain("0\r\n\r\n");
            second.get(1, "/").flush();
            assertThat(cutOr502(second)).isTrue();
        }
    }

    private static boolean cutOr502(FrameClient client) {
        Http2Frame frame = client.await(any -> any.stream() == 1);
        if ("502".equals(frame.header(":status"))) {
            return true;
        }
        return frame.kind() == FrameKind.RST_STREAM || client.awaitEnd(1).kind() == FrameKind.RST_STREAM;
    }

    /** Reads to the connection's end, or to the head of the proxy's own answer. */
    private static String readAll(RawClient client) throws IOException {
        StringBuilder all = new StringBuilder();
        for (byte[] next = client.bytes(1); next.length > 0; next = client.bytes(1)) {
            all.append((char) next[0]);
            if (all.indexOf("HTTP/1.1 502") >= 0 && all.indexOf("\r\n\r\n", all.indexOf("HTTP/1.1 502")) >= 0) {
                return all.toString();
            }
        }
        return all.toString();
    }

    static Stream<Arguments> endless() {
        return Stream.of(
                Arguments.of("interim answers", "", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"),
                Arguments.of("fields", OK, "x: y\r\n"),
                Arguments.of("a field", OK + "x: ", "yyyyyyyy"),
                Arguments.of("a status line", "HTTP/1.1 200 ", "OKOKOKOK"),
                Arguments.of("blank lines", "", "\r\n"),
                Arguments.of("a chunk's extension", CHUNKED + "1;", "aaaaaaaa"),
                Arguments.of("trailers", CHUNKED + "1\r\na\r\n0\r\n", "x: y\r\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("endless")
    void answersWithoutAnEndAreCutAndOthersServed(String what, String start, String piece) throws Exception {
        AtomicLong sent = new AtomicLong();
        peer.play(connection -> pour(connection, start, piece, sent));
        try (RawClient victim = http1();
                RawClient bystander = http1()) {
            get(victim);
            String read = readAll(victim);
            assertThat(read.isEmpty() || read.matches("(?s)HTTP/1.1 (103|200|502).*"))
                    .as(what + ": " + read)
                    .isTrue();
            assertThat(read).doesNotContain("0\r\n\r\n");
            eachAnswers(OK + "content-length: 2\r\n\r\nok");
            assertThat(get(bystander).answer().body()).isEqualTo("ok");
            assertThat(sent).hasValueLessThan(MOST_TAKEN);
        }
    }

    private static void pour(ScriptedHttp1Connection connection, String start, String piece, AtomicLong sent) {
        connection.expectHead();
        connection.send(start);
        String large = piece.repeat(64 * 1024 / piece.length());
        try {
            while (sent.addAndGet(large.length()) < MOST_TAKEN) {
                connection.send(large);
            }
        } catch (AssertionError ended) {
            // The proxy has closed the connection.
            return;
        }
    }

    @Test
    void answersThatNobodyAskedForReachNobody() throws Exception {
        peer.playEach(connection -> {
            connection.expectHead();
            connection.send(OK + "content-length: 3\r\n\r\nown" + OK + "content-length: 8\r\n\r\ninjected");
            connection.awaitEnd();
        });
        try (RawClient client = http1()) {
            for (int i = 0; i < 5; i++) {
                assertThat(get(client).answer().body()).isEqualTo("own");
            }
        }
        assertThat(peer.connections()).as("none is used again").isEqualTo(5);
    }

    @Test
    void contentWhereNoneBelongsReachesNobody() throws Exception {
        peer.playEach(connection -> {
            connection.expectHead();
            connection.send("HTTP/1.1 204 No Content\r\n\r\n" + OK + "content-length: 8\r\n\r\ninjected");
            connection.awaitEnd();
        });
        try (RawClient client = http1()) {
            for (int i = 0; i < 3; i++) {
                assertThat(get(client).answer().status()).isEqualTo(204);
            }
        }
        assertThat(peer.connections()).isEqualTo(3);
    }
}
