package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.proxy.settings.Alpn;
import dev.clearway.server.RequestHandler;
import dev.clearway.server.RequestHead;
import dev.clearway.server.RequestReceiver;
import dev.clearway.server.ServerExchange;
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
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client that does not read holds the server back, through the proxy and by no more than a few windows. */
@ExtendWith(LeakExtension.class)
class HeldBackTest {
    private static final long ALL = 64L << 20;
    private static final byte[] PIECE = new byte[64 * 1024];

    /** Writes as long as it may, and counts. */
    private static final class Pouring implements RequestHandler {
        final AtomicLong poured = new AtomicLong();
        final CompletableFuture<Throwable> aborted = new CompletableFuture<>();

        @Override
        public RequestReceiver handle(RequestHead head, ServerExchange exchange) {
            exchange.head(200, EmptyHttpHeaders.INSTANCE);
            pour(exchange);
            return new RequestReceiver() {
                @Override
                public void data(ByteBuf data) {
                    data.release();
                }

                @Override
                public void end(HttpHeaders trailers) {}

                @Override
                public void aborted(Throwable cause) {
                    aborted.complete(cause);
                }

                @Override
                public void writable() {
                    pour(exchange);
                }
            };
        }

        private void pour(ServerExchange exchange) {
            while (exchange.isWritable() && poured.get() < ALL) {
                exchange.data(Unpooled.wrappedBuffer(PIECE));
                if (poured.addAndGet(PIECE.length) == ALL) {
                    exchange.end(EmptyHttpHeaders.INSTANCE);
                }
            }
            exchange.flush();
        }
    }

    /** Asks for a byte, and for the rest when it is told to. */
    private static final class Hesitant implements ExchangeHandler {
        final CompletableFuture<Exchange> first = new CompletableFuture<>();
        final CompletableFuture<Throwable> failure = new CompletableFuture<>();
        final AtomicLong received = new AtomicLong();
        private @Nullable Exchange exchange;

        @Override
        public void onStart(Exchange own) {
            exchange = own;
            own.request(1);
        }

        @Override
        public void onHead(Protocol protocol, int status, Fields fields) {}

        @Override
        public void onData(ByteBuf data) {
            received.addAndGet(data.readableBytes());
            data.release();
            first.complete(Objects.requireNonNull(exchange));
        }

        @Override
        public void onEnd(Fields trailers) {}

        @Override
        public void onFailure(Throwable cause) {
            first.completeExceptionally(cause);
            failure.complete(cause);
        }
    }

    /** Waits until nothing has been written for a while. */
    private static void awaitStandstill(AtomicLong poured) {
        AtomicLong last = new AtomicLong();
        AtomicLong same = new AtomicLong();
        Eventually.holds(() -> {
            long now = poured.get();
            same.set(now == last.getAndSet(now) ? same.get() + 1 : 0);
            return same.get() > 80;
        });
    }

    private static Request get(ProxyServer proxy, String alpn) {
        return new Request(
                new Origin("https", "localhost", proxy.address().getPort()),
                alpn.equals("h2") ? VersionPolicy.HTTP_2 : VersionPolicy.HTTP_1_1,
                "GET",
                "/",
                Fields.EMPTY,
                RequestBody.NONE,
                null);
    }

    @ParameterizedTest
    @CsvSource({"h2,h2", "http/1.1,http/1.1"})
    void nothingPilesUp(String clientAlpn, String upstreamAlpn) throws Exception {
        Pouring pouring = new Pouring();
        Transport client = Transport.builder()
                .sslContext(TestParts.TRUSTS_PROXY)
                .eventLoops(1)
                .build();
        try (Upstream upstream = Upstream.start(List.of(upstreamAlpn), pouring);
                ProxyServer proxy = ProxyServer.start(TestParts.settings()
                        .reverse(new Origin("https", "localhost", upstream.port()), true)
                        .upstreamAlpn(Alpn.of(upstreamAlpn))
                        .build())) {
            Hesitant hesitant = new Hesitant();
            client.exchange(get(proxy, clientAlpn), hesitant);
            Exchange exchange = hesitant.first.get(60, TimeUnit.SECONDS);
            awaitStandstill(pouring.poured);
            assertThat(pouring.poured.get()).isLessThan(ALL / 2);

            long more = pouring.poured.get() + (1 << 20);
            exchange.request(more);
            Eventually.holds(() -> hesitant.received.get() >= more);
            exchange.cancel();
            hesitant.failure.get(60, TimeUnit.SECONDS);
            pouring.aborted.get(60, TimeUnit.SECONDS);
        } finally {
            client.shutdownNow();
            client.terminated()
                    .toCompletableFuture()
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join();
        }
    }
}
