package dev.clearway.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.LeakExtension;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakExtension.class)
class UpstreamsTest {
    private final List<Transport> made = new ArrayList<>();
    private final Upstreams upstreams = new Upstreams(
            () -> {
                Transport transport = Transport.builder().eventLoops(1).build();
                made.add(transport);
                return transport;
            },
            3);

    private static final class Status implements ExchangeHandler {
        final CompletableFuture<Integer> status = new CompletableFuture<>();
        private int code;

        @Override
        public void onStart(Exchange exchange) {
            exchange.request(Long.MAX_VALUE);
        }

        @Override
        public void onHead(Protocol protocol, int answered, Fields fields) {
            code = answered;
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
    }

    private CompletableFuture<Integer> get(String host, int port, String path) {
        Status status = new Status();
        Origin origin = new Origin("http", host, port);
        upstreams.exchange(
                new Request(origin, VersionPolicy.HTTP_1_1, "GET", path, Fields.EMPTY, RequestBody.NONE, null), status);
        return status.status;
    }

    @Test
    void tooManyOriginsBeginANewTransportAndTheOldOneEndsWithItsExchanges() throws Exception {
        try (OriginServer origin =
                OriginServer.builder().listen(OriginPort.HTTP1, 0).start()) {
            int port = origin.port(OriginPort.HTTP1);
            CompletableFuture<Integer> slow = get("localhost", port, "/delay/500");
            for (String host : List.of("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4")) {
                get(host, port, "/whoami").handle((status, refused) -> 0).get(20, TimeUnit.SECONDS);
            }

            assertThat(slow.get(20, TimeUnit.SECONDS)).isEqualTo(200);
            assertThat(made).hasSize(2);
            Eventually.holds(
                    () -> made.get(0).terminated().toCompletableFuture().isDone());
            assertThat(get("localhost", port, "/whoami").get(20, TimeUnit.SECONDS))
                    .isEqualTo(200);
        }
        assertThat(upstreams.close(Duration.ofSeconds(10))).isTrue();
        assertThatThrownBy(() -> get("localhost", 1, "/")).isInstanceOf(IllegalStateException.class);
    }
}
