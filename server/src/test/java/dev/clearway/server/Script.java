package dev.clearway.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A handler that does what a request's path says, and notes what each receiver is told. */
final class Script implements RequestHandler {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<ServerExchange> held = new LinkedBlockingQueue<>();

    private final AtomicLong pumped = new AtomicLong();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger mostOpen = new AtomicInteger();

    /** How many exchanges have begun and not ended. */
    int open() {
        return open.get();
    }

    /** How many bytes {@code /pump} has written. */
    long pumped() {
        return pumped.get();
    }

    int begun() {
        return begun.get();
    }

    int mostOpen() {
        return mostOpen.get();
    }

    /** The next thing that a receiver was told, or {@code nothing}. */
    String event() throws InterruptedException {
        String event = events.poll(60, TimeUnit.SECONDS);
        return event == null ? "nothing" : event;
    }

    List<String> eventsSoFar() {
        return List.copyOf(events);
    }

    /** An exchange of {@code /hold}, which does nothing by itself. */
    ServerExchange held() throws InterruptedException {
        ServerExchange exchange = held.poll(60, TimeUnit.SECONDS);
        if (exchange == null) {
            throw new AssertionError("no exchange came");
        }
        return exchange;
    }

    /** A receiver that notes what it is told. */
    RequestReceiver noting() {
        return new Noting();
    }

    static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    }

    static HttpHeaders fields(String... namesAndValues) {
        HttpHeaders fields = new DefaultHttpHeaders();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.add(namesAndValues[i], namesAndValues[i + 1]);
        }
        return fields;
    }

    @Override
    public RequestReceiver handle(RequestHead head, ServerExchange exchange) {
        begun.incrementAndGet();
        mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
        if (head.authority().equals("hand.over:1")) {
            exchange.handOver(new TunnelTest.Upper());
            return new Noting();
        }
        return switch (head.path()) {
            case "/hold" -> {
                held.add(exchange);
                yield new Noting();
            }
            case "/pump" -> new Pump(exchange);
            case "/throw" -> throw new IllegalStateException("thrown by the test");
            case "/echo", "/tunnel" -> new Echo(head, exchange);
            default -> {
                String text = String.join(
                        " ",
                        head.method(),
                        head.scheme(),
                        head.authority(),
                        head.path(),
                        "upgrade=" + head.upgrade(),
                        "length=" + head.contentLength());
                exchange.request(Long.MAX_VALUE);
                exchange.respond(200, fields("content-type", "text/plain"), bytes(text));
                yield new Noting();
            }
        };
    }

    /** Sends everything back; trailers too. */
    private final class Echo extends Noting {
        private final ServerExchange exchange;

        Echo(RequestHead head, ServerExchange exchange) {
            this.exchange = exchange;
            exchange.request(Long.MAX_VALUE);
            boolean upgrade = !head.upgrade().isEmpty()
                    && exchange.connection().protocol().equals("HTTP/1.1");
            exchange.head(upgrade ? 101 : 200, EmptyHttpHeaders.INSTANCE);
            exchange.flush();
        }

        @Override
        public void data(ByteBuf data) {
            exchange.data(data);
            exchange.flush();
        }

        @Override
        public void end(HttpHeaders trailers) {
            exchange.end(trailers);
            exchange.flush();
        }
    }

    /** Sends without end, as long as it may. */
    private final class Pump extends Noting {
        private final ServerExchange exchange;
        private boolean writing;

        Pump(ServerExchange exchange) {
            this.exchange = exchange;
            exchange.head(200, EmptyHttpHeaders.INSTANCE);
            writable();
        }

        @Override
        public void writable() {
            if (writing) {
                events.add("nested");
            }
            writing = true;
            while (exchange.isWritable()) {
                exchange.data(Unpooled.wrappedBuffer(new byte[10_000]));
                pumped.addAndGet(10_000);
            }
            exchange.flush();
            writing = false;
        }
    }

    private class Noting implements RequestReceiver {
        @Override
        public void data(ByteBuf data) {
            events.add("data " + data.toString(StandardCharsets.UTF_8));
            data.release();
        }

        @Override
        public void end(HttpHeaders trailers) {
            events.add("end" + trailers.entries());
        }

        @Override
        public void completed() {
            open.decrementAndGet();
            events.add("completed");
        }

        @Override
        public void aborted(Throwable cause) {
            open.decrementAndGet();
            events.add("aborted " + cause.getMessage());
        }

        @Override
        public void writable() {
            events.add("writable");
        }
    }
}
