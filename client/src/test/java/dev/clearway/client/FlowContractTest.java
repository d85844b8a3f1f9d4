package dev.clearway.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The body's subscriber: what it is signalled, how it holds the server back, and what becomes of what it throws. */
@Contract
class FlowContractTest extends ContractTest {
    private static final byte[] BLOCK = new byte[64 * 1024];

    @Test
    void signalsComeOneByOneAndEnd() throws Exception {
        RecordingSubscriber subscriber = new RecordingSubscriber(Long.MAX_VALUE);
        send(request(served -> served.respond(200, new byte[300_000])), BodyHandlers.fromSubscriber(subscriber));
        done(subscriber.completed);
        assertThat(subscriber.bytes()).hasSize(300_000);
        assertThat(subscriber.broken).isEmpty();
    }

    @Test
    void subscriberMayKeepWhatItIsGiven() throws Exception {
        byte[] content = new byte[300_000];
        new Random(11).nextBytes(content);
        List<ByteBuffer> kept = new ArrayList<>();
        BodySubscriber<Integer> keeping = BodySubscribers.fromSubscriber(
                new Flow.Subscriber<List<ByteBuffer>>() {
                    @Override
                    public void onSubscribe(Flow.Subscription subscription) {
                        subscription.request(Long.MAX_VALUE);
                    }

                    @Override
                    public void onNext(List<ByteBuffer> item) {
                        kept.addAll(item);
                    }

                    @Override
                    public void onError(Throwable cause) {}

                    @Override
                    public void onComplete() {}
                },
                subscriber -> kept.size());
        assertThat(send(request(served -> served.respond(200, content)), head -> keeping)
                        .body())
                .isPositive();
        send(request(served -> served.respond(200, BLOCK)), BodyHandlers.discarding()); // comes where the first came
        ByteBuffer all = ByteBuffer.allocate(content.length);
        kept.forEach(all::put);
        assertThat(all.array()).isEqualTo(content);
    }

    @Test
    void nothingComesUnasked() throws Exception {
        RecordingSubscriber subscriber = new RecordingSubscriber(0);
        CompletableFuture<Void> written = new CompletableFuture<>();
        CompletableFuture<HttpResponse<Void>> response = sendAsync(
                request(served -> {
                    served.head(200, "content-length", "8");
                    served.data("some");
                    served.data("more");
                    served.end();
                    served.later(() -> written.complete(null));
                }),
                BodyHandlers.fromSubscriber(subscriber));
        Flow.Subscription subscription = done(subscriber.subscription);
        done(written);
        assertThat(send(requestFor("beside")).body()).isEqualTo("beside");
        assertThat(subscriber.items).hasValue(0);
        assertThat(subscriber.completed).isNotDone();
        while (!subscriber.completed.isDone()) {
            int before = subscriber.items.get();
            subscription.request(1);
            until(() -> subscriber.items.get() == before + 1 || subscriber.completed.isDone());
            assertThat(subscriber.items.get() - before).isLessThanOrEqualTo(1);
        }
        assertThat(new String(subscriber.bytes(), UTF_8)).isEqualTo("somemore");
        done(response);
        assertThat(subscriber.broken).isEmpty();
    }

    @Test
    void emptyBodyCompletesUnasked() throws Exception {
        RecordingSubscriber subscriber = new RecordingSubscriber(0);
        start(requestFor(""), BodyHandlers.fromSubscriber(subscriber));
        done(subscriber.completed);
    }

