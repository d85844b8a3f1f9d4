package dev.clearway.transport.http2;

import dev.clearway.transport.exchange.Connection;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;

/**
 * Resets streams that are given up, no more of them than the {@link ResetBudget} allows. What is given up beyond runs on
 * unheard, and is reset as soon as that may be, so that an answer without an end does not take its place for ever.
 * Confined to the connection's event loop.
 */
final class Resets {
    private final ResetBudget budget;
    private final Consumer<Http2Stream> write;
    private final LongSupplier clock;
    private final ObjLongConsumer<Runnable> later;
    private final ArrayDeque<Http2Stream> unheard = new ArrayDeque<>(0);

    /**
     * @param write writes RST_STREAM and sees to it that it leaves
     * @param clock tells the time in nanoseconds
     * @param later runs something on the connection's loop after so many nanoseconds
     */
    Resets(Consumer<Http2Stream> write, LongSupplier clock, ObjLongConsumer<Runnable> later) {
        this.budget = new ResetBudget(clock.getAsLong());
        this.write = write;
        this.clock = clock;
        this.later = later;
    }

    /** Of a connection. */
    static Resets of(Connection connection, Consumer<Http2Stream> write) {
        return new Resets(write, connection::nowNanos, (task, nanos) -> {
            var unused = connection.loop().schedule(task, nanos, TimeUnit.NANOSECONDS);
        });
    }

    /** Resets a stream, now or when that may be; {@code atOnce} where its peer still waits for the rest of the request. */
    void reset(Http2Stream stream, boolean atOnce) {
        if (!isOpen(stream)) {
            return;
        }
        if (budget.take(clock.getAsLong()) || atOnce) {
            write.accept(stream);
            return;
        }
        unheard.add(stream);
        if (unheard.size() == 1) {
            resetUnheard();
        }
    }

    /** Counts a reset that the codec has written of itself. */
    void count() {
        budget.take(clock.getAsLong());
    }

    private void resetUnheard() {
        for (Http2Stream first = unheard.peek(); first != null; first = unheard.peek()) {
            if (isOpen(first)) {
                long now = clock.getAsLong();
                if (!budget.take(now)) {
                    later.accept(this::resetUnheard, Math.max(1, budget.waitNanos(now)));
                    return;
                }
                write.accept(first);
            }
            unheard.remove();
        }
    }

    private static boolean isOpen(Http2Stream stream) {
        return stream.state() != Http2Stream.State.CLOSED && !stream.isResetSent();
    }
}
