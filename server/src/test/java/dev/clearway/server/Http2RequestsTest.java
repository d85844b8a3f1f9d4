package dev.clearway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawHeads;
import dev.clearway.testkit.RawRequests;
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

    @ParameterizedTest
    @MethodSource("dev.clearway.testkit.RawHeads#malformed")
    void malformedRequestIsResetAndOthersGoOn(String fields) throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = FrameClient.connect(server.port())) {
            client.queue(Http2Frame.of(
                            FrameKind.HEADERS,
                            Http2Frame.END_HEADERS | Http2Frame.END_STREAM,
                            1,
                            client.rawBlock(1, RawHeads.pairs(fields))))
                    .get(3, "/x")
                    .flush();
            Http2Frame end = client.awaitEnd(1);
            assertThat(end.kind()).isEqualTo(FrameKind.RST_STREAM);
            assertThat(end.errorCode()).isEqualTo(Http2Error.PROTOCOL_ERROR.code());
            assertThat(client.awaitStatus(3)).isEqualTo("200");
        }
    }

    @ParameterizedTest
    @MethodSource("dev.clearway.testkit.RawHeads#malformed")
    void contentBehindAMalformedHeadStrikesNobodyElse(String fields) throws Exception {
        try (TestServer server = TestServer.http2(script);
                FrameClient client = FrameClient.connect(server.port())) {
            client.queue(Http2Frame.of(
                            FrameKind.HEADERS, Http2Frame.END_HEADERS, 1, client.rawBlock(1, RawHeads.pairs(fields))))
                    .queue(Http2Frames.data(1, new byte[100]))
                    .queue(Http2Frames.lastData(1, new byte[100]))
                    .get(3, "/x")
                    .flush();
            assertThat(client.awaitEnd(1).errorCode()).isEqualTo(Http2Error.PROTOCOL_ERROR.code());
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
                            client.rawBlock(1, RawHeads.pairs(request.request()))))
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
        for (String trailer : new String[] {":path=x", "connection=x", "X=x", "x=~SPa", "x=a~TAB"}) {
            try (TestServer server = TestServer.http2(script);
                    FrameClient client = FrameClient.connect(server.port())) {
                client.post(1, "/hold")
                        .queue(Http2Frame.of(
                                FrameKind.HEADERS,
                                Http2Frame.END_HEADERS | Http2Frame.END_STREAM,
                                1,
                                client.rawBlock(1, RawHeads.pairs(trailer))))
                        .flush();
                assertThat(client.awaitEnd(1).errorCode()).isEqualTo(Http2Error.PROTOCOL_ERROR.code());
                assertThat(script.event()).startsWith("aborted");
            }
        }
    }
}