    @Test
    void slowSubscriberHoldsTheServerBack() throws Exception {
        RecordingSubscriber subscriber = new RecordingSubscriber(1);
        AtomicLong written = new AtomicLong();
        CompletableFuture<Served> at = new CompletableFuture<>();
        start(
                request(served -> {
                    served.head(200);
                    at.complete(served);
                    writeOn(served, written);
                }),
                BodyHandlers.fromSubscriber(subscriber));
        done(at);
        long before = -1;
        while (before != written.get()) {
            before = written.get();
            assertThat(send(requestFor("beside")).statusCode()).isEqualTo(200);
            done(CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(300, MILLISECONDS)));
        }
        assertThat(before).isBetween(1L, 64L * 1024 * 1024);
        done(subscriber.subscription).request(Long.MAX_VALUE);
        long stalled = before;
        until(() -> written.get() > stalled + 10L * BLOCK.length);
        done(subscriber.subscription).cancel();
        done(done(at).whenGone());
    }

    private static void writeOn(Served served, AtomicLong written) {
        served.whenWritten(BLOCK, () -> {
            written.addAndGet(BLOCK.length);
            writeOn(served, written);
        });
    }

    @Test
    void askingForNothingIsAnError() throws Exception {
        RecordingSubscriber subscriber = new RecordingSubscriber(0);
        start(request(served -> served.head(200, "content-length", "4")), BodyHandlers.fromSubscriber(subscriber));
        done(subscriber.subscription).request(0);
        assertThat(failureOf(subscriber.completed)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Passes on to a subscriber of bytes, and throws where told to. */
    private record Throwing(String where, BodySubscriber<byte[]> to) implements BodySubscriber<byte[]> {
        private void throwAt(String place) {
            if (where.equals(place)) {
                throw new IllegalStateException("thrown in " + place);
            }
        }

        @Override
        public CompletionStage<byte[]> getBody() {
            throwAt("getBody");
            return to.getBody();
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            throwAt("onSubscribe");
            to.onSubscribe(subscription);
        }

        @Override
        public void onNext(List<ByteBuffer> item) {
            throwAt("onNext");
            to.onNext(item);
        }

        @Override
        public void onError(Throwable cause) {
            to.onError(cause);
        }

        @Override
        public void onComplete() {
            throwAt("onComplete");
            to.onComplete();
        }
    }

    private static BodyHandler<byte[]> throwing(String where) {
        return info -> {
            if (where.equals("handler")) {
                throw new IllegalStateException("thrown in handler");
            }
            return new Throwing(where, HttpResponse.BodySubscribers.ofByteArray());
        };
    }

    @Test
    void whatTheCallersCodeThrowsFailsTheRequest() throws Exception {
        for (String where : List.of("handler", "onSubscribe", "onNext", "getBody")) {
            Throwable fromFuture = failureOf(sendAsync(requestFor("text"), throwing(where)));
            assertThat(fromFuture).as(where).hasStackTraceContaining("thrown in " + where);
            try {
                send(requestFor("text"), throwing(where));
                throw new AssertionError("completed");
            } catch (IOException e) {
                assertThat(e).as(where).hasStackTraceContaining("thrown in " + where);
            }
        }
        assertThat(send(requestFor("fine")).body()).isEqualTo("fine");
    }

    /** Completes its body with the first bytes it gets, and goes on. */
    private static final class FirstBytes implements BodySubscriber<Integer> {
        final CompletableFuture<Integer> body = new CompletableFuture<>();
        final CompletableFuture<Long> total = new CompletableFuture<>();
        private long bytes;

        @Override
        public CompletionStage<Integer> getBody() {
            return body;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> item) {
            for (ByteBuffer buffer : item) {
                bytes += buffer.remaining();
            }
            body.complete((int) bytes);
        }

        @Override
        public void onError(Throwable cause) {
            total.completeExceptionally(cause);
        }

        @Override
        public void onComplete() {
            total.complete(bytes);
        }
    }

    @Test
    void bodyMayBeCompleteBeforeTheLastByte() throws Exception {
        CompletableFuture<Served> at = new CompletableFuture<>();
        FirstBytes subscriber = new FirstBytes();
        HttpResponse<Integer> response = send(
                request(served -> {
                    served.head(200);
                    served.data("some");
                    at.complete(served);
                }),
                info -> subscriber);
        assertThat(response.body()).isEqualTo(4);
        done(at).data("more");
        done(at).end();
        assertThat(done(subscriber.total)).isEqualTo(8);
    }
}
