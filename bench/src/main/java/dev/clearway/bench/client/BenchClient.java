package dev.clearway.bench.client;

/** One client library under load. */
public interface BenchClient {
    /** Sends a GET. Does not block. Called from the thread that drives the load or from inside a {@link Reply}. */
    void get(String path, Reply reply);

    /** Ends every request and closes every connection; waits for neither for long. */
    void close() throws Exception;
}
