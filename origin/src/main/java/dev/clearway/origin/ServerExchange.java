package dev.clearway.origin;

import dev.clearway.origin.Answer.Timing;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request being answered: waits for the delay and for the end of the request's body, then has the protocol's code
 * write. Confined to the event loop of its connection.
 *
 * <pre>
 * WAITING --delay over, body as {@link Answer.Timing} asks--> ANSWERING --last bytes handed over--> DONE
 *    |                                                    |
 *    +---------------------- reset or closed -------------+------------------------------> DONE
 * </pre>
 */
abstract class ServerExchange {
    private enum State {
        WAITING,
        ANSWERING,
        DONE
    }

    private final ServerConnection connection;
    private final Tally tally;
    private final String method;
    private final Answer answer;
    private final long beganNanos = System.nanoTime();

    private State state = State.WAITING;
    private boolean delayOver;
    private boolean requestComplete;
    private long progressNanos = beganNanos;
    private @Nullable Future<?> timer;

    ServerExchange(Subject subject) {
        this.connection = subject.connection;
        this.tally = subject.tally;
        this.method = subject.method;
        this.answer = subject.answer;
    }

    /** Writes the answer; called once. */
    protected abstract void write();

    /** Called when the request becomes complete after {@link #write} was called. */
    protected abstract void requestEnded();

    /** Sends what was written from a timer. */
    protected abstract void flushSoon();

    /** Counts the request and starts its delay; {@link #write} may be called before this returns. */
    final void begin(EventExecutor loop) {
        tally.requestBegan();
        connection.requestBegan();
        if (answer.delayMillis() == 0) {
            delayOver = true;
            writeIfDue();
        } else {
            timer = loop.schedule(this::delayEnded, answer.delayMillis(), TimeUnit.MILLISECONDS);
        }
    }

    final void requestCompleted() {
        requestComplete = true;
        boolean begun = state != State.WAITING;
        writeIfDue();
        if (begun) {
            requestEnded();
        }
    }

    /** The last bytes of the answer are about to go out: called before they do, so that the slot is free by then. */
    final void finish() {
        end(answer.status());
    }

    /** The stream or its connection ended; does nothing if the answer was complete. */
    final void cancel() {
        end(0);
    }

    /** A piece of the request's or the answer's body moved on. */
    final void progressed() {
        progressNanos = System.nanoTime();
    }

    /** Whether the peer could have moved a body on and none has moved since then. */
    final boolean isStalled(long sinceNanos) {
        boolean peersTurn = delayOver && (state == State.ANSWERING || !requestComplete);
        return peersTurn && progressNanos - sinceNanos < 0;
    }

    final Answer answer() {
        return answer;
    }

    final boolean isHead() {
        return method.equals("HEAD");
    }

    final boolean isRequestComplete() {
        return requestComplete;
    }

    final boolean isDone() {
        return state == State.DONE;
    }

    /** Whether bytes follow the head of the answer. */
    final boolean hasBody() {
        return !isHead() && !answer.isBodyless() && answer.length() != 0;
    }

    private void delayEnded() {
        delayOver = true;
        progressed();
        writeIfDue();
        flushSoon();
    }

    private void writeIfDue() {
        if (state == State.WAITING && delayOver && (requestComplete || answer.timing() == Timing.AT_ONCE)) {
            state = State.ANSWERING;
            write();
        }
    }

    private void end(int status) {
        if (state == State.DONE) {
            return;
        }
        state = State.DONE;
        if (timer != null) {
            timer.cancel(false);
        }
        connection.requestEnded();
        tally.requestEnded(
                RequestDurations.Key.of(method, answer.route(), status, connection), System.nanoTime() - beganNanos);
    }

    /** What is being answered, by whom, and with what. */
    record Subject(ServerConnection connection, Tally tally, String method, Answer answer) {}
}
