package dev.clearway.bench.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

/** Load through the API of {@link HttpClient}: the JDK's client and ours alike. */
public final class HttpClientBench implements TransferClient {
    private final ClientSetup setup;
    private final List<? extends HttpClient> clients;
    private final AutoCloseable closing;
    private final Map<String, URI> uris = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger();

    /**
     * @param clients used in turn
     * @param closing ends them
     */
    public HttpClientBench(ClientSetup setup, List<? extends HttpClient> clients, AutoCloseable closing) {
        this.setup = setup;
        this.clients = List.copyOf(clients);
        this.closing = closing;
    }

    private HttpClient pick() {
        return clients.size() == 1
                ? clients.get(0)
                : clients.get(Math.floorMod(next.getAndIncrement(), clients.size()));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uris.computeIfAbsent(path, setup::uri));
    }

    @Override
    public void get(String path, Reply reply) {
        send(request(path).build(), reply);
    }

    @Override
    public void get(String path, Duration timeout, Reply reply) {
        send(request(path).timeout(timeout).build(), reply);
    }

    private void send(HttpRequest request, Reply reply) {
        CompletableFuture<HttpResponse<byte[]>> sent =
                pick().sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        sent.whenComplete((response, failure) -> {
                    if (failure != null) {
                        reply.failed(Causes.of(failure));
                    } else {
                        reply.done(response.statusCode(), response.body().length);
                    }
                })
                .exceptionally(unexpected -> null);
    }

    @Override
    public long download(String path) throws Exception {
        return clients.get(0).send(request(path).build(), info -> new Counter()).body();
    }

    @Override
    public void discard(String path) throws Exception {
        clients.get(0).send(request(path).build(), HttpResponse.BodyHandlers.discarding());
    }

    @Override
    public int upload(String path, long bytes) throws Exception {
        return clients.get(0)
                .send(request(path).POST(new Zeros(bytes)).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Override
    public void close() throws Exception {
        closing.close();
    }

    /** Counts the bytes of a body and keeps none. */
    private static final class Counter implements HttpResponse.BodySubscriber<Long> {
        private final CompletableFuture<Long> total = new CompletableFuture<>();
        private long bytes;

        @Override
        public CompletionStage<Long> getBody() {
            return total;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            for (ByteBuffer buffer : buffers) {
                bytes += buffer.remaining();
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
