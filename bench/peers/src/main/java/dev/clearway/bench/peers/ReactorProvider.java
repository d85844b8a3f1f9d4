package dev.clearway.bench.peers;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Reply;
import dev.clearway.bench.client.TransferClient;
import dev.clearway.bench.client.Trust;
import dev.clearway.bench.client.Wire;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.time.Duration;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.netty.http.Http11SslContextSpec;
import reactor.netty.http.Http2SslContextSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.Http2AllocationStrategy;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.SslProvider.GenericSslContextSpec;

/** Opens Reactor Netty. Best: native transport, two event loops, a pool of the size that the load takes, large windows. */
public final class ReactorProvider implements ClientProvider {
    private static final int LOOPS = 2;
    private static final int STREAM_WINDOW = 16 << 20;
    private static final int FRAME_SIZE = 64 << 10;
    private static final Duration TRANSFER = Duration.ofMinutes(2);

    @Override
    public String name() {
        return "reactor";
    }

    @Override
    public String library() {
        return Library.of("io.projectreactor.netty", "reactor-netty-http", HttpClient.class);
    }

    @Override
    public boolean speaks(Wire wire) {
        return true;
    }

    @Override
    public boolean transfers() {
        return true;
    }

    @Override
    public BenchClient open(ClientSetup setup) throws Exception {
        ConnectionProvider connections = setup.best()
                ? pool(setup)
                : ConnectionProvider.builder("default").build();
        HttpClient client =
                HttpClient.create(connections).protocol(protocol(setup.wire())).baseUrl(setup.base());
        LoopResources loops = setup.best() ? LoopResources.create("bench", LOOPS, true) : null;
        if (loops != null) {
            client = client.runOn(loops);
            if (setup.wire().http2()) {
                client = client.http2Settings(
                        settings -> settings.initialWindowSize(STREAM_WINDOW).maxFrameSize(FRAME_SIZE));
            }
        }
        return new Client(secure(setup, client), connections, loops);
    }

    private static HttpProtocol protocol(Wire wire) {
        return switch (wire) {
            case H2 -> HttpProtocol.H2;
            case H2C -> HttpProtocol.H2C;
            case H1, H1_TLS -> HttpProtocol.HTTP11;
        };
    }

    private static ConnectionProvider pool(ClientSetup setup) {
        int count = setup.connectionsWanted();
        ConnectionProvider.Builder builder = ConnectionProvider.builder("best")
                .pendingAcquireMaxCount(-1)
                .pendingAcquireTimeout(Duration.ofSeconds(60))
                .maxConnections(count);
        if (setup.wire().http2()) {
            builder.allocationStrategy(Http2AllocationStrategy.builder()
                    .maxConnections(count)
                    .minConnections(count > 1 ? count : 0)
                    .maxConcurrentStreams(count > 1 ? Math.max(1, setup.inFlight() / count) : -1)
                    .build());
        }
        return builder.build();
    }

    private static HttpClient secure(ClientSetup setup, HttpClient client) throws Exception {
        if (!setup.wire().tls()) {
            return client;
        }
        X509TrustManager manager = Trust.in(setup.ca()).manager();
        GenericSslContextSpec<SslContextBuilder> context =
                setup.wire().http2() ? Http2SslContextSpec.forClient() : Http11SslContextSpec.forClient();
        context.configure(tls -> tls.trustManager(manager).sslProvider(SslProvider.JDK));
        return client.secure(spec -> spec.sslContext(context));
    }

    private record Client(
            HttpClient http,
            ConnectionProvider connections,
            @Nullable LoopResources loops) implements TransferClient {
        @Override
        public void get(String path, Reply reply) {
            send(http, path, reply);
        }

        @Override
        public void get(String path, Duration timeout, Reply reply) {
            send(http.responseTimeout(timeout), path, reply);
        }

        private static void send(HttpClient client, String path, Reply reply) {
            int[] status = new int[1];
            var unused = client.get()
                    .uri(path)
                    .responseSingle((response, content) -> {
                        status[0] = response.status().code();
                        return content.asByteArray();
                    })
                    .subscribe(bytes -> reply.done(status[0], bytes.length), reply::failed);
        }

        @Override
        public long download(String path) {
            Long bytes = http.get()
                    .uri(path)
                    .responseContent()
                    .map(ByteBuf::readableBytes)
                    .reduce(0L, Long::sum)
                    .block(TRANSFER);
            return bytes == null ? 0 : bytes;
        }

        @Override
        public int upload(String path, long bytes) {
            Flux<ByteBuf> chunks = Flux.range(0, Chunks.count(bytes))
                    .map(index -> Unpooled.wrappedBuffer(Chunks.CHUNK, 0, Chunks.length(bytes, index)));
            Integer status = http.headers(headers -> headers.set(HttpHeaderNames.CONTENT_LENGTH, bytes))
                    .post()
                    .uri(path)
                    .send(chunks)
                    .response()
                    .map(response -> response.status().code())
                    .block(TRANSFER);
            return status == null ? 0 : status;
        }

        @Override
        public void close() {
            connections.dispose();
            if (loops != null) {
                loops.dispose();
            }
        }
    }
}
