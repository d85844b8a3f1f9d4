package dev.clearway.lab.chaos;

import dev.clearway.server.RequestReceiver;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;

/** Receives what follows the head of a request that the handler never sees. Stateless. */
final class Unseen implements RequestReceiver {
    static final Unseen INSTANCE = new Unseen();

    private Unseen() {}

    @Override
    public void data(ByteBuf data) {
        data.release();
    }

    @Override
    public void end(HttpHeaders trailers) {
        // it is of no interest
    }

    @Override
    public void aborted(Throwable cause) {
        // as was to be
    }
}
