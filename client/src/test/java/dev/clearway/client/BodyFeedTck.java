package dev.clearway.client;

import dev.clearway.transport.Fields;
import dev.clearway.transport.RequestBody;
import io.netty.buffer.ByteBuf;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;

/** A {@link BodyFeed} as subscriber: takes one-byte buffers while there is credit. */
public final class BodyFeedTck extends FlowSubscriberBlackboxVerification<ByteBuffer> {
    private final ConcurrentHashMap<Flow.Subscriber<?>, BodyFeed> feeds = new ConcurrentHashMap<>();

    /** The TCK's own bounds on time, longer for a busy machine. */
    public BodyFeedTck() {
        super(new TestEnvironment(1_000, 200));
    }

    @Override
    public Flow.Subscriber<ByteBuffer> createFlowSubscriber() {
        AtomicReference<Flow.Subscriber<? super ByteBuffer>> taken = new AtomicReference<>();
        BodyFeed feed = new BodyFeed(BodyPublishers.fromPublisher(taken::set), -1, Runnable::run, new Sunk());
        feed.open();
        @SuppressWarnings("unchecked")
        Flow.Subscriber<ByteBuffer> subscriber =
                (Flow.Subscriber<ByteBuffer>) Objects.requireNonNull(taken.get(), "subscribe");
        feeds.put(subscriber, feed);
        return subscriber;
    }

    @Override
    public void triggerFlowRequest(Flow.Subscriber<? super ByteBuffer> subscriber) {
        Objects.requireNonNull(feeds.get(subscriber)).demand(1);
    }

    @Override
    public ByteBuffer createElement(int element) {
        return ByteBuffer.wrap(new byte[] {(byte) element});
    }

    /** Takes everything. */
    private static final class Sunk implements RequestBody.Sink {
        @Override
        public void write(ByteBuf data) {
            data.release();
        }

        @Override
        public void end(Fields trailers) {}

        @Override
        public void fail(Throwable cause) {}
    }
}
