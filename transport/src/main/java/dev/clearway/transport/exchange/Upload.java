package dev.clearway.transport.exchange;

import dev.clearway.transport.Fields;
import dev.clearway.transport.RequestBody;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The sending of one request body. The producer puts into a queue from any thread; the connection's event loop takes
 * from it, and asks for more as bytes leave for the socket, so that a body never has more than a window's worth in memory.
 */
public final class Upload implements RequestBody.Sink {
    /** How many bytes may be on their way from the producer to the socket. */
    static final long WINDOW = 512 * 1024;

    /** How many of a request's last bytes are kept back at most until its end is known. */
    private static final int MOST_WITHHELD = 16 * 1024;

    /** What a wire does with what was produced. */
    public interface Output {
        /** Writes bytes, the last ones of the request if {@code last}; calls {@link #written} once they left. Takes the buffer over. */
        void write(ByteBuf data, boolean last);

        /** Ends a request whose last bytes were written without being called the last. */
        void end(Fields trailers);

        /** Whether the peer takes the request for complete once the bytes that were announced are there. */
        default boolean endsByLength() {
            return false;
        }
    }

    private record End(Fields trailers) {}

    private record Failure(Throwable cause) {}

    private final ActiveExchange exchange;
    private final long length;
    private final ConcurrentLinkedQueue<Object> queue = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;
    private volatile boolean stopped;

    // Confined to the loop.
    private RequestBody.@Nullable Producer producer;
    private boolean calling;
    private boolean complete;

    /** The last of the announced bytes: the producer has not said yet that they are the last. */
    private @Nullable ByteBuf withheld;

    private long sent;
    private long credit;

    /** The sending of the request's body, not begun. */
    public Upload(ActiveExchange exchange) {
        this.exchange = exchange;
        this.length = exchange.request().body().length();
    }

    // ---- The producer's side: any thread.

    @Override
    public void write(ByteBuf data) {
        if (ended || stopped || !data.isReadable()) {
            data.release();
            return;
        }
        add(data);
    }

    @Override
    public void end(Fields trailers) {
        if (!ended) {
            ended = true;
            add(new End(trailers));
        }
    }

    @Override
    public void fail(Throwable cause) {
        if (!ended) {
            ended = true;
            add(new Failure(cause));
        }
    }

    private void add(Object item) {
        queue.add(item);
        if (stopped) {
            discard();
        } else if (!calling || !loop()) {
            exchange.bodyReady();
        }
    }

    private boolean loop() {
        Connection on = exchange.connection;
        return on != null && on.loop().inEventLoop();
    }

    // ---- On the loop from here on.

    /** Begins: the head was handed to the codec. What is produced at once can be taken when this returns. */
    public void begin() {
        calling = true;
        try {
            producer = exchange.request().body().start(this);
            if (producer != RequestBody.Producer.DONE && !stopped) {
                producer.demand(WINDOW);
            }
        } catch (Throwable thrown) {
            fail(thrown);
        } finally {
            calling = false;
        }
        if (stopped) {
            tellStop();
        }
    }

    /** Takes what was produced and hands it on. */
    public void drain(Output output) {
        for (Object item = queue.poll(); item != null && !stopped; item = queue.poll()) {
            if (item instanceof ByteBuf data) {
                write(data, output);
            } else if (item instanceof End end) {
                end(end, output);
            } else if (item instanceof Failure failure) {
                complete = true;
                dropWithheld();
                exchange.uploadFailed(record -> failure.cause);
            }
        }
        if (stopped) {
            discard();
        }
    }

    private void write(ByteBuf data, Output output) {
        sent += data.readableBytes();
        if (length >= 0 && sent > length) {
            data.release();
            mismatch();
            return;
        }
        boolean last = queue.peek() instanceof End end && end.trailers.size() == 0 && (length < 0 || sent == length);
        if (last) {
            queue.poll();
            complete = true;
        }
        if (last || sent != length || !output.endsByLength()) {
            output.write(data, last);
        } else {
            withhold(data, output);
        }
    }

    /** A body that goes on beyond its length is never to be taken for a whole one. */
    private void withhold(ByteBuf data, Output output) {
        int more = data.readableBytes() - MOST_WITHHELD;
        if (more > 0) {
            output.write(data.readRetainedSlice(more), false);
        }
        withheld = data;
    }

    private void end(End end, Output output) {
        if (length >= 0 && sent < length) {
            mismatch();
            return;
        }
        complete = true;
        ByteBuf last = withheld;
        withheld = null;
        if (last == null) {
            output.end(end.trailers);
        } else {
            output.write(last, true);
        }
    }

    private void mismatch() {
        long bytes = sent;
        exchange.uploadFailed(record -> new IOException(
                "the request's body has " + bytes + " bytes or more where " + length + " were announced"));
    }

    /** So many bytes left for the socket: as many more are welcome. */
    public void written(int bytes) {
        credit += bytes;
        RequestBody.Producer current = producer;
        if (stopped || complete || current == null || credit < WINDOW / 4) {
            return;
        }
        long more = credit;
        credit = 0;
        calling = true;
        try {
            current.demand(more);
        } catch (Throwable thrown) {
            fail(thrown);
        } finally {
            calling = false;
        }
        if (!queue.isEmpty()) {
            exchange.bodyReady();
        }
    }

    /** Whether all of it was handed to the codec. */
    public boolean isComplete() {
        return complete;
    }

    /** Whether there is nothing more to send, because all is handed over or nothing more is wanted. */
    public boolean isDone() {
        return complete || stopped;
    }

    /** Nothing more is wanted. */
    public void stop() {
        if (stopped || complete) {
            return;
        }
        stopped = true;
        discard();
        dropWithheld();
        if (!calling) {
            tellStop();
        }
    }

    private void tellStop() {
        RequestBody.Producer current = producer;
        producer = null;
        if (current != null && !ended) {
            try {
                current.stop();
            } catch (Throwable thrown) {
                System.getLogger("dev.clearway.transport")
                        .log(System.Logger.Level.WARNING, "a request body's stop threw", thrown);
            }
        }
    }

    private void dropWithheld() {
        if (withheld != null) {
            withheld.release();
            withheld = null;
        }
    }

    private void discard() {
        for (Object item = queue.poll(); item != null; item = queue.poll()) {
            if (item instanceof ByteBuf data) {
                data.release();
            }
        }
    }
}
