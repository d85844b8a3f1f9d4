package dev.clearway.proxy.forward;

import dev.clearway.transport.Exchange;
import dev.clearway.transport.ExchangeHandler;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.RequestBody;
import io.netty.buffer.ByteBuf;
import java.net.SocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The upstream leg of one request: puts what the transport tells, on its own loops, into the mail of the client's loop.
 * It is both the receiver of the answer and the content of the request.
 */
final class UpstreamLeg implements ExchangeHandler, RequestBody, RequestBody.Producer {
    /** An interim answer came. */
    record Informational(int status, Fields fields) {}

    /** The answer's head came. */
    record Head(
            Protocol protocol,
            int status,
            Fields fields,
            @Nullable SSLSession session,
            @Nullable SocketAddress peer) {}

    /** The answer is complete. */
    record End(Fields trailers) {}

    /** The exchange failed. */
    record Failure(Throwable cause) {}

    /** The request's content is wanted, and goes there. */
    record Started(RequestBody.Sink sink) {}

    /** So many bytes of the request's content are welcome. */
    record Demand(long bytes) {}

    private final Forwarding request;
    private final Inbox inbox;
    private final long length;
    private final Queue<Object> mail = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean posted = new AtomicBoolean();
    private @Nullable Exchange exchange;

    /**
     * @param length length of the request's content; -1 where it is not known
     */
    UpstreamLeg(Forwarding request, Inbox inbox, long length) {
        this.request = request;
        this.inbox = inbox;
        this.length = length;
    }

    /** The next piece of mail; {@code null} if there is none. On the client's loop. */
    @Nullable
    Object next() {
        return mail.poll();
    }

    /** The mail is about to be taken: what comes from now on is posted anew. */
    void opened() {
        posted.set(false);
    }

    private void post(Object item) {
        mail.add(item);
        if (posted.compareAndSet(false, true)) {
            inbox.add(request);
        }
    }

    /** The exchange; {@code null} before it is submitted. */
    @Nullable
    Exchange exchange() {
        return exchange;
    }

    @Override
    public void onStart(Exchange started) {
        exchange = started;
    }

    @Override
    public void onInformational(int status, Fields fields) {
        post(new Informational(status, fields));
    }

    @Override
    public void onHead(Protocol protocol, int status, Fields fields) {
        Exchange current = exchange;
        SSLSession session = current == null ? null : current.sslSession();
        SocketAddress peer = current == null ? null : current.remoteAddress();
        post(new Head(protocol, status, fields, session, peer));
    }

    @Override
    public void onData(ByteBuf data) {
        post(data);
    }

    @Override
    public void onEnd(Fields trailers) {
        post(new End(trailers));
    }

    @Override
    public void onFailure(Throwable cause) {
        post(new Failure(cause));
    }

    @Override
    public long length() {
        return length;
    }

    /** The client's bytes come once. */
    @Override
    public boolean replayable() {
        return length == 0;
    }

    @Override
    public Producer start(Sink sink) {
        if (length == 0) {
            sink.end(Fields.EMPTY);
            return DONE;
        }
        post(new Started(sink));
        return this;
    }

    @Override
    public void demand(long bytes) {
        post(new Demand(bytes));
    }

    @Override
    public void stop() {}
}
