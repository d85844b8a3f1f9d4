package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.ScriptedConnection;
import dev.clearway.testkit.ScriptedHttp1Connection;
import dev.clearway.testkit.ScriptedHttp1Peer;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A connection that dies at each byte of an exchange, by RST at every third: each time exactly one end, and nothing left in the pool. */
class CutTest extends NetworkTest {
    private static final byte[] HTTP_1 = String.join(
                    "\r\n",
                    "HTTP/1.1 103 Early Hints",
                    "Link: </a>",
                    "",
                    "HTTP/1.1 200 OK",
                    "Transfer-Encoding: chunked",
                    "X-A: b",
                    "",
                    "4",
                    "body",
                    "a",
                    "0123456789",
                    "0",
                    "X-Sum: 1",
                    "",
                    "")
            .getBytes(StandardCharsets.US_ASCII);

    static Stream<Arguments> ways() {
        Consumer<ScriptedConnection> finish = ScriptedConnection::cut;
        Consumer<ScriptedConnection> reset = ScriptedConnection::reset;
        return Stream.of(Arguments.of("FIN", 1, finish), Arguments.of("RST", 3, reset));
    }

    private void check(Answer answer, boolean whole) {
        if (whole) {
            assertThat(answer.await().text()).isEqualTo("body0123456789");
        } else {
            assertThat(answer.awaitFailure()).isInstanceOf(TransportFailure.class);
        }
        assertThat(answer.ends).hasValue(1);
        assertThat(pool().active()).isZero();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void http1(String name, int step, Consumer<ScriptedConnection> end) {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.start()) {
            for (int cut = 0; cut < HTTP_1.length; cut += step) {
                Answer answer = send(Requests.http1(peer.uri("/")));
                ScriptedHttp1Connection connection = peer.accept();
                connection.expectHead();
                connection.sendRaw(Arrays.copyOf(HTTP_1, cut));
                end.accept(connection);
                check(answer, false);
            }
            Answer answer = send(Requests.http1(peer.uri("/")));
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.sendRaw(HTTP_1);
            check(answer, true);
        }
    }

    private static byte[] http2Response(ScriptedHttp2Connection connection) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Http2Frame[] frames = {
            Http2Frames.settings(new Http2Settings().maxConcurrentStreams(10)),
            Http2Frames.settingsAck(),
            connection.headers(1, ":status", "103", "link", "</a>"),
            connection.headers(1, ":status", "200", "x-a", "b"),
            Http2Frames.data(1, "body".getBytes(StandardCharsets.US_ASCII)),
            Http2Frames.paddedData(1, "0123456789".getBytes(StandardCharsets.US_ASCII), 7),
            connection.lastHeaders(1, "x-sum", "1"),
        };
        for (Http2Frame frame : frames) {
            bytes.writeBytes(frame.bytes());
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void http2(String name, int step, Consumer<ScriptedConnection> end) {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            boolean whole = false;
            for (int cut = 0; !whole; cut += step) {
                Answer answer = send(Requests.http2(peer.uri("/")));
                ScriptedHttp2Connection connection = peer.accept();
                connection.expectPreface();
                connection.awaitRequest();
                byte[] bytes = http2Response(connection);
                whole = cut >= bytes.length;
                connection.sendRaw(Arrays.copyOf(bytes, Math.min(cut, bytes.length)));
                if (!whole) {
                    end.accept(connection);
                }
                check(answer, whole);
            }
        }
    }
}
