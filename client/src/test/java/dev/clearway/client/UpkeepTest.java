package dev.clearway.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import dev.clearway.transport.PingPolicy;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What keeps a client's connections sound, and what it makes of a server that gives requests back. */
@ExtendWith(LeakExtension.class)
class UpkeepTest {
    @AutoClose
    private final ScriptedHttp2Peer peer = ScriptedHttp2Peer.start();

    private ScriptedHttp2Connection accept() {
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings().maxConcurrentStreams(10));
        return connection;
    }

    @Test
    void silentServerIsAskedByPing() throws Exception {
        try (ClearwayClient client = OwnTest.h2c()
                .pings(Duration.ofMillis(50), PingPolicy.WITH_ACTIVE_REQUESTS)
                .maxAge(Duration.ofHours(1))
                .spreadAddresses(true)
                .build()) {
            CompletableFuture<HttpResponse<String>> answer =
                    client.sendAsync(OwnTest.get(peer.uri("/")), BodyHandlers.ofString());
            ScriptedHttp2Connection connection = accept();
            int stream = connection.awaitRequest().stream();
            connection.send(Http2Frames.pingAck(connection.await(FrameKind.PING).opaque()));
            connection.respond(stream, 200, "here");
            assertThat(OwnTest.done(answer).body()).isEqualTo("here");
        }
    }

    @Test
    void refusedRequestIsSentAgain() throws Exception {
        try (ClearwayClient client = OwnTest.h2c().build()) {
            CompletableFuture<HttpResponse<String>> answer =
                    client.sendAsync(OwnTest.get(peer.uri("/")), BodyHandlers.ofString());
            ScriptedHttp2Connection connection = accept();
            connection.send(Http2Frames.rstStream(connection.awaitRequest().stream(), Http2Error.REFUSED_STREAM));
            connection.respond(connection.awaitRequest().stream(), 200, "now");
            assertThat(OwnTest.done(answer).body()).isEqualTo("now");
        }
    }

    @Test
    void spansThatAreNotPositiveAreRefused() {
        ClearwayClientBuilder builder = ClearwayClient.newBuilder();
        assertThatIllegalArgumentException().isThrownBy(() -> builder.maxAge(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.pings(Duration.ZERO, PingPolicy.ALWAYS));
    }
}
