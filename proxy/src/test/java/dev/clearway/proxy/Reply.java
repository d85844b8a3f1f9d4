package dev.clearway.proxy;

import dev.clearway.transport.Exchange;
import dev.clearway.transport.ExchangeHandler;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Protocol;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Collects one answer of our own client. */
final class Reply implements ExchangeHandler {
    final CompletableFuture<Reply> head = new CompletableFuture<>();
    final CompletableFuture<Reply> done = new CompletableFuture<>();
    final List<String> interims = new CopyOnWriteArrayList<>();
    final BlockingQueue<String> pieces = new LinkedBlockingQueue<>();
    final AtomicLong received = new AtomicLong();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final boolean keeps;
    volatile int status;
    volatile Fields fields = Fields.EMPTY;
    volatile Fields trailers = Fields.EMPTY;
    volatile @Nullable Protocol protocol;
    volatile @Nullable Exchange exchange;

    Reply() {
        this(true);
    }

    /** Keeps what comes, or but counts it. */
    Reply(boolean keeps) {
        this.keeps = keeps;
    }

    @Override
    public void onStart(Exchange own) {
        exchange = own;
        own.request(Long.MAX_VALUE);
    }

    @Override
    public void onInformational(int code, Fields interim) {
        interims.add(code + " " + interim);
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
        received.addAndGet(data.readableBytes());
        if (keeps) {
            byte[] bytes = new byte[data.readableBytes()];
            data.readBytes(bytes);
            body.writeBytes(bytes);
            pieces.add(new String(bytes, StandardCharsets.UTF_8));
        }
        data.release();
    }

    @Override
    public void onEnd(Fields last) {
        trailers = last;
        done.complete(this);
    }

    @Override
    public void onFailure(Throwable cause) {
        head.completeExceptionally(cause);
        done.completeExceptionally(cause);
    }

    void cancel() {
        Exchange current = exchange;
        if (current != null) {
            current.cancel();
        }
    }

    String text() {
        return body.toString(StandardCharsets.UTF_8);
    }

    Reply awaitHead() {
        return await(head);
    }

    Reply await() {
        return await(done);
    }

    Throwable awaitFailure() {
        try {
            Reply unexpected = done.get(60, TimeUnit.SECONDS);
            throw new AssertionError("succeeded with " + unexpected.status);
        } catch (ExecutionException failed) {
            return Objects.requireNonNull(failed.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("no failure", e);
        }
    }

    private static Reply await(CompletableFuture<Reply> future) {
        try {
            return future.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError("the exchange failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("no answer", e);
        }
    }
}
