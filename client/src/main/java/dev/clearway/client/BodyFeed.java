package dev.clearway.client;

import dev.clearway.transport.Fields;
import dev.clearway.transport.RequestBody;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One try at sending a request's content: asks the publisher for one buffer after another while the transport has
 * credit for bytes.
 *
 * <p>Everything that calls the publisher or its subscription happens in {@link #drain}, which one thread at a time
 * runs: {@code work} counts the signals since the last time it had nothing to do, and whoever raises it from zero
 * runs it. Signals of the transport hand it to the executor, because publishers may block; signals of the publisher
 * run it where they come from. Fields without {@code volatile} are confined to {@code drain}, or to the publisher's
 * signals, which are serial by the rules of {@link Flow}.
 */
final class BodyFeed implements RequestBody.Producer, Flow.Subscriber<ByteBuffer>, Runnable {
    private final BodyPublisher publisher;
    private final long length;
    private final Executor executor;
    private final RequestBody.Sink sink;
    private final AtomicInteger work = new AtomicInteger();
    private final AtomicLong credit = new AtomicLong();

    private volatile boolean open;
    private volatile boolean over;
    private volatile boolean asked;
    private volatile Flow.@Nullable Subscription subscription;

    private boolean subscribed;
    private boolean cancelled;
    private long sent;

    BodyFeed(BodyPublisher publisher, long length, Executor executor, RequestBody.Sink sink) {
        this.publisher = publisher;
        this.length = length;
        this.executor = executor;
        this.sink = sink;
    }

    /** Lets the content flow. Further calls do nothing. */
    void open() {
        if (!open) {
            open = true;
            wake();
        }
    }

    /** Gives up where nothing has been asked of the publisher yet. */
    void stopUnlessOpen() {
        if (!open) {
            stop();
        }
    }

    @Override
    public void demand(long bytes) {
        long before = credit.getAndAccumulate(bytes, BodyFeed::plus);
        if (before <= 0 && open) {
            wake();
        }
    }

    @Override
    public void stop() {
        over = true;
        wake();
    }

    private void wake() {
        if (work.getAndIncrement() != 0) {
            return;
        }
        try {
            executor.execute(this);
        } catch (RejectedExecutionException e) {
            over = true;
            sink.fail(new IOException("the client's executor takes no more tasks", e));
            run();
        }
    }

    private void wakeHere() {
        if (work.getAndIncrement() == 0) {
            run();
        }
    }

    @Override
    public void run() {
        int seen = work.get();
        do {
            drain();
            seen = work.addAndGet(-seen);
        } while (seen != 0);
    }

    private void drain() {
        Flow.Subscription source = subscription;
        if (over) {
            if (source != null && !cancelled) {
                cancelled = true;
                cancel(source);
            }
        } else if (open && !subscribed) {
            subscribed = true;
            subscribe();
        } else if (source != null && !asked && credit.get() > 0) {
            asked = true;
            request(source);
        }
    }

    /** Some of the JDK's publishers throw from here what they should signal. */
    private void request(Flow.Subscription source) {
        try {
            source.request(1);
        } catch (Throwable t) {
            fail(t);
        }
    }

    private static void cancel(Flow.Subscription source) {
        try {
            source.cancel();
        } catch (Throwable t) {
            System.getLogger(BodyFeed.class.getName()).log(Level.DEBUG, "a body publisher's subscription threw", t);
        }
    }

    private void subscribe() {
        try {
            publisher.subscribe(this);
        } catch (Throwable t) {
            fail(t);
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        Objects.requireNonNull(given, "subscription");
        if (subscription != null) {
            given.cancel();
            return;
        }
        subscription = given;
        wakeHere();
    }

    @Override
    public void onNext(ByteBuffer buffer) {
        int bytes = Objects.requireNonNull(buffer, "buffer").remaining();
        if (over) {
            return;
        }
        sent += bytes;
        if (length >= 0 && sent > length) {
            fail(new IOException("Too many bytes in request body. Expected: " + length + ", got: " + sent));
            return;
        }
        if (bytes > 0) {
            sink.write(Unpooled.wrappedBuffer(buffer));
            credit.accumulateAndGet(-bytes, BodyFeed::plus);
        }
        asked = false;
        wakeHere();
    }

    @Override
    public void onError(Throwable cause) {
        Objects.requireNonNull(cause, "cause");
        if (!over) {
            over = true;
            cancelled = true;
            sink.fail(cause);
        }
    }

    @Override
    public void onComplete() {
        if (over) {
            return;
        }
        over = true;
        cancelled = true;
        if (length >= 0 && sent < length) {
            sink.fail(new IOException("Too few bytes returned by the publisher (" + sent + "/" + length + ")"));
        } else {
            sink.end(Fields.EMPTY);
        }
    }

    private void fail(Throwable cause) {
        if (!over) {
            over = true;
            sink.fail(cause);
            wakeHere();
        }
    }

    private static long plus(long a, long b) {
        long sum = a + b;
        return a > 0 && b > 0 && sum < 0 ? Long.MAX_VALUE : sum;
    }
}
