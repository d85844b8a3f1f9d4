package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.server.RequestHandler;
import dev.clearway.server.RequestHead;
import dev.clearway.server.RequestReceiver;
import dev.clearway.server.ServerExchange;
import dev.clearway.testkit.LeakExtension;
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
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a client offers by ALPN and whatever the upstream answers: the legs are apart. */
@ExtendWith(LeakExtension.class)
class AlpnMatrixTest {
    enum Behind {
        NONE,
        HTTP_1,
        HTTP_2,
        BOTH,
        CLOSES_ON_HTTP_2
    }

    enum Offer {
        NONE(VersionPolicy.HTTP_1_1, Protocol.HTTP_1_1),
        HTTP_1(VersionPolicy.HTTP_1_1, Protocol.HTTP_1_1),
        HTTP_2(VersionPolicy.HTTP_2, Protocol.HTTP_2),
        BOTH(VersionPolicy.HTTP_2_OR_LOWER, Protocol.HTTP_2);

        final VersionPolicy versions;
        final Protocol expected;

        Offer(VersionPolicy versions, Protocol expected) {
            this.versions = versions;
            this.expected = expected;
        }

        Set<Protocol> alpn() {
            return this == NONE ? EnumSet.noneOf(Protocol.class) : EnumSet.allOf(Protocol.class);
        }
    }

    /** Answers with the protocol that the request came by. */
    private static final RequestHandler TELLING = (RequestHead head, ServerExchange exchange) -> {
        byte[] text = exchange.connection().protocol().getBytes(StandardCharsets.US_ASCII);
        exchange.respond(200, EmptyHttpHeaders.INSTANCE, Unpooled.wrappedBuffer(text));
        return new RequestReceiver() {
            @Override
            public void data(ByteBuf data) {
                data.release();
            }

            @Override
            public void end(HttpHeaders trailers) {}

            @Override
            public void aborted(Throwable cause) {}
        };
    };

    private static Upstream upstream(Behind behind) {
        return switch (behind) {
            case NONE -> Upstream.start(List.of(), TELLING);
            case HTTP_1 -> Upstream.start(List.of("http/1.1"), TELLING);
            case HTTP_2 -> Upstream.start(List.of("h2"), TELLING);
            case BOTH -> Upstream.start(List.of("h2", "http/1.1"), TELLING);
            case CLOSES_ON_HTTP_2 -> Upstream.intolerant(TELLING);
        };
    }

    @ParameterizedTest
    @EnumSource
    void everyOfferIsAnsweredWithWhatItOffered(Behind behind) throws Exception {
        try (Upstream upstream = upstream(behind);
                ProxyServer proxy = ProxyServer.start(TestParts.settings()
                        .reverse(new Origin("https", "localhost", upstream.port()), true)
                        .build())) {
            for (Offer offer : Offer.values()) {
                Reply reply = send(proxy, offer);

                assertThat(reply.status).as("%s to %s", offer, behind).isEqualTo(200);
                assertThat(reply.protocol).isEqualTo(offer.expected);
                boolean http2 = behind == Behind.HTTP_2 || behind == Behind.BOTH;
                assertThat(reply.text()).isEqualTo(http2 ? "HTTP/2" : "HTTP/1.1");
            }
        }
    }

    private static Reply send(ProxyServer proxy, Offer offer) {
        Transport client = Transport.builder()
                .sslContext(TestParts.TRUSTS_PROXY)
                .alpn(offer.alpn())
                .eventLoops(1)
                .build();
        try {
            Origin origin = new Origin("https", "localhost", proxy.address().getPort());
            Reply reply = new Reply();
            client.exchange(
                    new Request(origin, offer.versions, "GET", "/", Fields.EMPTY, RequestBody.NONE, null), reply);
            return reply.await();
        } finally {
            client.shutdownNow();
            client.terminated()
                    .toCompletableFuture()
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join();
        }
    }
}
