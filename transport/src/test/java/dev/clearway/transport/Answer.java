package dev.clearway.transport;

import dev.clearway.transport.observe.ExchangeRecord;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Collects one response, and counts the calls that end it, of which there may be one. */
class Answer implements ExchangeHandler {
    private static final long PATIENCE_SECONDS = 60;

    final CompletableFuture<Answer> done = new CompletableFuture<>();
    final CompletableFuture<Answer> head = new CompletableFuture<>();
    final List<Integer> interims = new ArrayList<>();
    final AtomicInteger ends = new AtomicInteger();
    final ByteArrayOutputStream body = new ByteArrayOutputStream();
    volatile int status;
    final AtomicLong received = new AtomicLong();
    volatile @Nullable Protocol protocol;
    volatile Fields fields = Fields.EMPTY;
    volatile Fields trailers = Fields.EMPTY;
    volatile @Nullable Exchange exchange;
    private final long firstDemand;

    Answer() {
        this(Long.MAX_VALUE);
    }

    /** Asks for that many bytes at first. */
    Answer(long firstDemand) {
        this.firstDemand = firstDemand;
    }

    @Override
    public void onStart(Exchange own) {
        exchange = own;
        if (firstDemand > 0) {
            own.request(firstDemand);
        }
    }

    @Override
    public void onInformational(int code, Fields interim) {
        interims.add(code);
    }

    @Override
    public void onHead(Protocol spoken, int code, Fields head) {
        protocol = spoken;
        status = code;
        fields = head;
        this.head.complete(this);
    }

    @Override
    public void onData(ByteBuf data) {
        byte[] bytes = new byte[data.readableBytes()];
        data.readBytes(bytes);
        data.release();
        received.addAndGet(bytes.length);
        body.writeBytes(bytes);
    }

    @Override
    public void onEnd(Fields last) {
        trailers = last;
        ends.incrementAndGet();
        done.complete(this);
    }

    @Override
    public void onFailure(Throwable cause) {
        ends.incrementAndGet();
        head.completeExceptionally(cause);
        done.completeExceptionally(cause);
    }

    Exchange exchange() {
        return Objects.requireNonNull(exchange);
    }

    ExchangeRecord record() {
        return exchange().record();
    }

    String text() {
        return body.toString(StandardCharsets.UTF_8);
    }

    /** Waits for the response's head. */
    Answer awaitHead() {
        return await(head);
    }

    /** Waits for the whole response. */
    Answer await() {
        return await(done);
    }

    private static Answer await(CompletableFuture<Answer> future) {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError("the exchange failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("no response", e);
        }
    }

    /** Waits for the failure, as the handler was given it: {@code get} wraps a cancellation on newer JDKs. */
    Throwable awaitFailure() {
        try {
            return done.handle((answer, failure) -> Optional.ofNullable(failure))
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .orElseThrow(() -> new AssertionError("the exchange succeeded with " + status));
        } catch (ExecutionException | InterruptedException | TimeoutException e) {
            throw new AssertionError("no failure", e);
        }
    }
}
