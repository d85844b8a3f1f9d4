package dev.clearway.transport.exchange;

import dev.clearway.transport.Request;
import dev.clearway.transport.observe.ExchangeRecord;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An exchange as mail. What other threads want of it is a bit in {@code signals}, set by anyone and taken by the owner:
 * whoever sets the first bit puts the exchange into its connection's mailbox, so that it lies there once at most.
 */
abstract class SignalledWaiter extends RecordedWaiter implements Mail {
    /** It was given a place on its connection. */
    static final int GRANT = 1;
    /** The handler asked for bytes. */
    static final int DEMAND = 2;
    /** The request's body has produced something. */
    static final int BODY = 4;
    /** The caller gave up. */
    static final int CANCEL = 8;
    /** The pool has sent it away. */
    private static final int REFUSED = 16;
    /** A listener is being told that it waits; whoever tells it passes on what comes meanwhile. */
    private static final int ANNOUNCING = 32;

    private static final VarHandle SIGNALS;

    static {
        try {
            SIGNALS = MethodHandles.lookup().findVarHandle(SignalledWaiter.class, "signals", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    @SuppressWarnings("UnusedVariable") // by SIGNALS
    private volatile int signals;

    private @Nullable Mail next;
    private @Nullable Function<ExchangeRecord, Throwable> refused;

    /** Its node in a {@link DeadlineWheel}, confined to the wheel's owner. */
    final long deadlineNanos;

    int wheelSlot = -1;

    @Nullable
    SignalledWaiter wheelNext;

    @Nullable
    SignalledWaiter wheelPrevious;

    SignalledWaiter(Driver driver, Request request, long nowNanos, long timeoutNanos) {
        super(driver, request, nowNanos, timeoutNanos);
        deadlineNanos = nowNanos + timeoutNanos;
    }

    /** Acts on what was signalled. */
    abstract void taken(Connection on, int bits);

    /** Ends the exchange, which the pool has sent away. */
    abstract void finish(Function<ExchangeRecord, Throwable> cause);

    /** Whether its time is up. */
    final boolean late(long nowNanos) {
        return isTimed() && nowNanos - deadlineNanos >= 0;
    }

    /** Whether it has a timeout of its own. */
    public final boolean isTimed() {
        return request.timeout() != null && deadlineNanos - startedNanos != NO_TIMEOUT;
    }

    /** Signals its connection. Any thread. */
    final void signal(Connection on, int bit) {
        if ((int) SIGNALS.getAndBitwiseOr(this, bit) == 0) {
            on.post(this);
        }
    }

    /** Puts it into its connection's mailbox, within the pool's step. Returns whether the connection is to be woken. */
    public final boolean granted(Connection on, long nowNanos) {
        grantedNanos = nowNanos;
        endWait();
        connection = on;
        return (int) SIGNALS.getAndBitwiseOr(this, GRANT) == 0 && on.put(this);
    }

    /** A listener is about to be told that it waits. Within the pool's step; {@link #announced()} follows. */
    public final void announcing() {
        SIGNALS.getAndBitwiseOr(this, ANNOUNCING);
    }

    /** The listener was told: what came meanwhile takes its course now. */
    public final void announced() {
        int rest = (int) SIGNALS.getAndBitwiseAnd(this, ~ANNOUNCING) & ~ANNOUNCING;
        if ((rest & REFUSED) != 0) {
            finish(Objects.requireNonNull(refused));
        } else if (rest != 0) {
            Objects.requireNonNull(connection).post(this);
        }
    }

    /** It was sent away by the pool and never sent to the peer. After the pool's step, any thread. */
    public final void refuse(Function<ExchangeRecord, Throwable> cause) {
        refused = cause;
        if (((int) SIGNALS.getAndBitwiseOr(this, REFUSED) & ANNOUNCING) == 0) {
            finish(cause);
        }
    }

    @Override
    public final @Nullable Mail next() {
        return next;
    }

    @Override
    public final void next(@Nullable Mail mail) {
        next = mail;
    }

    @Override
    public final void deliver(Connection on) {
        int bits = (int) SIGNALS.getAndSet(this, 0);
        Connection current = connection;
        if (current == on) {
            taken(on, bits);
        } else if ((bits & GRANT) != 0 && current != null) {
            // It lay here for something else when it was granted another place: what else there was is of the past.
            signal(current, GRANT);
        }
    }
}
