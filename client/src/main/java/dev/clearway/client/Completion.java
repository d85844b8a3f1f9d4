package dev.clearway.client;

import dev.clearway.transport.Exchange;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** The end of one request on the caller's side: its future, and the threads on which body and dependents run. May be used by any thread. */
final class Completion<T> {
    private final HttpRequest request;
    private final Dispatch dispatch;
    private final @Nullable CallingThread caller;
    private final ResponseFuture<HttpResponse<T>> future;

    /**
     * The end of one request.
     *
     * @param caller the thread that waits in {@code send}; {@code null} for {@code sendAsync}
     * @param canceller ends the exchange when the future is cancelled
     */
    Completion(HttpRequest request, Dispatch dispatch, @Nullable CallingThread caller, Runnable canceller) {
        this.request = request;
        this.dispatch = dispatch;
        this.caller = caller;
        this.future = new ResponseFuture<>(canceller);
    }

    ResponseFuture<HttpResponse<T>> future() {
        return future;
    }

    /** Runs the handler and the subscriber. */
    Executor executor() {
        return caller != null ? caller : dispatch.executor();
    }

    /** A task of the executor begins, handed over by that thread. */
    void taskBegins(@Nullable Thread hander) {
        if (caller == null) {
            dispatch.ranOn(Thread.currentThread() == hander);
        }
    }

    /** The thread that waits in {@code send} may block from here on: further tasks are the client's executor's. */
    void leaveCaller() {
        if (caller != null) {
            caller.leave();
        }
    }

    /** Completes the future with a response, once it is run. */
    Runnable response(ResponseHead head, Exchange exchange, @Nullable T body) {
        return () -> future.complete(new ClearwayResponse<>(request, head, exchange, body));
    }

    /** Fails the future, once it is run. */
    Runnable failure(Throwable cause) {
        return () -> future.fail(cause);
    }

    /** Runs what completes the future, if anything, from within a task of the executor. */
    void settleInTask(@Nullable Runnable outcome) {
        settle(outcome, dispatch.dependentsInTask());
    }

    /** Runs what completes the future, if anything, from any other place. */
    void settle(@Nullable Runnable outcome) {
        settle(outcome, dispatch.dependents());
    }

    private void settle(@Nullable Runnable outcome, Executor where) {
        if (outcome == null) {
            return;
        }
        if (caller != null) {
            outcome.run();
            caller.wake();
            return;
        }
        try {
            where.execute(outcome);
        } catch (RejectedExecutionException e) {
            outcome.run();
        }
    }
}
