package dev.clearway.bench.client;

/** A client whose best use is a thread a request. */
public interface BlockingBenchClient extends BenchClient {
    /**
     * Sends a GET and waits for the whole response.
     *
     * @return the length of the content of a response with status 200
     * @throws Exception when there is no such response
     */
    long get(String path) throws Exception;

    /** Runs a task on a thread of its own, of the kind that suits this client. */
    void fork(Runnable task);

    @Override
    default void get(String path, Reply reply) {
        fork(() -> {
            long length;
            try {
                length = get(path);
            } catch (Exception e) {
                reply.failed(e);
                return;
            }
            reply.done(200, length);
        });
    }
}
