package dev.clearway.bench.client;

import java.time.Duration;

/** One client library under load. */
public interface BenchClient {
    /** Sends a GET. Does not block. Called from the thread that drives the load or from inside a {@link Reply}. */
    void get(String path, Reply reply);

    /**
     * The same with a timeout, set in the client's own way for one request.
     *
     * @throws UnsupportedOperationException where there is no such way
     */
    default void get(String path, Duration timeout, Reply reply) {
        throw new UnsupportedOperationException("no timeouts here");
    }

    /** Ends every request and closes every connection; waits for neither for long. */
    void close() throws Exception;
}
