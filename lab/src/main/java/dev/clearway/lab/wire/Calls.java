package dev.clearway.lab.wire;

import dev.clearway.client.ClearwayClient;
import dev.clearway.client.ClearwayClientBuilder;
import dev.clearway.lab.scenario.Wire;
import dev.clearway.origin.Relay;
import dev.clearway.transport.Growth;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.VersionPolicy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What the experiments' clients have in common. Stateless. */
final class Calls {
    private static final long PATIENCE_SECONDS = 60;
    private static final int OK_CLASS = 2;

    private Calls() {}

    /** A client that speaks what the wire does, on one connection where it speaks HTTP/2. */
    static ClearwayClientBuilder client(Wire wire) {
        boolean http2 = wire.protocol() == Protocol.HTTP_2;
        return ClearwayClient.newBuilder()
                .versionPolicy(http2 ? VersionPolicy.HTTP_2 : VersionPolicy.HTTP_1_1)
                .growth(Growth.SINGLE);
    }

    static URI uri(Relay relay, String path) {
        return URI.create("http://127.0.0.1:" + relay.port() + path);
    }

    /** Sends a request and waits for its answer. */
    static void send(ClearwayClient client, HttpRequest request) throws IOException {
        await(start(client, request));
    }

    /** Sends a request; what it completes with is when it was answered. */
    static CompletableFuture<Long> start(ClearwayClient client, HttpRequest request) {
        return client.sendAsync(request, BodyHandlers.discarding()).thenApply(response -> {
            if (response.statusCode() / 100 != OK_CLASS) {
                throw new IllegalStateException("status " + response.statusCode() + " of " + request.uri());
            }
            return System.nanoTime();
        });
    }

    static <T> T await(CompletableFuture<T> future) throws IOException {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            throw new IOException("a request failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("no answer within " + PATIENCE_SECONDS + " s", e);
        }
    }
}
