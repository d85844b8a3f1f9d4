package dev.clearway.bench.peers;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.ClientFactoryBuilder;
import com.linecorp.armeria.client.RequestOptions;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.client.WebClientBuilder;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpObject;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.stream.SubscriptionOption;
import com.linecorp.armeria.common.util.Version;
import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.Causes;
import dev.clearway.bench.client.ClientProvider;
import dev.clearway.bench.client.ClientSetup;
import dev.clearway.bench.client.Reply;
import dev.clearway.bench.client.TransferClient;
import dev.clearway.bench.client.Wire;
import io.netty.handler.ssl.SslProvider;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Flux;

/** Opens Armeria. Best: an event loop a connection, large windows and frames. */
public final class ArmeriaProvider implements ClientProvider {
    private static final int LOOPS = 2;
    private static final int STREAM_WINDOW = 16 << 20;
    private static final int CONNECTION_WINDOW = 32 << 20;
    private static final int FRAME_SIZE = 64 << 10;
    private static final long PATIENCE_MILLIS = 60_000;
    /** Its default is 10 MB and 10 s. */
    private static final RequestOptions LARGE = RequestOptions.builder()
            .maxResponseLength(0)
            .responseTimeoutMillis(PATIENCE_MILLIS)
            .writeTimeoutMillis(PATIENCE_MILLIS)
            .build();

    @Override
    public String name() {
        return "armeria";
    }

    @Override
    public String library() {
        return "armeria " + Version.get("armeria").artifactVersion();
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
    public BenchClient open(ClientSetup setup) {
        ClientFactoryBuilder builder = ClientFactory.builder();
        if (setup.wire().tls()) {
            builder.tlsCustomizer(tls -> tls.trustManager(setup.ca().toFile()).sslProvider(SslProvider.JDK));
        }
        if (setup.best()) {
            int loops = setup.wire().http2() ? setup.connectionsWanted() : LOOPS;
            builder.workerGroup(loops)
                    .maxNumEventLoopsPerEndpoint(loops)
                    .maxNumEventLoopsPerHttp1Endpoint(loops)
                    .http2InitialConnectionWindowSize(CONNECTION_WINDOW)
                    .http2InitialStreamWindowSize(STREAM_WINDOW)
                    .http2MaxFrameSize(FRAME_SIZE);
        }
        ClientFactory factory = builder.build();
        WebClientBuilder client = WebClient.builder(
                        scheme(setup.wire()) + "://" + ClientSetup.HOST + ":" + setup.port())
                .factory(factory);
        if (setup.best()) {
            client.responseTimeoutMillis(PATIENCE_MILLIS);
        }
        return new Client(client.build(), factory);
    }

    private static String scheme(Wire wire) {
        return switch (wire) {
            case H2 -> "h2";
            case H2C -> "h2c";
            case H1_TLS -> "h1";
            case H1 -> "h1c";
        };
    }

    private record Client(WebClient http, ClientFactory factory) implements TransferClient {
        @Override
        public void get(String path, Reply reply) {
            send(http.get(path), reply);
        }

        @Override
        public void get(String path, Duration timeout, Reply reply) {
            send(http.prepare().get(path).responseTimeout(timeout).execute(), reply);
        }

        private static void send(HttpResponse sent, Reply reply) {
            sent.aggregate()
                    .whenComplete((response, failure) -> {
                        if (failure != null) {
                            reply.failed(Causes.of(failure));
                        } else {
                            reply.done(
                                    response.status().code(), response.content().array().length);
                        }
                    })
                    .exceptionally(unexpected -> null);
        }

        @Override
        public long download(String path) throws Exception {
            Counter counter = new Counter();
            http.execute(HttpRequest.of(HttpMethod.GET, path), LARGE)
                    .subscribe(counter, SubscriptionOption.WITH_POOLED_OBJECTS);
            return counter.total.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        }

        @Override
        public int upload(String path, long bytes) throws Exception {
            RequestHeaders headers = RequestHeaders.of(HttpMethod.POST, path, HttpHeaderNames.CONTENT_LENGTH, bytes);
            Flux<HttpData> chunks = Flux.range(0, Chunks.count(bytes))
                    .map(index -> HttpData.wrap(Chunks.CHUNK, 0, Chunks.length(bytes, index)));
            return http.execute(HttpRequest.of(headers, chunks), LARGE)
                    .aggregate()
                    .get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                    .status()
                    .code();
        }

        @Override
        public void close() {
            factory.close();
        }
    }

    /** Counts the bytes of a response's content and keeps none. */
    private static final class Counter implements Subscriber<HttpObject> {
        private final CompletableFuture<Long> total = new CompletableFuture<>();
        private long bytes;

        @Override
        public void onSubscribe(Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(HttpObject part) {
            if (part instanceof HttpData data) {
                bytes += data.length();
                data.close();
            }
        }

        @Override
        public void onError(Throwable failure) {
            total.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            total.complete(bytes);
        }
    }
}
