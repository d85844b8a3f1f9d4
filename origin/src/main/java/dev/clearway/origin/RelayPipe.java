package dev.clearway.origin;

import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.SocketChannel;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a connection through a relay: a line of pieces, each with the time at which it may go on. Its source
 * is read only while the line and what the sink has not written yet are short of the relay's capacity. Confined to the
 * relay's event loop; the size may be read by any thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // closing is reported by the close future
final class RelayPipe {
    private final SocketChannel source;
    private final SocketChannel sink;
    private final long delayNanos;
    private final LongAdder read;
    private final Runnable onEnd;
    private final ArrayDeque<Piece> line = new ArrayDeque<>();

    /** Nothing goes on before this time. */
    private long notBefore;

    private long lineBytes;
    private long unwrittenBytes;
    private volatile long held;
    private boolean timerSet;
    private boolean ended;
    private boolean over;

    /**
     * A pipe that is not read yet.
     *
     * @param read counts the bytes that were read
     * @param onEnd called when the source's end was passed on to the sink, or given up
     */
    RelayPipe(SocketChannel source, SocketChannel sink, Timing timing, LongAdder read, Runnable onEnd) {
        this.source = source;
        this.sink = sink;
        this.read = read;
        this.onEnd = onEnd;
        this.delayNanos = timing.delayNanos;
        this.notBefore = System.nanoTime() + timing.firstNanos;
    }

    void read(ByteBuf bytes) {
        if (over) {
            bytes.release();
            return;
        }
        lineBytes += bytes.readableBytes();
        read.add(bytes.readableBytes());
        enqueue(new Piece(bytes, System.nanoTime() + delayNanos));
    }

    /** The source has no more to say: the sink is told after everything else. */
    void sourceEnded() {
        if (!ended) {
            ended = true;
            enqueue(new Piece(null, System.nanoTime() + delayNanos));
        }
    }

    /** The source has been read for now: reads on if there is room. */
    void readMore() {
        held = lineBytes + unwrittenBytes;
        if (held < Relay.CAPACITY && !ended) {
            source.read();
        }
    }

    void stallUntil(long nanos) {
        if (nanos - notBefore > 0) {
            notBefore = nanos;
        }
    }

    long held() {
        return held;
    }

    /** Drops what is under way: the sink is gone. */
    void discard() {
        ended = true;
        line.forEach(Piece::release);
        line.clear();
        lineBytes = 0;
        held = unwrittenBytes;
        end();
    }

    private void end() {
        if (!over) {
            over = true;
            onEnd.run();
        }
    }

    private void enqueue(Piece piece) {
        line.add(piece);
        if (!timerSet) {
            forward();
        }
    }

    /** Sends every piece whose time has come, and sets a timer for the next. */
    private void forward() {
        timerSet = false;
        boolean sent = false;
        Piece piece = line.peek();
        while (piece != null) {
            long wait = Math.max(piece.dueNanos - System.nanoTime(), notBefore - System.nanoTime());
            if (wait > 0) {
                timerSet = true;
                source.eventLoop().schedule(this::forward, wait, TimeUnit.NANOSECONDS);
                break;
            }
            line.remove();
            send(piece);
            sent = true;
            piece = line.peek();
        }
        if (sent) {
            sink.flush();
        }
    }

    private void send(Piece piece) {
        ByteBuf bytes = piece.bytes;
        if (bytes == null) {
            sink.flush();
            sink.shutdownOutput().addListener(done -> end());
            return;
        }
        int length = bytes.readableBytes();
        lineBytes -= length;
        unwrittenBytes += length;
        sink.write(bytes).addListener(written -> {
            unwrittenBytes -= length;
            readMore();
        });
    }

    /**
     * When things go on.
     *
     * @param delayNanos the delay of everything
     * @param firstNanos how long from now nothing at all goes on
     */
    record Timing(long delayNanos, long firstNanos) {}

    private static final class Piece {
        private final @Nullable ByteBuf bytes;
        private final long dueNanos;

        Piece(@Nullable ByteBuf bytes, long dueNanos) {
            this.bytes = bytes;
            this.dueNanos = dueNanos;
        }

        void release() {
            if (bytes != null) {
                bytes.release();
            }
        }
    }
}
