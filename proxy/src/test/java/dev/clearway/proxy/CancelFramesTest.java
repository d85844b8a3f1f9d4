package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.proxy.settings.Alpn;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import dev.clearway.testkit.TestCertificates;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Request;
import dev.clearway.transport.RequestBody;
import dev.clearway.transport.Transport;
import dev.clearway.transport.VersionPolicy;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What an upstream sees of clients that give up, frame by frame. */
@ExtendWith(LeakExtension.class)
class CancelFramesTest {
    private static Reply get(Transport client, ProxyServer proxy, String path) {
        Origin origin = new Origin("https", "localhost", proxy.address().getPort());
        Reply reply = new Reply();
        client.exchange(
                new Request(origin, VersionPolicy.HTTP_2, "GET", path, Fields.EMPTY, RequestBody.NONE, null), reply);
        return reply;
    }

    private static Transport client() {
        return Transport.builder()
                .sslContext(TestParts.TRUSTS_PROXY)
                .eventLoops(1)
                .build();
    }

    private static void stop(Transport client) {
        client.shutdownNow();
        client.terminated()
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }

    @Test
    void oneClientsCancelIsOneResetAndTheConnectionStays() throws Exception {
        TestCertificates certificates = TestCertificates.localhost();
        Transport giving = client();
        Transport staying = client();
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.startTls(certificates.serverContext());
                ProxyServer proxy = ProxyServer.start(TestParts.settings()
                        .reverse(new Origin("https", "localhost", peer.uri("/").getPort()), true)
                        .upstreamAlpn(Alpn.H2)
                        .upstreamTls(certificates.trustingContext())
                        .build())) {
            Reply given = get(giving, proxy, "/given-up");
            ScriptedHttp2Connection upstream = peer.accept();
            upstream.handshake(new Http2Settings().maxConcurrentStreams(10));
            Http2Frame first = upstream.awaitRequest();
            Reply kept = get(staying, proxy, "/kept");
            Http2Frame second = upstream.awaitRequest();

            given.cancel();
            Http2Frame reset = upstream.await(FrameKind.RST_STREAM, first.stream());
            upstream.barrier();
            upstream.respond(second.stream(), 200, "kept");

            assertThat(reset.errorCode()).isEqualTo(Http2Error.CANCEL.code());
            assertThat(kept.await().text()).isEqualTo("kept");
            upstream.barrier();
            assertThat(upstream.untaken(FrameKind.RST_STREAM)).isEmpty();
            assertThat(upstream.untaken(FrameKind.GOAWAY)).isEmpty();
        } finally {
            stop(giving);
            stop(staying);
        }
    }
}
