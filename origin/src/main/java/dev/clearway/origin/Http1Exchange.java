package dev.clearway.origin;

import dev.clearway.origin.Answer.Echo;
import dev.clearway.origin.Answer.Pattern;
import dev.clearway.origin.Answer.Text;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;

/** A request on an HTTP/1.1 connection. Confined to the event loop of its connection. */
@SuppressWarnings("FutureReturnValueIgnored") // void promises: a failed write reaches exceptionCaught
final class Http1Exchange extends ServerExchange {
    private final Http1Handler handler;
    private final ChannelHandlerContext ctx;
    private final Framing framing;

    private long patternLeft;
    private boolean headWritten;

    Http1Exchange(Http1Handler handler, ChannelHandlerContext ctx, Subject subject, Framing framing) {
        super(subject);
        this.handler = handler;
        this.ctx = ctx;
        this.framing = framing;
    }

    /** Asks for the body of a request that waits to be asked (RFC 9110 section 10.1.1); called before the answer begins. */
    void continueIfExpected(HttpRequest request) {
        boolean wanted = answer().timing() == Answer.Timing.AFTER_REQUEST || answer().body() instanceof Echo;
        if (wanted && HttpUtil.is100ContinueExpected(request)) {
            ctx.write(
                    new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE), ctx.voidPromise());
        }
    }

    /** Takes a piece of the request's body. */
    void contentRead(ByteBuf content) {
        progressed();
        if (content.isReadable() && !isDone() && answer().body() instanceof Echo && hasBody()) {
            ctx.write(framing.isChunked() ? new DefaultHttpContent(content) : content, ctx.voidPromise());
        } else {
            content.release();
        }
    }

    /** Whether the rest of the request's body may be read now. */
    boolean wantsContent() {
        return isDone()
                || !(answer().body() instanceof Echo)
                || (headWritten && ctx.channel().isWritable());
    }

    void writable() {
        progressed();
        if (headWritten && patternLeft > 0) {
            writePattern();
        }
    }

    void connectionClosed() {
        cancel();
    }

    @Override
    protected void write() {
        headWritten = true;
        Answer answer = answer();
        if (!hasBody()) {
            ctx.write(head(), ctx.voidPromise());
            end();
        } else if (answer.body() instanceof Text text) {
            ctx.write(head(), ctx.voidPromise());
            ctx.write(text.buffer(), ctx.voidPromise());
            end();
        } else if (answer.body() instanceof Pattern pattern) {
            ctx.write(head(), ctx.voidPromise());
            patternLeft = pattern.length();
            writePattern();
        } else {
            ctx.write(head(), ctx.voidPromise());
        }
    }

    @Override
    protected void requestEnded() {
        if (!isDone() && answer().body() instanceof Echo) {
            end();
        } else if (isDone()) {
            handler.exchangeEnded(ctx, framing.keepAlive());
        }
    }

    @Override
    protected void flushSoon() {
        ctx.flush();
    }

    private void writePattern() {
        while (patternLeft > 0 && ctx.channel().isWritable()) {
            int length = (int) Math.min(patternLeft, PatternBytes.BLOCK);
            patternLeft -= length;
            ctx.write(PatternBytes.slice(length), ctx.voidPromise());
            if (patternLeft == 0) {
                end();
            } else if (!ctx.channel().isWritable()) {
                ctx.flush();
            }
        }
    }

    private void end() {
        finish();
        ctx.write(LastHttpContent.EMPTY_LAST_CONTENT, ctx.voidPromise());
        if (isRequestComplete()) {
            handler.exchangeEnded(ctx, framing.keepAlive());
        }
    }

    private HttpResponse head() {
        Answer answer = answer();
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(answer.status()));
        HttpHeaders fields = head.headers();
        fields.set(HttpHeaderNames.DATE, CurrentDate.text());
        fields.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        CharSequence type = answer.contentType();
        if (type != null && !answer.isBodyless()) {
            fields.set(HttpHeaderNames.CONTENT_TYPE, type);
        }
        if (answer.repeatsRequest()) {
            fields.set(Answer.CONTENT_TYPE_OPTIONS, "nosniff");
        }
        if (answer.length() >= 0 && !answer.isBodyless()) {
            fields.set(HttpHeaderNames.CONTENT_LENGTH, Long.toString(answer.length()));
        } else if (answer.length() < 0 && !isHead()) {
            framing.applyTo(fields);
        }
        String allow = answer.allow();
        if (allow != null) {
            fields.set(HttpHeaderNames.ALLOW, allow);
        }
        if (!framing.keepAlive()) {
            fields.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (framing.isVersion10()) {
            fields.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
        return head;
    }

    /** How the request's body was framed, and so its echo is, and whether the connection outlives the exchange. */
    static final class Framing {
        private final boolean version10;
        private final long contentLength;
        private final boolean keepAlive;

        Framing(HttpRequest request, boolean keepAlive) {
            this.version10 = !request.protocolVersion().equals(HttpVersion.HTTP_1_1);
            this.contentLength = declaredLength(request);
            this.keepAlive = keepAlive;
        }

        private static long declaredLength(HttpRequest request) {
            if (HttpUtil.isTransferEncodingChunked(request)) {
                return -1;
            }
            return request.decoderResult().isFailure() ? 0 : HttpUtil.getContentLength(request, 0L);
        }

        boolean keepAlive() {
            return keepAlive;
        }

        boolean isVersion10() {
            return version10;
        }

        boolean isChunked() {
            return contentLength < 0;
        }

        void applyTo(HttpHeaders fields) {
            if (isChunked()) {
                fields.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
            } else {
                fields.set(HttpHeaderNames.CONTENT_LENGTH, Long.toString(contentLength));
            }
        }
    }
}
