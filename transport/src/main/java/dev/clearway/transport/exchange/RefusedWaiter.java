package dev.clearway.transport.exchange;

import dev.clearway.transport.ExchangeCancelledException;
import dev.clearway.transport.ExchangeTimeoutException;
import dev.clearway.transport.QueueRefusedException;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.Request;
import dev.clearway.transport.TransportClosedException;
import dev.clearway.transport.observe.ExchangeRecord;
import org.jspecify.annotations.Nullable;

/** The ways in which a pool sends an exchange away, told once its step is over. */
abstract class RefusedWaiter extends SignalledWaiter {
    RefusedWaiter(Driver driver, Request request, long nowNanos, long timeoutNanos) {
        super(driver, request, nowNanos, timeoutNanos);
    }

    static Throwable cancelledFailure(ExchangeRecord record) {
        return new ExchangeCancelledException(record, "cancelled by the caller", null);
    }

    /** Its caller gave up while it was in the line, or before it came there. */
    public final void refuseCancelled() {
        refuse(RefusedWaiter::cancelledFailure);
    }

    /** Its timeout struck in the line. */
    public final void refuseLate() {
        refuse(record -> new ExchangeTimeoutException(record, "timed out in the queue", null));
    }

    /** No connection could be opened for it; {@code null} where the transport is shut down. */
    public final void refuseDoomed(@Nullable Connection failed) {
        if (failed == null) {
            refuse(record -> new TransportClosedException(record, "the transport was shut down", null));
        } else {
            connect = failed.timings();
            refuse(failed.lost());
        }
    }

    /** A rule of the pool sent it away. */
    public final void refuse(Refusal reason) {
        refusal = reason;
        if (reason == Refusal.DEADLINE) {
            refuse(record -> new ExchangeTimeoutException(
                    record, "refused by the queue (DEADLINE, too little of its timeout is left)", null));
        } else {
            refuse(record -> new QueueRefusedException(record, reason));
        }
    }
}
