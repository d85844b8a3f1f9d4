package dev.clearway.bench.client;

/** Is told how one request ended: exactly one call, from any thread. The next request may be sent from inside it. */
public interface Reply {
    /** The whole response is here, as a {@code byte[]} of this length where the client can give one. */
    void done(int status, long length);

    /** There is no response. */
    void failed(Throwable cause);
}
