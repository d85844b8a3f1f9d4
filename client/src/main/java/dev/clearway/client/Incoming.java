package dev.clearway.client;

import dev.clearway.transport.Exchange;
import dev.clearway.transport.ExchangeHandler;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Protocol;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Receives one response from the transport and hands it to the caller's body handler and subscriber.
 *
 * <p>The connection's event loop leaves what arrives in volatile fields and a queue. Everything that calls the
 * caller's code happens in {@link #drain}, which one thread at a time runs: {@code work} counts the signals since
 * the last time it had nothing to do, and whoever raises it from zero runs it, on the executor for signals of the
 * transport, in place for signals of the subscriber. Two things happen outside of it, because they may block while
 * the body has to flow: {@link BodySubscriber#getBody()} and completing the future, which runs its dependents.
 *
 * <p>The transport is asked for at most {@link #AHEAD} bytes more than the subscriber has taken.
 */
final class Incoming<T> implements ExchangeHandler, Flow.Subscription, Runnable {
    /** Bytes that may wait here for their subscriber: enough for most bodies to need no second word to the event loop. */
    static final int AHEAD = 256 * 1024;

    private enum Phase {
        HEAD,
        BODY,
        DONE
    }

    private final @Nullable PublishedBody body;
    private final BodyHandler<T> handler;
    private final Engine engine;
    private final Completion<T> completion;

    private final AtomicInteger work = new AtomicInteger();
    private final AtomicLong demand = new AtomicLong();
    private final Queue<ByteBuf> data = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Exchange exchange;
    private volatile @Nullable ResponseHead head;
    private volatile boolean complete;
    private volatile @Nullable Throwable failure;
    private volatile boolean cancelled;
    private volatile @Nullable Throwable interruption;
    // Confined to the transport's calls, which come one at a time.
    private boolean awaiting;
    private long unhanded;

    // Confined to the one that drains.
    private Phase phase = Phase.HEAD;
    private @Nullable BodySubscriber<T> subscriber;
    private @Nullable Runnable outcome;
    private long untold;

    private @Nullable Thread hander; // who handed the last task to the executor
    private volatile @Nullable Thread drainer; // who drains now: set by itself, only compared by others with themselves

    /**
     * A receiver for one request.
     *
     * @param body the request's content, if it comes from a publisher
     * @param caller the thread that waits in {@code send}; {@code null} for {@code sendAsync}
     */
    Incoming(
            HttpRequest request,
            @Nullable PublishedBody body,
            BodyHandler<T> handler,
            Engine engine,
            @Nullable CallingThread caller) {
        this.body = body;
        this.handler = handler;
        this.engine = engine;
        this.completion = new Completion<>(
                request, engine.dispatch(), caller, () -> exchange().cancel());
    }

    ResponseFuture<HttpResponse<T>> future() {
        return completion.future();
    }

    // What the transport tells.

    @Override
    public void onStart(Exchange given) {
        exchange = given;
    }

    @Override
    public void onInformational(int status, Fields fields) {
        if (status == 100 && body != null) {
            body.proceed();
        }
    }

    @Override
    public void onHead(Protocol protocol, int status, Fields fields) {
        if (body != null) {
            body.answered();
        }
        head = new ResponseHead(protocol, status, fields);
        exchange().request(AHEAD);
        signal();
    }

    @Override
    public void onData(ByteBuf buffer) {
        unhanded += buffer.readableBytes();
        data.add(buffer);
        signal();
        if (unhanded >= AHEAD / 2) {
            onReadEnd();
        }
    }

    @Override
    public void onEnd(Fields trailers) {
        complete = true;
        signal();
    }

    @Override
    public void onFailure(Throwable cause) {
        failure = cause;
        signal();
    }

    // What the subscriber tells.

    @Override
    public void request(long n) {
        if (n > 0) {
            demand.accumulateAndGet(n, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b);
            signalHere();
        } else {
            interrupt(new IllegalArgumentException("a subscriber must ask for at least one item, not for " + n));
            signalHere();
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
        exchange().cancel();
        signalHere();
    }

    // Who drains.

    private void signal() {
        if (work.getAndIncrement() == 0) {
            awaiting = true;
            exchange().awaitReadEnd();
        }
    }

    /** What came in one go is handed over as one, unless it is so much that the subscriber should begin. */
    @Override
    public void onReadEnd() {
        if (awaiting) {
            awaiting = false;
            unhanded = 0;
            hand();
        }
    }

    private void signalHere() {
        if (work.getAndIncrement() == 0) {
            completion.settle(drain());
        }
    }

    private void hand() {
        hander = Thread.currentThread();
        try {
            completion.executor().execute(this);
        } catch (RejectedExecutionException e) {
            interrupt(new IOException("the client's executor takes no more tasks", e));
            run();
        }
    }

    /** A task of the executor, or of the thread that waits in {@code send}. */
    @Override
    public void run() {
        completion.taskBegins(hander);
        BodySubscriber<T> begun = phase == Phase.HEAD ? begin() : null;
        Runnable result = null;
        if (begun == null || Subscribers.neverBlocks(begun)) {
            result = drain();
        } else {
            letGo();
        }
        if (begun != null) {
            fetchBody(begun);
        }
        completion.settleInTask(result);
    }

    /** Leaves what is there to another task, because this thread may block. */
    private void letGo() {
        completion.leaveCaller();
        int seen = work.get();
        boolean nothing = data.isEmpty() && !complete && failure == null && interruption == null && !cancelled;
        if (!nothing || !work.compareAndSet(seen, 0)) {
            hand();
        }
    }

    /** Delivers what can be delivered, and lets go. Returns what is then to be done for the future, if anything. */
    private @Nullable Runnable drain() {
        Runnable result = null;
        int seen = work.get();
        do {
            drainer = Thread.currentThread();
            deliver();
            if (outcome != null) {
                result = outcome;
                outcome = null;
            }
            drainer = null;
            seen = work.addAndGet(-seen);
        } while (seen != 0);
        return result;
    }

    // Delivering: what follows is called by the one that drains.

    /** Gives the head to the handler, and the subscriber its subscription. Returns the subscriber if there is one now. */
    private @Nullable BodySubscriber<T> begin() {
        ResponseHead arrived = head;
        if (arrived == null || interruption != null || future().isDone()) {
            return null;
        }
        try {
            BodySubscriber<T> made = Objects.requireNonNull(handler.apply(arrived), "the handler's subscriber");
            subscriber = made;
            phase = Phase.BODY;
            made.onSubscribe(this);
            return made;
        } catch (Throwable t) {
            exchange().cancel();
            over();
            outcome = completion.failure(t);
            return null;
        }
    }

    private void deliver() {
        if (phase == Phase.HEAD) {
            failUnbegun();
        }
        while (phase == Phase.BODY) {
            BodySubscriber<T> to = Objects.requireNonNull(subscriber);
            Throwable own = interruption;
            Throwable cause = own != null ? own : failure;
            boolean wanted = demand.get() > 0;
            ByteBuf next = wanted && own == null && !cancelled ? data.poll() : null;
            if (next != null) {
                push(to, next);
            } else if (cancelled) {
                over();
            } else if (cause != null && (own != null || !wanted || data.isEmpty())) {
                error(to, cause);
            } else if (complete && data.isEmpty()) {
                complete(to);
            } else {
                return;
            }
        }
        if (phase == Phase.DONE) {
            discard();
        }
    }

    /** There is no subscriber that could be told: the future is, unless it was cancelled and needs nothing. */
    private void failUnbegun() {
        Throwable own = interruption;
        Throwable cause = own != null ? own : failure;
        if (cause != null) {
            over();
            outcome = completion.failure(cause);
        } else if (future().isDone()) {
            exchange().cancel();
            over();
        }
    }

    private void push(BodySubscriber<T> to, ByteBuf buffer) {
        int bytes = buffer.readableBytes();
        try {
            if (bytes == 0) {
                return;
            }
            demand.updateAndGet(n -> n == Long.MAX_VALUE ? n : n - 1);
            to.onNext(Subscribers.item(to, buffer));
        } catch (Throwable t) {
            exchange().cancel();
            error(to, t);
            return;
        } finally {
            buffer.release();
        }
        untold += bytes;
        if (untold >= AHEAD / 2 && !complete) {
            exchange().request(untold);
            untold = 0;
        }
    }

    private void complete(BodySubscriber<T> to) {
        over();
        try {
            to.onComplete();
        } catch (Throwable t) {
            outcome = completion.failure(t);
        }
    }

    /** Tells the subscriber, and the future where the subscriber has not completed the body by that. */
    private void error(BodySubscriber<T> to, Throwable cause) {
        over();
        try {
            to.onError(cause);
        } catch (Throwable t) {
            cause.addSuppressed(t);
        }
        if (outcome == null) {
            outcome = completion.failure(cause);
        }
    }

    private void over() {
        phase = Phase.DONE;
        engine.end();
    }

    private void discard() {
        for (ByteBuf left = data.poll(); left != null; left = data.poll()) {
            left.release();
        }
    }

    // Completing: what follows may be called by any thread.

    /** Asks the subscriber for the body, outside of the drain because that may block. */
    private void fetchBody(BodySubscriber<T> from) {
        ResponseHead of = Objects.requireNonNull(head);
        Thread here = Thread.currentThread();
        boolean[] inside = {true};
        try {
            CompletionStage<T> stage = Objects.requireNonNull(from.getBody(), "the subscriber's body");
            stage.whenComplete((made, cause) -> {
                Runnable result = cause != null ? completion.failure(cause) : completion.response(of, exchange(), made);
                if (Thread.currentThread() == drainer) {
                    outcome = result;
                } else if (Thread.currentThread() == here && inside[0]) {
                    completion.settleInTask(result);
                } else {
                    completion.settle(result);
                }
            });
        } catch (Throwable t) {
            exchange().cancel();
            completion.settleInTask(completion.failure(t));
        }
        inside[0] = false;
    }

    /** Ends the exchange for a reason of our own, ahead of everything that has arrived. */
    private void interrupt(Throwable cause) {
        interruption = cause;
        exchange().cancel();
    }

    private Exchange exchange() {
        return Objects.requireNonNull(exchange, "onStart comes first");
    }
}
