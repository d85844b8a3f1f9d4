package dev.clearway.proxy;

import dev.clearway.server.RequestHandler;
import dev.clearway.server.RequestHead;
import dev.clearway.server.RequestReceiver;
import dev.clearway.server.ServerExchange;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Keeps the requests of a server for a test to answer. */
final class Script implements RequestHandler {
    private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();

    @Override
    public RequestReceiver handle(RequestHead head, ServerExchange exchange) {
        Asked one = new Asked(head, exchange);
        asked.add(one);
        return one;
    }

    /** Waits for the next request. */
    Asked next() {
        return next(asked, "no request");
    }

    boolean isEmpty() {
        return asked.isEmpty();
    }

    private static <T> T next(BlockingQueue<T> queue, String failure) {
        try {
            T one = queue.poll(60, TimeUnit.SECONDS);
            if (one == null) {
                throw new AssertionError(failure);
            }
            return one;
        } catch (InterruptedException e) {
            throw new AssertionError(failure, e);
        }
    }

    /** One request, answered from any thread. */
    static final class Asked implements RequestReceiver {
        final RequestHead head;
        final ServerExchange exchange;
        private final BlockingQueue<String> pieces = new LinkedBlockingQueue<>();
        private final BlockingQueue<HttpHeaders> ends = new LinkedBlockingQueue<>();
        private final BlockingQueue<Throwable> aborts = new LinkedBlockingQueue<>();

        Asked(RequestHead head, ServerExchange exchange) {
            this.head = head;
            this.exchange = exchange;
        }

        @Override
        public void data(ByteBuf data) {
            pieces.add(data.toString(StandardCharsets.UTF_8));
            data.release();
        }

        @Override
        public void end(HttpHeaders trailers) {
            ends.add(trailers);
        }

        @Override
        public void aborted(Throwable cause) {
            aborts.add(cause);
        }

        private Asked act(Runnable action) {
            exchange.executor().execute(() -> {
                action.run();
                exchange.flush();
            });
            return this;
        }

        Asked read() {
            return act(() -> exchange.request(Long.MAX_VALUE));
        }

        Asked informational(int status, String... fields) {
            return act(() -> exchange.informational(status, headers(fields)));
        }

        Asked answer(int status, String... fields) {
            return act(() -> exchange.head(status, headers(fields)));
        }

        Asked write(String text) {
            return act(() -> exchange.data(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8)));
        }

        Asked finish(String... trailers) {
            return act(() -> exchange.end(headers(trailers)));
        }

        Asked reset(long code) {
            return act(() -> exchange.reset(code));
        }

        /** Waits for content until it is this. */
        void expect(String content) {
            StringBuilder read = new StringBuilder();
            while (read.length() < content.length()) {
                read.append(next(pieces, "no content after: " + read));
            }
            if (!read.toString().equals(content)) {
                throw new AssertionError("not " + content + " but " + read);
            }
        }

        HttpHeaders expectEnd() {
            return next(ends, "the request did not end");
        }

        Throwable expectAbort() {
            return next(aborts, "the request was not aborted");
        }

        boolean wasAborted() {
            return !aborts.isEmpty();
        }

        private static HttpHeaders headers(String... fields) {
            if (fields.length == 0) {
                return EmptyHttpHeaders.INSTANCE;
            }
            HttpHeaders headers = new DefaultHttpHeaders();
            for (int i = 0; i < fields.length; i += 2) {
                headers.add(fields[i], fields[i + 1]);
            }
            return headers;
        }
    }
}
