package dev.clearway.bench.peers;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.BlockingBenchClient;
import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Trust;
import dev.clearway.bench.client.Wire;
import io.helidon.common.tls.Tls;
import io.helidon.webclient.api.ClientRequest;
import io.helidon.webclient.api.HttpClient;
import io.helidon.webclient.api.HttpClientResponse;
import io.helidon.webclient.api.WebClient;
import io.helidon.webclient.api.WebClientConfig;
import io.helidon.webclient.http2.Http2Client;
import io.helidon.webclient.http2.Http2ClientConfig;
import io.helidon.webclient.http2.Http2ClientProtocolConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Opens Helidon's client: blocking, on virtual threads. Best: one client a connection, large windows and frames. */
public final class HelidonProvider implements ClientProvider {
    private static final int STREAM_WINDOW = 16 << 20;
    private static final int FRAME_SIZE = 64 << 10;
    private static final int CACHED_CONNECTIONS = 20_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Override
    public String name() {
        return "helidon";
    }

    @Override
    public String library() {
        return Library.of("io.helidon.webclient", "helidon-webclient", WebClient.class);
    }

    @Override
    public boolean speaks(Wire wire) {
        return true;
    }

    @Override
    public BenchClient open(ClientSetup setup) throws Exception {
        int count = setup.best() && setup.wire().http2() ? setup.connectionsWanted() : 1;
        Tls tls = setup.wire().tls()
                ? Tls.builder().sslContext(Trust.in(setup.ca()).context()).build()
                : null;
        List<HttpClient<?>> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boolean http2Only = setup.wire() == Wire.H2C || (setup.wire() == Wire.H2 && setup.best());
            clients.add(http2Only ? http2(setup, tls) : any(setup, tls));
        }
        return new Client(clients, new AtomicInteger(), Executors.newVirtualThreadPerTaskExecutor());
    }

    private static HttpClient<?> http2(ClientSetup setup, @Nullable Tls tls) {
        Http2ClientConfig.Builder builder =
                Http2Client.builder().baseUri(setup.base()).shareConnectionCache(false);
        if (tls != null) {
            builder.tls(tls);
        }
        Http2ClientProtocolConfig.Builder protocol =
                Http2ClientProtocolConfig.builder().priorKnowledge(setup.wire() == Wire.H2C);
        if (setup.best()) {
            protocol.initialWindowSize(STREAM_WINDOW).maxFrameSize(FRAME_SIZE);
            builder.connectionCacheSize(CACHED_CONNECTIONS).readTimeout(PATIENCE);
        }
        return builder.protocolConfig(protocol.build()).build();
    }

    private static HttpClient<?> any(ClientSetup setup, @Nullable Tls tls) {
        WebClientConfig.Builder builder =
                WebClient.builder().baseUri(setup.base()).shareConnectionCache(false);
        if (tls != null) {
            builder.tls(tls);
        }
        if (!setup.wire().http2()) {
            builder.protocolPreference(List.of("http/1.1"));
        }
        if (setup.best()) {
            builder.connectionCacheSize(CACHED_CONNECTIONS).readTimeout(PATIENCE);
        }
        return builder.build();
    }

    private record Client(List<HttpClient<?>> clients, AtomicInteger next, ExecutorService threads)
            implements BlockingBenchClient {
        @Override
        public long fetch(String path, @Nullable Duration timeout) throws IOException {
            HttpClient<?> client = clients.get(Math.floorMod(next.getAndIncrement(), clients.size()));
            ClientRequest<?> request = client.get(path);
            if (timeout != null) {
                request.readTimeout(timeout);
            }
            try (HttpClientResponse response = request.request()) {
                if (response.status().code() != 200) {
                    throw new IOException("status " + response.status());
                }
                return response.as(byte[].class).length;
            }
        }

        @Override
        public void fork(Runnable task) {
            threads.execute(task);
        }

        @Override
        public void close() {
            clients.forEach(HttpClient::closeResource);
            threads.shutdownNow();
        }
    }
}
