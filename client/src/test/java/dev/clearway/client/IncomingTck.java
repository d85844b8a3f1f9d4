package dev.clearway.client;

import dev.clearway.transport.Exchange;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Transport;
import dev.clearway.transport.observe.ExchangeRecord;
import io.netty.buffer.Unpooled;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.annotations.AfterClass;

/** An {@link Incoming} as publisher: a response of so many buffers of one byte, given as it asks for them. */
public final class IncomingTck extends FlowPublisherVerification<List<ByteBuffer>> {
    private final Engine engine = new Engine(Transport.builder().eventLoops(1).build(), Dispatch.of(null));

    /** The TCK's own bounds on time, longer for a busy machine. */
    public IncomingTck() {
        super(new TestEnvironment(1_000, 200), 1_000);
    }

    /** Ends the threads. */
    @AfterClass
    public void end() {
        engine.shutdownNow();
        engine.terminated().join();
    }

    @Override
    public Flow.Publisher<List<ByteBuffer>> createFlowPublisher(long elements) {
        return subscriber -> {
            Incoming<Void> incoming = incoming(subscriber);
            FedExchange exchange = new FedExchange(incoming, elements);
            incoming.onStart(exchange);
            incoming.onHead(Protocol.HTTP_2, 200, Fields.EMPTY);
            exchange.endIfDone();
        };
    }

    @Override
    public Flow.Publisher<List<ByteBuffer>> createFailedFlowPublisher() {
        return subscriber -> {
            Incoming<Void> incoming = incoming(subscriber);
            incoming.onStart(new FedExchange(incoming, 1));
            incoming.onHead(Protocol.HTTP_2, 200, Fields.EMPTY);
            incoming.onFailure(new CancellationException("failed"));
        };
    }

    @Override
    public long maxElementsFromPublisher() {
        return 10_000;
    }

    private Incoming<Void> incoming(Flow.Subscriber<? super List<ByteBuffer>> subscriber) {
        if (subscriber == null) {
            throw new NullPointerException("subscriber");
        }
        engine.begin();
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://localhost/")).build();
        return new Incoming<>(request, null, BodyHandlers.fromSubscriber(subscriber), engine, null);
    }

    /** Gives one byte for each asked for, on a thread of its own as an event loop does, and then the end. */
    private static final class FedExchange implements Exchange {
        private final Incoming<Void> to;
        private long left;
        private boolean over;
        private CompletableFuture<Void> turn = CompletableFuture.completedFuture(null);

        FedExchange(Incoming<Void> to, long left) {
            this.to = to;
            this.left = left;
        }

        @Override
        public synchronized void request(long bytes) {
            turn = turn.thenRunAsync(() -> give(bytes));
        }

        synchronized void endIfDone() {
            turn = turn.thenRunAsync(() -> give(0));
        }

        private void give(long bytes) {
            for (long i = 0; i < bytes && left > 0 && !over; i++) {
                left--;
                to.onData(Unpooled.wrappedBuffer(new byte[1]));
            }
            if (left == 0 && !over) {
                over = true;
                to.onEnd(Fields.EMPTY);
            }
        }

        @Override
        public synchronized void cancel() {
            turn = turn.thenRunAsync(() -> {
                if (!over) {
                    over = true;
                    to.onFailure(new CancellationException("cancelled"));
                }
            });
        }

        @Override
        public void awaitReadEnd() {
            to.onReadEnd();
        }

        @Override
        public @Nullable SSLSession sslSession() {
            return null;
        }

        @Override
        public @Nullable SocketAddress remoteAddress() {
            return null;
        }

        @Override
        public ExchangeRecord record() {
            throw new UnsupportedOperationException();
        }
    }
}
