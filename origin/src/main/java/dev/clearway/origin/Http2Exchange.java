package dev.clearway.origin;

import dev.clearway.origin.Answer.Echo;
import dev.clearway.origin.Answer.Pattern;
import dev.clearway.origin.Answer.Text;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A request on an HTTP/2 stream. Confined to the event loop of its connection. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends the stream or the connection by itself
final class Http2Exchange extends ServerExchange {
    private final Http2Handler handler;
    private final ChannelHandlerContext ctx;
    private final Http2Stream stream;
    /** Bytes to echo that arrived before the answer began; bounded by the stream's window. */
    private @Nullable ArrayDeque<ByteBuf> early;

    private boolean headWritten;

    Http2Exchange(Http2Handler handler, ChannelHandlerContext ctx, Http2Stream stream, Subject subject) {
        super(subject);
        this.handler = handler;
        this.ctx = ctx;
        this.stream = stream;
    }

    /** Asks for the body of a request that waits to be asked (RFC 9110 section 10.1.1); called before the answer begins. */
    void continueIfExpected(CharSequence expectation) {
        boolean wanted = answer().timing() == Answer.Timing.AFTER_REQUEST || answer().body() instanceof Echo;
        if (wanted && HttpHeaderValues.CONTINUE.contentEqualsIgnoreCase(expectation)) {
            Http2Headers head = new DefaultHttp2Headers(false, 1).status("100");
            handler.encoder().writeHeaders(ctx, stream.id(), head, 0, false, ctx.newPromise());
        }
    }

    /**
     * Takes a piece of the request's body.
     *
     * @return how many of its bytes are done with; the rest is reported to the flow controller when it has been echoed
     */
    int dataRead(ByteBuf data) {
        int length = data.readableBytes();
        progressed();
        if (length == 0 || isDone() || !(answer().body() instanceof Echo) || isHead()) {
            return length;
        }
        if (headWritten) {
            echo(data.retain());
        } else {
            if (early == null) {
                early = new ArrayDeque<>();
            }
            early.add(data.retain());
        }
        return 0;
    }

    void streamClosed() {
        cancel();
        if (early != null) {
            early.forEach(ByteBuf::release);
            early = null;
        }
    }

    @Override
    protected void write() {
        headWritten = true;
        Answer answer = answer();
        boolean withBody = hasBody() && !(answer.body() instanceof Echo && isRequestComplete() && early == null);
        if (!withBody) {
            finish();
        }
        handler.encoder().writeHeaders(ctx, stream.id(), head(), 0, !withBody, ctx.newPromise());
        if (withBody) {
            if (answer.body() instanceof Pattern pattern) {
                send(new Http2Body.OfPattern(this, pattern.length()));
            } else if (answer.body() instanceof Text text) {
                send(new Http2Body.OfBuffer(this, text.buffer(), true));
            } else {
                echoEarly();
            }
        }
    }

    @Override
    protected void requestEnded() {
        if (headWritten && !isDone() && answer().body() instanceof Echo && hasBody()) {
            send(new Http2Body.OfEnd(this));
        }
    }

    @Override
    protected void flushSoon() {
        handler.flushSoon(ctx);
    }

    void send(Http2Body body) {
        handler.encoder().flowController().addFlowControlled(stream, body);
    }

    /** Gives the client credit for bytes that have been echoed. */
    void echoed(int bytes) {
        try {
            if (handler.decoder().flowController().consumeBytes(stream, bytes)) {
                flushSoon();
            }
        } catch (Http2Exception e) {
            handler.onError(ctx, true, e);
        }
    }

    Http2Handler handler() {
        return handler;
    }

    Http2Stream stream() {
        return stream;
    }

    private void echo(ByteBuf data) {
        send(new Http2Body.OfBuffer(this, data, false));
    }

    private void echoEarly() {
        if (early != null) {
            early.forEach(this::echo);
            early = null;
        }
        if (isRequestComplete()) {
            send(new Http2Body.OfEnd(this));
        }
    }

    private Http2Headers head() {
        Answer answer = answer();
        Http2Headers head = new DefaultHttp2Headers(false, 8);
        head.status(HttpResponseStatus.valueOf(answer.status()).codeAsText());
        head.add(HttpHeaderNames.DATE, CurrentDate.text());
        head.add(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        CharSequence type = answer.contentType();
        if (type != null && !answer.isBodyless()) {
            head.add(HttpHeaderNames.CONTENT_TYPE, type);
        }
        if (answer.repeatsRequest()) {
            head.add(Answer.CONTENT_TYPE_OPTIONS, "nosniff");
        }
        if (answer.length() >= 0 && !answer.isBodyless()) {
            head.add(HttpHeaderNames.CONTENT_LENGTH, Long.toString(answer.length()));
        }
        String allow = answer.allow();
        if (allow != null) {
            head.add(HttpHeaderNames.ALLOW, allow);
        }
        return head;
    }
}
