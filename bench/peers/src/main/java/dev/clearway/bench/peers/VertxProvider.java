package dev.clearway.bench.peers;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Reply;
import dev.clearway.bench.client.Wire;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Opens Vert.x. Best: native transport, two event loops, a pool of the size that the load takes, large windows. */
public final class VertxProvider implements ClientProvider {
    private static final int LOOPS = 2;
    private static final int STREAM_WINDOW = 16 << 20;
    private static final int CONNECTION_WINDOW = 32 << 20;
    private static final int FRAME_SIZE = 64 << 10;

    @Override
    public String name() {
        return "vertx";
    }

    @Override
    public String library() {
        return Library.of("io.vertx", "vertx-core", Vertx.class);
    }

    @Override
    public boolean speaks(Wire wire) {
        return true;
    }

    @Override
    public BenchClient open(ClientSetup setup) {
        VertxOptions options = new VertxOptions().setPreferNativeTransport(setup.best());
        if (setup.best()) {
            options.setEventLoopPoolSize(LOOPS);
        }
        Vertx vertx = Vertx.vertx(options);
        HttpClient client = vertx.httpClientBuilder()
                .with(clientOptions(setup))
                .with(poolOptions(setup))
                .build();
        return new Client(setup, vertx, client);
    }

    private static HttpClientOptions clientOptions(ClientSetup setup) {
        HttpClientOptions options = new HttpClientOptions();
        if (setup.wire().http2()) {
            options.setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false);
        }
        if (setup.wire().tls()) {
            options.setSsl(true)
                    .setUseAlpn(true)
                    .setTrustOptions(
                            new PemTrustOptions().addCertPath(setup.ca().toString()));
        }
        if (setup.best() && setup.wire().http2()) {
            options.setInitialSettings(new Http2Settings()
                            .setInitialWindowSize(STREAM_WINDOW)
                            .setMaxFrameSize(FRAME_SIZE))
                    .setHttp2ConnectionWindowSize(CONNECTION_WINDOW);
            if (setup.connections() > 1) {
                options.setHttp2MultiplexingLimit(Math.max(1, setup.inFlight() / setup.connections()));
            }
        }
        return options;
    }

    private static PoolOptions poolOptions(ClientSetup setup) {
        PoolOptions options = new PoolOptions();
        if (setup.best()) {
            options.setHttp2MaxSize(setup.connectionsWanted()).setHttp1MaxSize(setup.inFlight());
        }
        return options;
    }

    private record Client(ClientSetup setup, Vertx vertx, HttpClient http) implements BenchClient {
        /**
         * Sends from a context of Vert.x: what is told to a thread of another kind may be told after the fact, and a body
         * that is asked for when it has already passed never comes.
         */
        @Override
        public void get(String path, Reply reply) {
            onContext(options(path), reply);
        }

        @Override
        public void get(String path, Duration timeout, Reply reply) {
            onContext(options(path).setTimeout(timeout.toMillis()), reply);
        }

        private void onContext(RequestOptions options, Reply reply) {
            if (Vertx.currentContext() == null) {
                vertx.runOnContext(unused -> send(options, reply));
            } else {
                send(options, reply);
            }
        }

        private RequestOptions options(String path) {
            return new RequestOptions()
                    .setHost(ClientSetup.HOST)
                    .setPort(setup.port())
                    .setURI(path)
                    .setMethod(HttpMethod.GET);
        }

        private void send(RequestOptions options, Reply reply) {
            http.request(options)
                    .compose(HttpClientRequest::send)
                    .compose(response ->
                            response.body().map(body -> new long[] {response.statusCode(), body.getBytes().length}))
                    .onComplete(result -> reply.done((int) result[0], result[1]), reply::failed);
        }

        @Override
        public void close() throws Exception {
            vertx.close().toCompletionStage().toCompletableFuture().get(5, TimeUnit.SECONDS);
        }
    }
}
