package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.ScriptedHttp1Peer;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is offered by ALPN, and what comes of it. */
class AlpnTest extends NetworkTest {
    private String alpnThatThePeerSaw(VersionPolicy versions) {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.startTls(CERTIFICATES.serverContext(), "http/1.1")) {
            var script = peer.play(connection -> {
                connection.expectHead();
                connection.respond(200, connection.alpn());
            });
            String seen = send(Requests.request("GET", peer.uri("/"), versions, RequestBody.NONE, null))
                    .await()
                    .text();
            script.await();
            return seen;
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2_OR_LOWER", "HTTP_1_1_OR_HIGHER"})
    void nothingIsOfferedWhereNothingMayBe(VersionPolicy versions) throws Exception {
        use(builder().alpn(Set.of()));
        assertThat(alpnThatThePeerSaw(versions)).isEmpty();
        assertThat(events.count("downgraded")).isZero();
    }

    @Test
    void http1AloneIsOfferedAndThatIsNoDowngrade() throws Exception {
        use(builder().alpn(Set.of(Protocol.HTTP_1_1)));
        assertThat(alpnThatThePeerSaw(VersionPolicy.HTTP_2_OR_LOWER)).isEqualTo("http/1.1");
        assertThat(events.count("downgraded")).isZero();
    }

    @Test
    void policyNarrowsWhatIsOffered() throws Exception {
        use(builder().alpn(Set.of(Protocol.HTTP_2)));
        assertThat(alpnThatThePeerSaw(VersionPolicy.HTTP_1_1)).isEmpty();
    }

    @Test
    void http2AloneIsOffered() throws Exception {
        use(builder().alpn(Set.of(Protocol.HTTP_2)));
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.startTls(CERTIFICATES.serverContext())) {
            Answer answer =
                    send(Requests.request("GET", peer.uri("/"), VersionPolicy.HTTP_2_OR_LOWER, RequestBody.NONE, null));
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings());
            connection.respond(connection.awaitRequest().stream(), 200);
            assertThat(answer.await().protocol).isEqualTo(Protocol.HTTP_2);
        }
    }

    @Test
    void http2ThatIsAskedForAndMayNotBeOfferedFails() throws Exception {
        use(builder().alpn(Set.of()));
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.startTls(CERTIFICATES.serverContext())) {
            peer.play(connection -> {});
            assertThat(send(Requests.http2(peer.uri("/"))).awaitFailure())
                    .isInstanceOf(PeerProtocolException.class)
                    .hasMessageContaining("HTTP/2 was asked for");
        }
    }
}
