package dev.clearway.metrics;

import dev.clearway.transport.Exchange;
import dev.clearway.transport.ExchangeHandler;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Request;
import dev.clearway.transport.RequestBody;
import dev.clearway.transport.Transport;
import dev.clearway.transport.VersionPolicy;
import io.netty.buffer.ByteBuf;
import java.net.URI;
import java.util.concurrent.CompletableFuture;

/** One GET, of which only the status is wanted. */
final class Sending implements ExchangeHandler {
    private final CompletableFuture<Integer> status = new CompletableFuture<>();
    private int received;

    private Sending() {}

    static CompletableFuture<Integer> get(Transport transport, VersionPolicy versions, URI uri) {
        Request request =
                new Request(Origin.of(uri), versions, "GET", uri.getRawPath(), Fields.EMPTY, RequestBody.NONE, null);
        Sending sending = new Sending();
        transport.exchange(request, sending);
        return sending.status;
    }

    @Override
    public void onStart(Exchange exchange) {
        exchange.request(Long.MAX_VALUE);
    }

    @Override
    public void onHead(Protocol protocol, int code, Fields fields) {
        received = code;
    }

    @Override
    public void onData(ByteBuf data) {
        data.release();
    }

    @Override
    public void onEnd(Fields trailers) {
        status.complete(received);
    }

    @Override
    public void onFailure(Throwable cause) {
        status.completeExceptionally(cause);
    }
}
