package dev.clearway.bench.peers;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Reply;
import dev.clearway.bench.client.Trust;
import dev.clearway.bench.client.Wire;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/** Opens Apache's asynchronous client. Best: multiplexing, a pool of the size that the load takes, large windows, no extras. */
public final class ApacheProvider implements ClientProvider {
    private static final int STREAM_WINDOW = 16 << 20;
    private static final int FRAME_SIZE = 64 << 10;
    private static final int STREAMS = 100_000;
    private static final int DEFAULT_TOTAL = 25;
    private static final Timeout PATIENCE = Timeout.ofSeconds(60);

    @Override
    public String name() {
        return "hc5";
    }

    @Override
    public String library() {
        return Library.of("org.apache.httpcomponents.client5", "httpclient5", HttpAsyncClients.class);
    }

    @Override
    public boolean speaks(Wire wire) {
        return true;
    }

    @Override
    public BenchClient open(ClientSetup setup) throws Exception {
        PoolingAsyncClientConnectionManagerBuilder connections = PoolingAsyncClientConnectionManagerBuilder.create()
                .setDefaultTlsConfig(TlsConfig.custom()
                        .setVersionPolicy(policy(setup.wire()))
                        .build());
        if (setup.wire().tls()) {
            connections.setTlsStrategy(ClientTlsStrategyBuilder.create()
                    .setSslContext(Trust.in(setup.ca()).context())
                    .buildAsync());
        }
        HttpAsyncClientBuilder builder = HttpAsyncClients.custom();
        if (setup.best()) {
            tune(setup, connections, builder);
        }
        CloseableHttpAsyncClient client =
                builder.setConnectionManager(connections.build()).build();
        client.start();
        return new Client(setup, client);
    }

    private static HttpVersionPolicy policy(Wire wire) {
        return switch (wire) {
            case H2 -> HttpVersionPolicy.NEGOTIATE;
            case H2C -> HttpVersionPolicy.FORCE_HTTP_2;
            case H1, H1_TLS -> HttpVersionPolicy.FORCE_HTTP_1;
        };
    }

    private static void tune(
            ClientSetup setup, PoolingAsyncClientConnectionManagerBuilder connections, HttpAsyncClientBuilder builder) {
        int count = setup.connectionsWanted();
        connections
                .setMessageMultiplexing(setup.wire().http2())
                .setMaxConnPerRoute(count)
                .setMaxConnTotal(Math.max(count, DEFAULT_TOTAL));
        builder.setH2Config(H2Config.custom()
                        .setPushEnabled(false)
                        .setMaxConcurrentStreams(STREAMS)
                        .setInitialWindowSize(STREAM_WINDOW)
                        .setMaxFrameSize(FRAME_SIZE)
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(PATIENCE)
                        .setResponseTimeout(PATIENCE)
                        .build())
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .disableAutomaticRetries()
                .disableRedirectHandling();
    }

    private record Client(ClientSetup setup, CloseableHttpAsyncClient http) implements BenchClient {
        @Override
        public void get(String path, Reply reply) {
            send(SimpleRequestBuilder.get(setup.base() + path).build(), reply);
        }

        @Override
        public void get(String path, Duration timeout, Reply reply) {
            RequestConfig config = RequestConfig.custom()
                    .setConnectionRequestTimeout(Timeout.of(timeout))
                    .setResponseTimeout(Timeout.of(timeout))
                    .build();
            send(
                    SimpleRequestBuilder.get(setup.base() + path)
                            .setRequestConfig(config)
                            .build(),
                    reply);
        }

        private void send(SimpleHttpRequest request, Reply reply) {
            Future<SimpleHttpResponse> unused = http.execute(request, new FutureCallback<>() {
                @Override
                public void completed(SimpleHttpResponse response) {
                    reply.done(response.getCode(), response.getBodyBytes().length);
                }

                @Override
                public void failed(Exception cause) {
                    reply.failed(cause);
                }

                @Override
                public void cancelled() {
                    reply.failed(new CancellationException());
                }
            });
        }

        @Override
        public void close() {
            http.close(CloseMode.IMMEDIATE);
        }
    }
}
