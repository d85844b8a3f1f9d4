package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import dev.clearway.testkit.ScriptedHttp1Connection;
import dev.clearway.testkit.ScriptedHttp1Peer;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import dev.clearway.testkit.TestCertificates;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages of HTTP/2 that first fill their content-length and then turn out to be broken: the other leg is never given a
 * whole one. In each test the broken end is sent when the other leg has been given what came before it.
 */
@ExtendWith(LeakExtension.class)
class FalseLengthTest {
    private static final TestCertificates CERTIFICATES = TestCertificates.localhost();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Request {@code i} of its connection, in the clear, whose content is announced to be so long and follows. */
    private static FrameClient post(FrameClient client, int stream, int length) {
        return client.headers(stream, 0, ":method", "POST", ":path", "/x", "content-length", Integer.toString(length));
    }

    private static void isMalformed(FrameClient client, int stream) {
        Http2Frame end = client.awaitEnd(stream);
        assertThat(end.kind()).isEqualTo(FrameKind.RST_STREAM);
        assertThat(end.errorCode()).isEqualTo(Http2Error.PROTOCOL_ERROR.code());
    }

    /** A client, a proxy and a server in HTTP/1.1, all in the clear. */
    private static final class Downgrade implements AutoCloseable {
        final ScriptedHttp1Peer peer = ScriptedHttp1Peer.start();
        final ProxyServer proxy = ProxyServer.start(TestParts.settings().build());
        final FrameClient client = FrameClient.connect(proxy.address().getPort())
                .asking("http", "127.0.0.1:" + peer.uri("/").getPort());

        Downgrade() throws IOException {}

        @Override
        public void close() throws IOException {
            client.close();
            proxy.close();
            peer.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16_384, 40_000})
    void contentBeyondTheLengthCutsTheRequestBeforeItIsWhole(int length) throws Exception {
        try (Downgrade legs = new Downgrade()) {
            post(legs.client, 1, length);
            for (int left = length; left > 0; left -= 16_384) {
                legs.client.queue(Http2Frames.data(1, new byte[Math.min(left, 16_384)]));
            }
            legs.client.flush();
            ScriptedHttp1Connection upstream = legs.peer.accept();
            assertThat(upstream.expectHead().headers().get("content-length")).isEqualTo(Integer.toString(length));
            legs.client.queue(Http2Frames.lastData(1, new byte[1])).flush();

            isMalformed(legs.client, 1);
            assertThat(upstream.readToEnd()).hasSizeLessThan(length);
        }
    }

    @Test
    void badTrailersBehindAllContentCutTheRequestBeforeItIsWhole() throws Exception {
        try (Downgrade legs = new Downgrade()) {
            post(legs.client, 1, 4).queue(Http2Frames.data(1, bytes("abcd"))).flush();
            ScriptedHttp1Connection upstream = legs.peer.accept();
            upstream.expectHead();
            legs.client
                    .headers(1, Http2Frame.END_STREAM, "x", " blank at the edge")
                    .flush();

            isMalformed(legs.client, 1);
            assertThat(upstream.readToEnd()).hasSizeLessThan(4);
        }
    }

    @Test
    void resetBehindAllContentCutsTheRequestBeforeItIsWhole() throws Exception {
        try (Downgrade legs = new Downgrade()) {
            post(legs.client, 1, 4).queue(Http2Frames.data(1, bytes("abcd"))).flush();
            ScriptedHttp1Connection upstream = legs.peer.accept();
            upstream.expectHead();
            legs.client.queue(Http2Frames.rstStream(1, Http2Error.CANCEL)).flush();

            assertThat(upstream.readToEnd()).hasSizeLessThan(4);
        }
    }

    @Test
    void contentOfARequestThatAnnouncesNoneLetsNothingThrough() throws Exception {
        try (Downgrade legs = new Downgrade()) {
            post(legs.client, 1, 0).queue(Http2Frames.data(1, new byte[0])).flush();
            legs.client.queue(Http2Frames.lastData(1, bytes("x"))).flush();
            isMalformed(legs.client, 1);
            legs.client.get(3, "/next").flush();

            ScriptedHttp1Connection upstream = legs.peer.accept();
            assertThat(upstream.expectHead().uri()).isEqualTo("/next");
            upstream.respond(200, "first that came");
            assertThat(legs.client.awaitStatus(3)).isEqualTo("200");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4, 16_384, 16_385})
    void endInAFrameOfItsOwnCompletesTheRequest(int length) throws Exception {
        try (Downgrade legs = new Downgrade()) {
            post(legs.client, 1, length);
            for (int left = length; left > 0; left -= 16_384) {
                legs.client.queue(Http2Frames.data(1, new byte[Math.min(left, 16_384)]));
            }
            legs.client.flush();
            legs.client.queue(Http2Frames.lastData(1, new byte[0])).flush();

            ScriptedHttp1Connection upstream = legs.peer.accept();
            assertThat(upstream.expectHead().headers().get("content-length")).isEqualTo(Integer.toString(length));
            assertThat(upstream.expectBody()).hasSize(length);
            upstream.respond(200, "all of it");
            assertThat(legs.client.awaitStatus(1)).isEqualTo("200");
        }
    }

