package dev.clearway.bench.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A client whose best use is a thread a request. */
public interface BlockingBenchClient extends BenchClient {
    /**
     * Sends a GET and waits for the whole response.
     *
     * @param timeout the request's own, set in the client's way; {@code null} for none
     * @return the length of the content of a response with status 200
     * @throws Exception when there is no such response
     */
    long fetch(String path, @Nullable Duration timeout) throws Exception;

    /** Runs a task on a thread of its own, of the kind that suits this client. */
    void fork(Runnable task);

    @Override
    default void get(String path, Reply reply) {
        run(path, null, reply);
    }

    @Override
    default void get(String path, Duration timeout, Reply reply) {
        run(path, timeout, reply);
    }

    private void run(String path, @Nullable Duration timeout, Reply reply) {
        fork(() -> {
            long length;
            try {
                length = fetch(path, timeout);
            } catch (Exception e) {
                reply.failed(e);
                return;
            }
            reply.done(200, length);
        });
    }
}
