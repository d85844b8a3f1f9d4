package dev.clearway.transport.exchange;

import dev.clearway.transport.ExchangeHandler;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Request;
import dev.clearway.transport.observe.ExchangeRecord;
import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The receiving side of an exchange: takes the response from the wire to the handler, no faster than the handler asks,
 * and keeps what came too early. Confined to the connection's event loop, except {@link #request}.
 */
abstract class ReceivingWaiter extends RefusedWaiter {
    private static final Duration LONGEST_TIMEOUT = Duration.ofDays(3650);
    private static final VarHandle DEMANDED;

    static {
        try {
            DEMANDED = MethodHandles.lookup().findVarHandle(ActiveExchange.class, "demanded", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    final ExchangeHandler handler;
    private volatile long demanded;
    private long delivered;
    private boolean delivering;

    /** Whether its handler was told of a response, interim ones included. */
    boolean told;

    private @Nullable ResponseBuffer buffer;
    private @Nullable Fields trailers;

    ReceivingWaiter(Driver driver, Request request, ExchangeHandler handler, long nowNanos) {
        super(driver, request, nowNanos, timeoutNanos(request.timeout()));
        this.handler = handler;
    }

    private static long timeoutNanos(@Nullable Duration timeout) {
        return timeout == null || timeout.compareTo(LONGEST_TIMEOUT) > 0 ? NO_TIMEOUT : timeout.toNanos();
    }

    /** Ends the exchange with a failure of this side. */
    abstract void abort(Function<ExchangeRecord, Throwable> cause);

    /** Ends the exchange with success. */
    abstract void succeed(Fields lastFields);

    /** Asks for that many more bytes. Any thread. */
    public final void request(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("bytes must be above 0: " + bytes);
        }
        long old;
        do {
            old = demanded;
        } while (!DEMANDED.compareAndSet(this, old, old + bytes < 0 ? Long.MAX_VALUE : old + bytes));
        Connection on = connection;
        if (on == null || over) {
            return;
        }
        if (!on.loop().inEventLoop()) {
            signal(on, DEMAND);
        } else if (!delivering && started()) {
            drain(on);
            on.flushSoon();
        }
    }

    /** Asks for one call of the handler at the end of the read under way. */
    public final void awaitReadEnd() {
        Connection on = connection;
        if (on == null || !on.awaitReadEnd((ActiveExchange) this)) {
            readEnd();
        }
    }

    /** What was read together is told. */
    final void readEnd() {
        try {
            handler.onReadEnd();
        } catch (Throwable thrown) {
            abort(record -> thrown);
        }
    }

    /** An interim response came. */
    public void informational(int code, Fields fields) {
        if (over) {
            return;
        }
        told = true;
        try {
            handler.onInformational(code, fields);
        } catch (Throwable thrown) {
            abort(record -> thrown);
        }
    }

    /** The response's head came. */
    public void head(Protocol protocol, int code, Fields fields) {
        if (over) {
            return;
        }
        disarm();
        headReceivedNanos = now();
        status = code;
        told = true;
        try {
            handler.onHead(protocol, code, fields);
        } catch (Throwable thrown) {
            abort(record -> thrown);
        }
    }

    /**
     * Bytes of the response came; takes the buffer over.
     *
     * @return how many of them are out of the way; the others follow by {@link Wire#consumed}
     */
    public int data(ByteBuf data) {
        int bytes = data.readableBytes();
        if (over || bytes == 0) {
            data.release();
            return bytes;
        }
        if (!delivering && isDrained() && wanted()) {
            delivering = true;
            hand(data, bytes);
            delivering = false;
            return bytes;
        }
        if (buffer == null) {
            buffer = new ResponseBuffer(driver.shared().budget());
        }
        buffer.add(data);
        return 0;
    }

    /** Whether the handler wants bytes. */
    public boolean wanted() {
        return delivered < demanded;
    }

    private boolean isDrained() {
        return buffer == null || buffer.isEmpty();
    }

    private void hand(ByteBuf data, int bytes) {
        delivered += bytes;
        try {
            handler.onData(data);
        } catch (Throwable thrown) {
            abort(record -> thrown);
        }
    }

    final void drain(Connection on) {
        int credit = 0;
        delivering = true;
        while (!over && !isDrained() && wanted()) {
            ByteBuf data = Objects.requireNonNull(Objects.requireNonNull(buffer).poll());
            int bytes = data.readableBytes();
            credit += bytes;
            hand(data, bytes);
        }
        delivering = false;
        if (credit > 0) {
            on.wire().consumed((ActiveExchange) this, credit);
        }
        if (!over && isDrained() && trailers != null) {
            succeed(trailers);
        } else if (!over) {
            on.wire().demanded((ActiveExchange) this);
        }
    }

    /** The response is complete: its place is free already, or its upload goes on without it. The handler is told when it has taken all bytes. */
    public void end(Fields lastFields) {
        if (over) {
            return;
        }
        disarm();
        if (isDrained()) {
            succeed(lastFields);
        } else {
            trailers = lastFields;
            Objects.requireNonNull(connection).linger((ActiveExchange) this);
        }
    }

    /** The exchange is over: what was kept for its handler is dropped. */
    final void forgetResponse() {
        if (!isDrained()) {
            Objects.requireNonNull(connection)
                    .wire()
                    .consumed(
                            (ActiveExchange) this,
                            Objects.requireNonNull(buffer).clear());
        }
        if (trailers != null) {
            Objects.requireNonNull(connection).lingered((ActiveExchange) this);
        }
    }

    final void disarm() {
        Connection on = connection;
        if (wheelSlot >= 0 && on != null) {
            on.timers().remove((ActiveExchange) this);
        }
    }

    final long now() {
        Connection on = connection;
        return on == null ? System.nanoTime() : on.nowNanos();
    }
}
