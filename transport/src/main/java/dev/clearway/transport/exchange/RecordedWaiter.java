package dev.clearway.transport.exchange;

import dev.clearway.transport.Delivery;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.Request;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.flight.Flight;
import dev.clearway.transport.flight.OpenEvent;
import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.observe.ExchangeRecord;
import dev.clearway.transport.pool.Waiter;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The facts of an exchange: its moments and what became of it. Written by the exchange's owner; read by others they may
 * lag behind until the exchange is over.
 */
abstract class RecordedWaiter extends Waiter {
    /** The pool that it is with; another once it had to go to one of another protocol. */
    volatile Driver driver;

    final long id;
    final Request request;
    final long startedNanos;

    long grantedNanos;
    long headSentNanos;
    long requestSentNanos;
    long headReceivedNanos;
    long endedNanos;
    int status;
    /** What became of it on its present way. */
    Delivery delivery = Delivery.NEVER_SENT;

    /** What became of it on the ways before: the most that can be. */
    private Delivery deliveredBefore = Delivery.NEVER_SENT;

    @Nullable
    ConnectTimings connect;

    @Nullable
    Refusal refusal;

    @Nullable
    Throwable failure;

    /** What is recorded of it; {@code null} where nobody records. */
    private final @Nullable OpenEvent recording = Flight.exchange();

    private @Nullable OpenEvent waitRecording;

    volatile @Nullable Connection connection;
    volatile boolean over;

    RecordedWaiter(Driver driver, Request request, long nowNanos, long timeoutNanos) {
        super(nowNanos, timeoutNanos, Priority.urgency(request.fields()));
        this.driver = driver;
        this.request = request;
        this.startedNanos = nowNanos;
        this.id = driver.shared().nextExchange();
    }

    /** What its last try was is of no account any more, except for what became of the request by it. */
    final void forgetTry() {
        deliveredBefore = delivery();
        grantedNanos = 0;
        headSentNanos = 0;
        requestSentNanos = 0;
        connect = null;
        delivery = Delivery.NEVER_SENT;
    }

    /** It stands in the line from now on. Within the pool's step. */
    public final void recordWait() {
        waitRecording = Flight.queueWait();
    }

    /** It stands in the line no longer. Within the pool's step. */
    final void endWait() {
        OpenEvent wait = waitRecording;
        if (wait != null && !wait.ends()) {
            waitRecording = null;
        }
    }

    /** Writes what was recorded of its stay in the line, if it was worth it. */
    final void writeWait() {
        OpenEvent wait = waitRecording;
        if (wait != null) {
            waitRecording = null;
            wait.write(ownRecord());
        }
    }

    /** Writes what was recorded of all of it. Once. */
    final void writeRecording() {
        endWait();
        writeWait();
        if (recording != null && recording.ends()) {
            recording.write(ownRecord());
        }
    }

    /** What is known of all its ways together: a later one that was never sent does not undo an earlier one. */
    private Delivery delivery() {
        return delivery.compareTo(deliveredBefore) > 0 ? delivery : deliveredBefore;
    }

    /** Whether its head was handed to the codec. */
    final boolean started() {
        return headSentNanos != 0;
    }

    /** The facts as they are; for the owner, once it is granted or done. */
    final ExchangeRecord ownRecord() {
        return record(waits(), waitedFor(), queued());
    }

    /** The facts as they are; for everybody. */
    final ExchangeRecord anyRecord() {
        if (over || connection != null) {
            return ownRecord();
        }
        Map<WaitReason, Duration> waits = driver.waits(this);
        return record(waits, driver.waitingFor(this), !waits.isEmpty());
    }

    private ExchangeRecord record(
            Map<WaitReason, Duration> waits, @Nullable WaitReason waitingFor, boolean everQueued) {
        Connection on = connection;
        Protocol protocol = on == null ? null : on.spoken();
        return new ExchangeRecord(
                id,
                driver.origin(),
                request.method(),
                request.path(),
                protocol,
                on == null ? 0 : on.id(),
                everQueued,
                waits,
                waitingFor,
                refusal,
                startedNanos,
                grantedNanos,
                headSentNanos,
                requestSentNanos,
                headReceivedNanos,
                endedNanos,
                connect,
                status,
                delivery(),
                retries(),
                failure);
    }
}
