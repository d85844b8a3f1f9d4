package dev.clearway.transport.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import dev.clearway.transport.Exchange;
import dev.clearway.transport.ExchangeHandler;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Request;
import dev.clearway.transport.RequestBody;
import dev.clearway.transport.Transport;
import dev.clearway.transport.VersionPolicy;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A connection whose stream ids run out drains, and another takes over. */
@ExtendWith(LeakExtension.class)
class SpentIdsTest {
    private final Transport transport = Transport.builder().build();

    @AfterEach
    void stop() throws Exception {
        StreamIds.first = 1;
        transport.shutdownNow();
        transport.terminated().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private CompletableFuture<Integer> send(ScriptedHttp2Peer peer) {
        CompletableFuture<Integer> status = new CompletableFuture<>();
        Request request = new Request(
                Origin.of(peer.uri("/")), VersionPolicy.HTTP_2, "GET", "/", Fields.EMPTY, RequestBody.NONE, null);
        transport.exchange(request, new ExchangeHandler() {
            private int code;

            @Override
            public void onStart(Exchange exchange) {
                exchange.request(Long.MAX_VALUE);
            }

            @Override
            public void onHead(Protocol protocol, int head, Fields fields) {
                code = head;
            }

            @Override
            public void onData(ByteBuf data) {
                data.release();
            }

            @Override
            public void onEnd(Fields trailers) {
                status.complete(code);
            }

            @Override
            public void onFailure(Throwable cause) {
                status.completeExceptionally(cause);
            }
        });
        return status;
    }

    @Test
    void noRequestFails() throws Exception {
        StreamIds.first = Integer.MAX_VALUE - 4;
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            CompletableFuture<Integer> first = send(peer);
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings().maxConcurrentStreams(10));
            int stream = connection.awaitRequest().stream();
            assertThat(stream).isEqualTo(Integer.MAX_VALUE - 4);
            StreamIds.first = 1;
            CompletableFuture<Integer> second = send(peer);
            ScriptedHttp2Connection next = peer.accept();
            next.handshake(new Http2Settings().maxConcurrentStreams(10));
            next.respond(next.awaitRequest().stream(), 200);
            assertThat(second.get(60, TimeUnit.SECONDS)).isEqualTo(200);
            connection.respond(stream, 200);
            assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo(200);
            connection.awaitEnd();
        }
    }
}
