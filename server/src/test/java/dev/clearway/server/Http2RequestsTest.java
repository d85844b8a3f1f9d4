package dev.clearway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import io.netty.handler.codec.http2.Http2Error;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which HTTP/2 heads are malformed (RFC 9113, section 8), and how the others are read. */
@ExtendWith(LeakExtension.class)
class Http2RequestsTest {
    private final Script script = new Script();

    static Stream<String> malformed() {
        return Stream.concat(malformedPseudoHeaders(), malformedFields());
    }

    private static Stream<String> malformedPseudoHeaders() {
        return Stream.of(
                ":scheme=http :authority=a :path=/x",
                ":method=G(T :scheme=http :authority=a :path=/x",
                ":method= :scheme=http :authority=a :path=/x",
                ":method=GET :authority=a :path=/x",
                ":method=GET :scheme=ftp :authority=a :path=/x",
                ":method=GET :scheme=http :authority=a",
                ":method=GET :scheme=http :authority=a :path=",
                ":method=GET :scheme=http :authority=a :path=x",
                ":method=GET :scheme=http :authority=a :path=*",
                ":method=GET :scheme=http :authority=a :path=http://a/x",
                ":method=GET :scheme=http :authority=a :path=/x#y",
                ":method=GET :scheme=http :authority=a :path=/x~SPy",
                ":method=GET :scheme=http :authority= :path=/x",
                ":method=GET :scheme=http :authority=u@a :path=/x",
                ":method=GET :scheme=http :authority=a/b :path=/x",
                ":method=GET :scheme=http :authority=a:b :path=/x",
                ":method=GET :scheme=http :authority=a :authority=a :path=/x",
                ":method=GET :method=GET :scheme=http :authority=a :path=/x",
                ":method=GET :scheme=http :authority=a :path=/x :status=200",
                ":method=GET :scheme=http :authority=a :path=/x :other=1",
                ":method=GET :scheme=http :authority=a :path=/x :protocol=websocket",
                ":method=CONNECT :scheme=http :authority=a:1 :path=/x",
                ":method=CONNECT :authority=a",
                ":method=CONNECT",
                ":method=CONNECT :protocol=websocket :authority=a");
    }

    private static Stream<String> malformedFields() {
        String get = ":method=GET :scheme=http :authority=a :path=/x ";
        return Stream.of(
                get + "x=1 :late=1",
                get + "host=b",
                get + "host=a host=a",
                get + "host=a host=b",
                get + "X=1",
                get + "connection=close",
                get + "keep-alive=1",
                get + "proxy-connection=close",
                get + "transfer-encoding=chunked",
                get + "upgrade=h2c",
                get + "te=gzip",
                get + "te=trailers,gzip",
                get + "x=a~LFb",
                get + "x=a~CRb",
                get + "x=a~NULb",
                get + "x=~SPa",
                get + "x=a~SP",
                get + "x=~TABa",
                get + "x=a~TAB",
                get + "=1",
                get + "x~SPy=1",
                get + "x~NUL=1",
                get + "x~LFy=1",
                get + "content-length=1",
                get + "content-length=-1",
                get + "content-length=1 content-length=2");
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void malformedRequestIsResetAndOthersGoOn(String fields) throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = FrameClient.connect(server.port())) {
            client.queue(Http2Frame.of(
                            FrameKind.HEADERS,
                            Http2Frame.END_HEADERS | Http2Frame.END_STREAM,
                            1,
                            client.rawBlock(1, pairs(fields))))
                    .get(3, "/x")
                    .flush();
            Http2Frame end = client.awaitEnd(1);
            assertThat(end.kind()).isEqualTo(FrameKind.RST_STREAM);
            assertThat(end.errorCode()).isEqualTo(Http2Error.PROTOCOL_ERROR.code());
            assertThat(client.awaitStatus(3)).isEqualTo("200");
        }
    }

    static Stream<RawRequests.Case> clear() {
        return Stream.of(
                new RawRequests.Case(
                        ":method=GET :scheme=HTTPS :authority=A:1 :path=/x?y=z te=trailers",
                        "GET https A:1 /x?y=z upgrade= length=0"),
                new RawRequests.Case(":method=GET :scheme=http :path=/x host=b", "GET http b /x upgrade= length=0"),
                new RawRequests.Case(
                        ":method=GET :scheme=http :authority=B :path=/x host=b", "GET http B /x upgrade= length=0"),
                new RawRequests.Case(
                        ":method=OPTIONS :scheme=http :authority=[::1] :path=*",
                        "OPTIONS http [::1] * upgrade= length=0"),
                new RawRequests.Case(":method=CONNECT :authority=a:443", "CONNECT  a:443  upgrade= length=0"),
                new RawRequests.Case(
                        ":method=CONNECT :protocol=Talk :scheme=https :authority=a :path=/x",
                        "CONNECT https a /x upgrade=talk length=0"));
    }

    @ParameterizedTest
    @MethodSource("clear")
    void clearRequestIsReadAsItIs(RawRequests.Case request) throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = FrameClient.connect(server.port())) {
            client.queue(Http2Frame.of(
                            FrameKind.HEADERS,
                            Http2Frame.END_HEADERS | Http2Frame.END_STREAM,
                            1,
                            client.rawBlock(1, pairs(request.request()))))
                    .flush();
            assertThat(client.awaitStatus(1)).isEqualTo("200");
            assertThat(client.text(1)).isEqualTo(request.expected());
        }
    }

    @Test
    void contentThatDiffersFromItsLengthIsReset() throws Exception {
        for (int sent : new int[] {2, 4}) {
            try (TestServer server = TestServer.http2(script);
                    FrameClient client = FrameClient.connect(server.port())) {
                client.headers(1, 0, ":method", "POST", ":path", "/hold", "content-length", "3")
                        .queue(Http2Frames.lastData(1, new byte[sent]))
                        .flush();
                assertThat(client.awaitEnd(1).errorCode()).isEqualTo(Http2Error.PROTOCOL_ERROR.code());
                assertThat(script.event()).isEqualTo("aborted the stream was reset with PROTOCOL_ERROR");
            }
        }
    }

    @Test
    void malformedTrailersAreReset() throws Exception {
        for (String name : new String[] {":path", "connection", "X"}) {
            try (TestServer server = TestServer.http2(script);
                    FrameClient client = FrameClient.connect(server.port())) {
                client.post(1, "/hold")
                        .queue(Http2Frame.of(
                                FrameKind.HEADERS,
                                Http2Frame.END_HEADERS | Http2Frame.END_STREAM,
                                1,
                                client.rawBlock(1, name, "x")))
                        .flush();
                assertThat(client.awaitEnd(1).errorCode()).isEqualTo(Http2Error.PROTOCOL_ERROR.code());
                assertThat(script.event()).startsWith("aborted");
            }
        }
    }

    private static String[] pairs(String fields) {
        return Stream.of(fields.strip().split(" "))
                .flatMap(field -> {
                    int equals = field.indexOf('=', 1);
                    boolean nameless = field.startsWith("=");
                    return nameless
                            ? Stream.of("", field.substring(1))
                            : Stream.of(field.substring(0, Math.max(equals, 0)), field.substring(equals + 1));
                })
                .map(text -> text.replace("~LF", "\n")
                        .replace("~CR", "\r")
                        .replace("~NUL", "\0")
                        .replace("~SP", " ")
                        .replace("~TAB", "\t"))
                .toArray(String[]::new);
    }
}
