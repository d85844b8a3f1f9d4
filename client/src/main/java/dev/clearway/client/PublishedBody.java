package dev.clearway.client;

import dev.clearway.transport.Fields;
import dev.clearway.transport.RequestBody;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The content of a request as its {@link BodyPublisher} gives it, subscribed to anew for each try. */
final class PublishedBody implements RequestBody {
    /** How long a body waits for an answer to {@code Expect: 100-continue} before it is sent all the same: RFC 9110, section 10.1.1 forbids to wait for ever. */
    static final Duration CONTINUE_TIMEOUT = Duration.ofSeconds(5);

    /** The JDK's publishers of bytes in memory: they never block, and give the same bytes to each subscriber. */
    private static final Class<?> BYTES =
            BodyPublishers.ofByteArray(new byte[0]).getClass();

    private static final Class<?> STRING = BodyPublishers.ofString("").getClass();

    private final BodyPublisher publisher;
    private final long length;
    private final boolean inMemory;
    private final Executor executor;
    private final @Nullable Duration continueTimeout;
    private volatile @Nullable BodyFeed feed;

    /**
     * A body from a publisher.
     *
     * @param length what the publisher says of its length, -1 for unknown
     * @param executor runs the publisher, which may block
     * @param continueTimeout how long to wait for {@code 100 (Continue)}; {@code null} if the body is not to wait
     */
    PublishedBody(BodyPublisher publisher, long length, Executor executor, @Nullable Duration continueTimeout) {
        this.publisher = publisher;
        this.length = length;
        this.inMemory = publisher.getClass() == BYTES || publisher.getClass() == STRING;
        this.executor = inMemory ? Runnable::run : executor;
        this.continueTimeout = continueTimeout;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public boolean replayable() {
        return inMemory || length == 0;
    }

    @Override
    public Producer start(Sink sink) {
        if (length == 0) {
            sink.end(Fields.EMPTY);
            return Producer.DONE;
        }
        BodyFeed made = new BodyFeed(publisher, length, executor, sink);
        feed = made;
        if (continueTimeout == null) {
            made.open();
        } else {
            CompletableFuture.delayedExecutor(continueTimeout.toNanos(), TimeUnit.NANOSECONDS, executor)
                    .execute(made::open);
        }
        return made;
    }

    /** The peer wants the content: {@code 100 (Continue)}. */
    void proceed() {
        BodyFeed current = feed;
        if (current != null) {
            current.open();
        }
    }

    /** The peer has answered: content that still waits for {@code 100 (Continue)} is not sent any more. */
    void answered() {
        BodyFeed current = feed;
        if (current != null) {
            current.stopUnlessOpen();
        }
    }
}