    @Test
    void trailersCompleteARequestThatHasALength() throws Exception {
        try (Downgrade legs = new Downgrade()) {
            post(legs.client, 1, 4).queue(Http2Frames.data(1, bytes("abcd")));
            legs.client.headers(1, Http2Frame.END_STREAM, "x-sum", "1").flush();

            ScriptedHttp1Connection upstream = legs.peer.accept();
            upstream.expectHead();
            assertThat(upstream.expectBody()).isEqualTo(bytes("abcd"));
            upstream.respond(200, "");
            assertThat(legs.client.awaitStatus(1)).isEqualTo("200");
        }
    }

    /** A client in the clear of either protocol, a proxy, and a server in HTTP/2. */
    private static final class Behind implements AutoCloseable {
        final ScriptedHttp2Peer peer = ScriptedHttp2Peer.startTls(CERTIFICATES.serverContext());
        final ProxyServer proxy = ProxyServer.start(
                TestParts.settings().upstreamTls(CERTIFICATES.trustingContext()).build());
        final String authority = "localhost:" + peer.uri("/").getPort();

        Behind() throws IOException {}

        FrameClient frames() throws IOException {
            return FrameClient.connect(proxy.address().getPort()).asking("https", authority);
        }

        RawClient raw(String method) throws IOException {
            return RawClient.connect(proxy.address().getPort())
                    .send(method + " https://" + authority + "/x HTTP/1.1\r\nhost: " + authority + "\r\n\r\n");
        }

        ScriptedHttp2Connection upstream() {
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings().maxConcurrentStreams(10));
            return connection;
        }

        @Override
        public void close() throws IOException {
            proxy.close();
            peer.close();
        }
    }

    @Test
    void contentBeyondTheLengthResetsTheRequestOfHttp2() throws Exception {
        try (Behind legs = new Behind();
                FrameClient client = legs.frames()) {
            post(client, 1, 4).queue(Http2Frames.data(1, bytes("abcd"))).flush();
            ScriptedHttp2Connection upstream = legs.upstream();
            int stream = upstream.awaitRequest().stream();
            assertThat(upstream.await(FrameKind.DATA, stream).endsStream()).isFalse();
            client.queue(Http2Frames.lastData(1, bytes("e"))).flush();

            isMalformed(client, 1);
            assertThat(upstream.await(FrameKind.RST_STREAM, stream).errorCode()).isEqualTo(Http2Error.CANCEL.code());
            assertThat(upstream.untaken(FrameKind.DATA)).isEmpty();
        }
    }

    @Test
    void responseBeyondItsLengthIsNeverWholeInHttp1() throws Exception {
        try (Behind legs = new Behind();
                RawClient client = legs.raw("GET")) {
            ScriptedHttp2Connection upstream = legs.upstream();
            int stream = upstream.awaitRequest().stream();
            upstream.send(
                    upstream.headers(stream, ":status", "200", "content-length", "40000"),
                    Http2Frames.data(stream, new byte[16_384]),
                    Http2Frames.data(stream, new byte[16_384]),
                    Http2Frames.data(stream, new byte[40_000 - 32_768]));
            client.bytes(1_000);
            upstream.send(Http2Frames.lastData(stream, new byte[1]));

            String rest = new String(client.bytes(100_000), StandardCharsets.ISO_8859_1);
            assertThat(rest.length()).isLessThan(40_000 - 1_000);
        }
    }

    @Test
    void contentOfAResponseThatAnnouncesNoneIsNoResponseInHttp1() throws Exception {
        try (Behind legs = new Behind();
                RawClient client = legs.raw("GET")) {
            ScriptedHttp2Connection upstream = legs.upstream();
            int stream = upstream.awaitRequest().stream();
            upstream.send(upstream.headers(stream, ":status", "200", "content-length", "0"));
            upstream.barrier();
            upstream.send(Http2Frames.lastData(stream, new byte[1]));

            assertThat(client.hasEnded()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 16_384})
    void responseThatEndsInAFrameOfItsOwnIsWholeInHttp1(int length) throws Exception {
        try (Behind legs = new Behind();
                RawClient client = legs.raw("GET")) {
            ScriptedHttp2Connection upstream = legs.upstream();
            int stream = upstream.awaitRequest().stream();
            upstream.send(
                    upstream.headers(stream, ":status", "200", "content-length", Integer.toString(length)),
                    Http2Frames.data(stream, new byte[length]));
            upstream.barrier();
            upstream.send(Http2Frames.lastData(stream, new byte[0]));

            assertThat(client.answer().body()).hasSize(length);
        }
    }

    @Test
    void responseWithoutContentByItsKindNeedsNoEnd() throws Exception {
        try (Behind legs = new Behind();
                RawClient client = legs.raw("HEAD")) {
            ScriptedHttp2Connection upstream = legs.upstream();
            int stream = upstream.awaitRequest().stream();
            upstream.send(upstream.headers(stream, ":status", "200", "content-length", "7"));

            assertThat(client.head().fields()).containsEntry("content-length", "7");
        }
    }

    @Test
    void responseBeyondItsLengthIsResetInHttp2() throws Exception {
        try (Behind legs = new Behind();
                FrameClient client = legs.frames()) {
            client.get(1, "/x").flush();
            ScriptedHttp2Connection upstream = legs.upstream();
            int stream = upstream.awaitRequest().stream();
            upstream.send(
                    upstream.headers(stream, ":status", "200", "content-length", "4"),
                    Http2Frames.data(stream, bytes("abcd")));
            assertThat(client.awaitStatus(1)).isEqualTo("200");
            upstream.send(Http2Frames.lastData(stream, bytes("e")));

            assertThat(client.awaitEnd(1).kind()).isEqualTo(FrameKind.RST_STREAM);
        }
    }
}
