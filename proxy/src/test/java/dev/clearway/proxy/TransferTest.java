package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.proxy.settings.Alpn;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Request;
import dev.clearway.transport.RequestBody;
import dev.clearway.transport.Transport;
import dev.clearway.transport.VersionPolicy;
import io.netty.buffer.Unpooled;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Large content both ways. {@code -Dtest.args="-Xmx128m -Dclearway.transfer.mebibytes=1024"} sends a gibibyte each way
 * with client, proxy and server in one heap of 128 MB; the suite sends less.
 */
@ExtendWith(LeakExtension.class)
class TransferTest {
    private static final long BYTES = Long.getLong("clearway.transfer.mebibytes", 2) << 20;
    private static final byte[] PIECE = new byte[64 * 1024];

    private final OriginServer origin;
    private final Transport client =
            Transport.builder().sslContext(TestParts.TRUSTS_PROXY).eventLoops(1).build();
    private final ProxyServer http2;
    private final ProxyServer http1;

    TransferTest() throws Exception {
        origin = OriginServer.builder()
                .authority(TestParts.UPSTREAM_CA)
                .listen(OriginPort.TLS, 0)
                .start();
        http2 = proxy(Alpn.H2);
        http1 = proxy(Alpn.HTTP_1_1);
    }

    private ProxyServer proxy(Alpn upstream) throws Exception {
        return ProxyServer.start(TestParts.settings()
                .reverse(new Origin("https", "localhost", origin.port(OriginPort.TLS)), true)
                .upstreamAlpn(upstream)
                .build());
    }

    @AfterEach
    void stop() {
        client.shutdownNow();
        client.terminated()
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
        http2.close();
        http1.close();
        origin.close();
    }

    /** Zeros, as many as are asked for and no sooner. */
    private static final class Zeros implements RequestBody {
        @Override
        public long length() {
            return BYTES;
        }

        @Override
        public boolean replayable() {
            return false;
        }

        @Override
        public Producer start(Sink sink) {
            return new Producer() {
                private long left = BYTES;

                @Override
                public void demand(long bytes) {
                    for (long more = bytes; more > 0 && left > 0; more -= PIECE.length) {
                        sink.write(Unpooled.wrappedBuffer(PIECE));
                        left -= PIECE.length;
                        if (left == 0) {
                            sink.end(Fields.EMPTY);
                        }
                    }
                }

                @Override
                public void stop() {}
            };
        }
    }

    private Reply send(String clientAlpn, String upstreamAlpn, String method, String path) {
        ProxyServer proxy = upstreamAlpn.equals("h2") ? http2 : http1;
        Reply reply = new Reply(false);
        client.exchange(
                new Request(
                        new Origin("https", "localhost", proxy.address().getPort()),
                        clientAlpn.equals("h2") ? VersionPolicy.HTTP_2 : VersionPolicy.HTTP_1_1,
                        method,
                        path,
                        Fields.EMPTY,
                        method.equals("GET") ? RequestBody.NONE : new Zeros(),
                        null),
                reply);
        return reply;
    }

    private static Reply await(Reply reply) throws ExecutionException, InterruptedException, TimeoutException {
        return reply.done.get(10, TimeUnit.MINUTES);
    }

    @ParameterizedTest
    @CsvSource({"h2,h2", "h2,http/1.1", "http/1.1,h2", "http/1.1,http/1.1"})
    void contentComesWholeEitherWayAndBothWaysAtOnce(String clientAlpn, String upstreamAlpn) throws Exception {
        assertThat(await(send(clientAlpn, upstreamAlpn, "GET", "/bytes/" + BYTES)).received)
                .hasValue(BYTES);
        assertThat(await(send(clientAlpn, upstreamAlpn, "POST", "/delay/0")).status)
                .isEqualTo(200);
        assertThat(await(send(clientAlpn, upstreamAlpn, "POST", "/echo")).received)
                .hasValue(BYTES);
    }
}
