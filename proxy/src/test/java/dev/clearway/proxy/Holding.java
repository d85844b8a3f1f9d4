package dev.clearway.proxy;

import dev.clearway.server.RequestHandler;
import dev.clearway.server.RequestHead;
import dev.clearway.server.RequestReceiver;
import dev.clearway.server.ServerExchange;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that leaves {@code /hold} unanswered, sends {@code /echo} back, answers all else at once, and counts. */
final class Holding implements RequestHandler {
    final AtomicInteger begun = new AtomicInteger();
    final AtomicInteger heldToTheEnd = new AtomicInteger();
    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger mostOpen = new AtomicInteger();

    @Override
    public RequestReceiver handle(RequestHead head, ServerExchange exchange) {
        begun.incrementAndGet();
        mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
        Held held = new Held(head.path(), exchange);
        held.begin();
        return held;
    }

    private final class Held implements RequestReceiver {
        private final String path;
        private final ServerExchange exchange;
        private final boolean echo;

        Held(String path, ServerExchange exchange) {
            this.path = path;
            this.exchange = exchange;
            this.echo = path.equals("/echo");
        }

        void begin() {
            exchange.request(Long.MAX_VALUE);
            if (echo) {
                exchange.head(200, EmptyHttpHeaders.INSTANCE);
                exchange.flush();
            } else if (!path.equals("/hold")) {
                exchange.respond(200, EmptyHttpHeaders.INSTANCE, Unpooled.EMPTY_BUFFER);
            }
        }

        @Override
        public void data(ByteBuf data) {
            if (echo) {
                exchange.data(data);
                exchange.flush();
            } else {
                data.release();
            }
        }

        @Override
        public void end(HttpHeaders trailers) {
            if (path.equals("/hold")) {
                heldToTheEnd.incrementAndGet();
            }
            if (echo) {
                exchange.end(trailers);
                exchange.flush();
            }
        }

        @Override
        public void completed() {
            open.decrementAndGet();
        }

        @Override
        public void aborted(Throwable cause) {
            open.decrementAndGet();
        }
    }
}
