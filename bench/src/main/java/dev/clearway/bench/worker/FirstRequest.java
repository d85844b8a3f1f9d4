package dev.clearway.bench.worker;

import dev.clearway.bench.client.BenchClient;
import dev.clearway.bench.client.Reply;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One request that is waited for, so that a connection is there before the load is. */
final class FirstRequest implements Reply {
    private static final long PATIENCE_SECONDS = 15;

    private final long expectedLength;
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    private FirstRequest(long expectedLength) {
        this.expectedLength = expectedLength;
    }

    /** Sends it and waits for its response. */
    static void send(BenchClient client, String path, long expectedLength) throws Exception {
        FirstRequest first = new FirstRequest(expectedLength);
        client.get(path, first);
        first.end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** What is wrong with a response that is not as expected. */
    static IOException unexpected(int status, long length) {
        return new IOException("status " + status + " with " + length + " bytes");
    }

    @Override
    public void done(int status, long length) {
        if (status == 200 && length == expectedLength) {
            end.complete(null);
        } else {
            failed(unexpected(status, length));
        }
    }

    @Override
    public void failed(Throwable cause) {
        end.completeExceptionally(cause);
    }
}
