package dev.clearway.lab.chaos;

import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Reads an answer as its request's caller does, and checks that it is whole and nobody else's. Called by one thread at a time. */
@SuppressWarnings("FutureReturnValueIgnored") // of schedule: a demand that comes too late is none
final class AnswerReader implements BodySubscriber<Integer> {
    private final Histories histories;
    private final int request;
    private final Ask ask;
    private final int status;
    private final ScheduledExecutorService timer;
    private final CompletableFuture<Integer> whole = new CompletableFuture<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private @Nullable Subscription subscription;
    private int received;
    private boolean wrong;

    AnswerReader(Histories histories, int request, Ask ask, ResponseInfo head, ScheduledExecutorService timer) {
        this.histories = histories;
        this.request = request;
        this.ask = ask;
        this.status = head.statusCode();
        this.timer = timer;
        String number = head.headers().firstValue(ChaosOrigin.NUMBER).orElse("");
        if (!number.equals(Integer.toString(request))) {
            histories.add(request, Happening.ANSWER_OF_ANOTHER);
        }
    }

    @Override
    public CompletionStage<Integer> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        given.request(ask.reading() == Ask.Reading.ALL ? Long.MAX_VALUE : 1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            while (buffer.hasRemaining()) {
                wrong |= buffer.get() != Ask.contentByte(request, received);
                received++;
            }
        }
        Subscription from = Objects.requireNonNull(subscription);
        if (ask.reading() == Ask.Reading.SLOWLY) {
            timer.schedule(() -> from.request(1), 1 + request % 3, TimeUnit.MILLISECONDS);
        } else if (ask.reading() == Ask.Reading.PARTLY && ended.compareAndSet(false, true)) {
            from.cancel();
            judge(received <= ask.answerLength());
            whole.complete(status);
        }
    }

    @Override
    public void onError(Throwable cause) {
        if (end()) {
            judge(received <= ask.answerLength());
            whole.completeExceptionally(cause);
        }
    }

    @Override
    public void onComplete() {
        if (end()) {
            int expected = status != 200 || ask.method().equals("HEAD") ? 0 : ask.answerLength();
            judge(received == expected);
            whole.complete(status);
        }
    }

    private boolean end() {
        if (ended.getAndSet(true)) {
            if (ask.reading() != Ask.Reading.PARTLY) {
                histories.add(request, Happening.ENDED_TWICE);
            }
            return false;
        }
        return true;
    }

    private void judge(boolean asLongAsExpected) {
        if (wrong || !asLongAsExpected || (status != 200 && status != 503)) {
            histories.add(request, Happening.ANSWER_WRONG);
        }
    }
}
