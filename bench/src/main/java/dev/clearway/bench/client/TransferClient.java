package dev.clearway.bench.client;

/** A client that can move one large body and keep none of it. */
public interface TransferClient extends BenchClient {
    /** Receives the resource of that path and counts its bytes. Blocks. */
    long download(String path) throws Exception;

    /** Posts that many zero bytes to the path and waits for the response. Blocks. @return the response's status */
    int upload(String path, long bytes) throws Exception;
}
