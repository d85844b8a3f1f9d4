package dev.clearway.bench.client;

import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;

/** So many zero bytes, in views of one chunk: what sending them allocates is the client's. For one subscriber at a time. */
final class Zeros implements BodyPublisher {
    private static final ByteBuffer CHUNK = ByteBuffer.allocate(64 << 10).asReadOnlyBuffer();

    private final long bytes;

    Zeros(long bytes) {
        this.bytes = bytes;
    }

    @Override
    public long contentLength() {
        return bytes;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        subscriber.onSubscribe(new Giving(subscriber, bytes));
    }

    /** Gives what is asked for on the thread that asks, one request after another. */
    private static final class Giving implements Flow.Subscription {
        private final Flow.Subscriber<? super ByteBuffer> to;
        private final AtomicLong asked = new AtomicLong();
        private long left;
        private volatile boolean over;

        Giving(Flow.Subscriber<? super ByteBuffer> to, long bytes) {
            this.to = to;
            left = bytes;
        }

        @Override
        public void request(long n) {
            if (asked.getAndAdd(n) != 0) {
                return;
            }
            long seen = n;
            do {
                for (long i = 0; i < seen && !over; i++) {
                    give();
                }
                seen = asked.addAndGet(-seen);
            } while (seen != 0);
        }

        private void give() {
            int length = (int) Math.min(left, CHUNK.capacity());
            left -= length;
            to.onNext(CHUNK.slice(0, length));
            if (left == 0 && !over) {
                over = true;
                to.onComplete();
            }
        }

        @Override
        public void cancel() {
            over = true;
        }
    }
}
