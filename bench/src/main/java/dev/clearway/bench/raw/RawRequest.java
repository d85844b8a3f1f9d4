package dev.clearway.bench.raw;

import dev.clearway.bench.client.Reply;
import org.jspecify.annotations.Nullable;

/** One request and what is known of its response. Confined to its connection's event loop once submitted. */
final class RawRequest {
    final String path;
    final Reply reply;
    /** Bytes of content still to be sent; 0 for a GET. */
    long toSend;

    int status;
    long received;

    @Nullable
    Throwable failure;

    RawRequest(String path, Reply reply, long toSend) {
        this.path = path;
        this.reply = reply;
        this.toSend = toSend;
    }

    void end() {
        if (failure != null) {
            reply.failed(failure);
        } else {
            reply.done(status, received);
        }
    }
}
