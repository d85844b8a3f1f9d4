package dev.clearway.transport.http2;

import dev.clearway.transport.Fields;
import dev.clearway.transport.Retry;
import dev.clearway.transport.exchange.ActiveExchange;
import dev.clearway.transport.observe.ExchangeRecord;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One exchange's stream. Confined to the connection's event loop. */
final class StreamState {
    final ActiveExchange exchange;
    final Http2Stream stream;

    /** Bytes of content still to come by {@code content-length}; -1 where it was not given. */
    long expected = -1;

    // Its receive window, kept by ReceiveWindows.
    int window;
    int windowSize;
    int unconsumed;
    int credit;
    boolean ended;

    int interims;
    boolean headSeen;

    /** Whether it is to be, or is, a tunnel of another protocol (RFC 8441). */
    final boolean upgrades;

    /** The response's last fields, once it is complete. */
    @Nullable
    Fields trailers;

    /** Why the exchange may be sent again; {@code null} where the peer did not say that it may. */
    @Nullable
    Retry retry;

    /** Why the stream ended before the response was complete; {@code null} if it did not, or nobody said. */
    @Nullable
    Function<ExchangeRecord, Throwable> cause;

    /** Done when the request's head has left for the socket. */
    @Nullable
    ChannelFuture head;

    StreamState(ActiveExchange exchange, Http2Stream stream, int window) {
        this.window = window;
        this.windowSize = window;
        this.exchange = exchange;
        this.stream = stream;
        this.upgrades = exchange.request().upgrade() != null;
    }

    /** The response's status code. */
    int status() {
        return exchange.status();
    }

    /** Whether the peer cannot have seen the request, since its head never left. */
    boolean isUnwritten() {
        return head != null && !head.isSuccess();
    }

    boolean isComplete() {
        return trailers != null;
    }
}
