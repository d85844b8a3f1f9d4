package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import dev.clearway.testkit.RawHeads;
import dev.clearway.testkit.RawRequests;
import io.netty.handler.codec.http2.Http2Error;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is malformed, or may be read in two ways, is refused whichever way it comes, and nothing of it reaches the upstream. */
@ExtendWith(LeakExtension.class)
class MalformedRequestTest {
    private static final String NEXT = "GET /hidden HTTP/1.1\r\nhost: s\r\n\r\n";

    private final Holding handler = new Holding();

    @ParameterizedTest
    @EnumSource
    void requestsInBytesAreAnsweredWith400AndTheEnd(Entry entry) throws Exception {
        try (Upstream upstream = Upstream.start(List.of("http/1.1"), handler);
                ProxyServer proxy =
                        ProxyServer.start(entry.settings(upstream.port()).build())) {
            for (String request : RawRequests.malformed().toList()) {
                try (RawClient client = RawClient.over(entry.open(proxy, upstream.port(), "http/1.1"))) {
                    client.send(request + NEXT);
                    assertThat(client.answer().status()).as(request).isEqualTo(400);
                    assertThat(client.hasEnded()).as(request).isTrue();
                }
            }
            assertThat(handler.begun).hasValue(0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void headsInFramesAreReset(Entry entry) throws Exception {
        try (Upstream upstream = Upstream.start(List.of("h2"), handler);
                ProxyServer proxy =
                        ProxyServer.start(entry.settings(upstream.port()).build());
                FrameClient client = FrameClient.over(entry.open(proxy, upstream.port(), "h2"))
                        .asking("https", "localhost:" + upstream.port())) {
            int stream = 1;
            for (String head : RawHeads.malformed().toList()) {
                client.queue(Http2Frame.of(
                                FrameKind.HEADERS,
                                Http2Frame.END_HEADERS | Http2Frame.END_STREAM,
                                stream,
                                client.rawBlock(stream, RawHeads.pairs(head))))
                        .flush();
                Http2Frame end = client.awaitEnd(stream);
                assertThat(end.kind()).as(head).isEqualTo(FrameKind.RST_STREAM);
                assertThat(end.errorCode()).as(head).isEqualTo(Http2Error.PROTOCOL_ERROR.code());
                stream += 2;
            }
            client.get(stream, "/x").flush();
            assertThat(client.awaitStatus(stream)).isEqualTo("200");
            assertThat(handler.begun).as("the last one alone").hasValue(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "http/1.1"})
    void malformedContentIsNeverPassedAsWhole(String upstreamAlpn) throws Exception {
        try (Upstream upstream = Upstream.start(List.of(upstreamAlpn), handler);
                ProxyServer proxy = ProxyServer.start(
                        Entry.CONNECT.settings(upstream.port()).build())) {
            for (String content : RawRequests.badContent().toList()) {
                try (RawClient client = RawClient.over(Entry.CONNECT.open(proxy, upstream.port(), "http/1.1"))) {
                    client.send("POST /hold HTTP/1.1\r\nhost: localhost:" + upstream.port()
                            + "\r\ntransfer-encoding: chunked\r\n\r\n" + content + NEXT);
                    assertThat(client.hasEnded()).as(content).isTrue();
                }
            }
            Eventually.holds(() -> handler.open.get() == 0);
            assertThat(handler.heldToTheEnd)
                    .as("requests that were read to their end")
                    .hasValue(0);
        }
    }

    @ParameterizedTest
    @CsvSource({"h2,h2", "h2,http/1.1"})
    void contentOfAnotherLengthIsNeverPassedAsWhole(String clientAlpn, String upstreamAlpn) throws Exception {
        try (Upstream upstream = Upstream.start(List.of(upstreamAlpn), handler);
                ProxyServer proxy = ProxyServer.start(
                        Entry.CONNECT.settings(upstream.port()).build());
                FrameClient client = FrameClient.over(Entry.CONNECT.open(proxy, upstream.port(), clientAlpn))
                        .asking("https", "localhost:" + upstream.port())) {
            for (int i = 0; i < 2; i++) {
                int stream = 2 * i + 1;
                client.headers(stream, 0, ":method", "POST", ":path", "/hold", "content-length", "3")
                        .queue(Http2Frames.lastData(stream, new byte[2 + 2 * i]))
                        .flush();
                assertThat(client.awaitEnd(stream).errorCode()).isEqualTo(Http2Error.PROTOCOL_ERROR.code());
            }
            client.get(5, "/x").flush();
            assertThat(client.awaitStatus(5)).isEqualTo("200");
            Eventually.holds(() -> handler.open.get() == 0);
            assertThat(handler.heldToTheEnd).hasValue(0);
        }
    }
}
