package dev.clearway.lab.chaos;

import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Content that can be produced once, as that of a stream or of an upload that is passed on. */
final class OnceBody implements BodyPublisher {
    private static final int PIECE = 7_000;

    private final Histories histories;
    private final int request;
    private final Ask ask;
    private final AtomicBoolean taken = new AtomicBoolean();

    OnceBody(Histories histories, int request, Ask ask) {
        this.histories = histories;
        this.request = request;
        this.ask = ask;
    }

    @Override
    public long contentLength() {
        return ask.lengthTold() ? ask.bodyLength() : -1;
    }

    @Override
    public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
        if (taken.getAndSet(true)) {
            histories.add(request, Happening.BODY_TWICE);
        }
        subscriber.onSubscribe(new Production(subscriber));
    }

    private final class Production implements Subscription {
        private final Subscriber<? super ByteBuffer> subscriber;
        private final AtomicLong demand = new AtomicLong();
        private volatile boolean cancelled;
        private int sent; // by whoever raised the demand from zero

        Production(Subscriber<? super ByteBuffer> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void request(long n) {
            if (n <= 0) {
                subscriber.onError(new IllegalArgumentException("demand must be positive: " + n));
                return;
            }
            if (demand.getAndAccumulate(n, Production::sum) > 0) {
                return;
            }
            do {
                produce();
            } while (demand.decrementAndGet() > 0);
        }

        private static long sum(long left, long right) {
            return left + right < 0 ? Long.MAX_VALUE : left + right;
        }

        private void produce() {
            if (cancelled) {
                return;
            }
            int length = Math.min(PIECE, ask.bodyLength() - sent);
            subscriber.onNext(ByteBuffer.wrap(Ask.content(request, sent, length)));
            sent += length;
            if (sent == ask.bodyLength()) {
                cancelled = true;
                subscriber.onComplete();
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }
}
