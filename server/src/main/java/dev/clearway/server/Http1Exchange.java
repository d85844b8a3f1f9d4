package dev.clearway.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/** A request on an HTTP/1.1 connection. Confined to the event loop of its connection. */
@SuppressWarnings("FutureReturnValueIgnored") // void promises: a failed write reaches exceptionCaught
final class Http1Exchange extends OpenExchange {
    /** How many of a response's last bytes are kept back at most until its end is known. */
    private static final int MOST_WITHHELD = 16 * 1024;

    private final Http1Handler handler;
    private final ChannelHandlerContext ctx;
    private final boolean version10;

    /**
     * What would make the response whole for its reader: its last bytes, or its head where it has no content. It goes out
     * with the end, so that a response that turns out to be broken is never taken for a whole one.
     */
    private @Nullable Object withheld;

    private boolean keepAlive;
    private boolean continued;
    private boolean chunked;
    private boolean untilClose;
    private boolean full;
    private boolean handedOver;

    Http1Exchange(Http1Handler handler, ChannelHandlerContext ctx, RequestHead head, Persistence persistence) {
        super(handler.service(), ctx.executor(), head);
        this.handler = handler;
        this.ctx = ctx;
        this.version10 = persistence.version10;
        this.keepAlive = persistence.keepAlive;
    }

    /** What a request says of its connection. */
    record Persistence(boolean version10, boolean keepAlive) {}

    @Override
    void writeInformational(int status, HttpHeaders fields) {
        continued |= status == 100;
        if (!version10) {
            ctx.write(Http1Responses.bare(status, Http1Responses.fields(fields)), ctx.voidPromise());
        }
    }

    @Override
    void writeHead(int status, HttpHeaders fields) {
        HttpHeaders sent = Http1Responses.fields(fields);
        if (isTunnel()) {
            tunnel(status, sent);
            return;
        }
        // A client that waits to be asked for its content may send it or not: nobody can tell what follows.
        keepAlive &= !handler.isDraining() && (continued || !requestHead().expectsContinue());
        frame(status, sent);
        if (!sent.contains(HttpHeaderNames.DATE)) {
            sent.set(HttpHeaderNames.DATE, CurrentDate.text());
        }
        String upgrade = status == 426 ? fields.get(HttpHeaderNames.UPGRADE) : null;
        if (upgrade != null) {
            sent.set(HttpHeaderNames.UPGRADE, upgrade);
            sent.set(HttpHeaderNames.CONNECTION, keepAlive ? "upgrade" : "upgrade, close");
        } else if (!keepAlive) {
            sent.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (version10) {
            sent.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), sent);
        if (length.isReached()) {
            withheld = head;
        } else {
            ctx.write(head, ctx.voidPromise());
        }
        if (isUpgradable()) {
            handler.tunnelDeclined(ctx, this);
        }
    }

    @Override
    void writeData(ByteBuf data) {
        if (length.isReached()) {
            withhold(data);
        } else {
            ctx.write(isTunnel() || !chunked ? data : new DefaultHttpContent(data), ctx.voidPromise());
        }
        if (!ctx.channel().isWritable()) {
            full = true;
            ctx.flush();
        }
    }

    private void withhold(ByteBuf data) {
        int more = data.readableBytes() - MOST_WITHHELD;
        if (more > 0) {
            ctx.write(data.readRetainedSlice(more), ctx.voidPromise());
        }
        withheld = data;
    }

    @Override
    void writeEnd(HttpHeaders trailers) {
        Object last = withheld;
        withheld = null;
        sideEnded();
        if (isTunnel()) {
            if (!isOver()) {
                handler.tunnelSideEnded(ctx);
            }
            return;
        }
        if (last != null) {
            ctx.write(last, ctx.voidPromise());
        }
        if (chunked && !trailers.isEmpty()) {
            ctx.write(Http1Responses.trailers(trailers), ctx.voidPromise());
        } else {
            ctx.write(LastHttpContent.EMPTY_LAST_CONTENT, ctx.voidPromise());
        }
        handler.responseEnded(ctx);
    }

    @Override
    void writeReset(long errorCode) {
        if (untilClose) {
            // The end of the connection tells the end of the response: it must not look like one.
            ctx.channel().config().setOption(ChannelOption.SO_LINGER, 0);
            ctx.pipeline().firstContext().close();
        } else {
            ctx.close();
        }
    }

    @Override
    void consumed(int bytes) {
        handler.contentTaken(ctx);
    }

    @Override
    void discardedTooMuch() {
        keepAlive = false;
        handler.responseEnded(ctx);
    }

    @Override
    void ended() {
        ReferenceCountUtil.release(withheld);
        withheld = null;
        if (isTunnel() && !handedOver) {
            handler.tunnelEnded(ctx);
        }
    }

    /** Whether the request asks for a tunnel, so that the bytes behind it may not be taken for a request. */
    boolean isUpgradable() {
        return requestHead().method().equals("CONNECT")
                || !requestHead().upgrade().isEmpty();
    }

    @Override
    boolean hasUnsent() {
        return full;
    }

    @Override
    public @Nullable Priority priority() {
        return null;
    }

    @Override
    public boolean isWritable() {
        return !isOver() && ctx.channel().isWritable();
    }

    @Override
    public void flush() {
        handler.flushSoon(ctx);
    }

    @Override
    public void handOver(ChannelHandler next) {
        if (!requestHead().method().equals("CONNECT") || isOver()) {
            throw new IllegalStateException("only a CONNECT that is not answered yet can be handed over");
        }
        begin(200, EmptyHttpHeaders.INSTANCE);
        handedOver = true;
        sideEnded();
        receivedEnd(EmptyHttpHeaders.INSTANCE);
        handler.handOver(ctx, next);
    }

    /** The channel has room again, or bytes have left it. */
    void writable() {
        progress().moved(1);
        full = false;
        turnChanged();
        tellWritable();
    }

    /** Whether the connection may carry another request when this one and its response are complete. */
    boolean keepAlive() {
        return keepAlive;
    }

    private void tunnel(int status, HttpHeaders fields) {
        if (status == 101) {
            fields.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE);
            fields.set(HttpHeaderNames.UPGRADE, requestHead().upgrade());
        }
        fields.remove(HttpHeaderNames.CONTENT_LENGTH);
        handler.becomeTunnel(ctx, status, fields);
    }

    /** Says how the content is framed (RFC 9112, section 6). */
    private void frame(int status, HttpHeaders fields) {
        if (status == 204) {
            fields.remove(HttpHeaderNames.CONTENT_LENGTH);
        } else if (!isBodyless() && !fields.contains(HttpHeaderNames.CONTENT_LENGTH)) {
            chunked = !version10;
            untilClose = version10;
            keepAlive &= chunked;
            if (chunked) {
                fields.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
            }
        }
    }
}
