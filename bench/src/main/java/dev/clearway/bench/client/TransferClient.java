package dev.clearway.bench.client;

/** A client that can move one large body and keep none of it. */
public interface TransferClient extends BenchClient {
    /** Receives the resource of that path and counts its bytes. Blocks. */
    long download(String path) throws Exception;

    /** Receives the resource of that path in the client's cheapest way to drop it, if it has one. Blocks. */
    default void discard(String path) throws Exception {
        download(path);
    }

    /** Posts that many zero bytes to the path and waits for the response. Blocks. @return the response's status */
    int upload(String path, long bytes) throws Exception;
}
