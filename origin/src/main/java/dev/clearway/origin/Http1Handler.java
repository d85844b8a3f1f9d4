package dev.clearway.origin;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 connection. Answers one request after another. What has been decoded and cannot be taken yet waits here,
 * and the connection is not read while something waits: what a client can store is one read. With nothing waiting it is
 * read all the time, which shows when the client leaves. Confined to the event loop of its connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write or close ends the connection by itself
final class Http1Handler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = System.getLogger("dev.clearway.origin");

    /** How long a closing connection is still read, so that the peer gets the answer and not a reset. */
    private static final long LINGER_MILLIS = 1_000;

    private final ServerContext server;
    private final ServerConnection identity;
    private final Supervision supervision;
    private final ArrayDeque<HttpObject> waiting = new ArrayDeque<>();

    private @Nullable Http1Exchange current;
    /** Since when there has been no request: the connection's start, or the end of the last answer. */
    private long idleSince = System.nanoTime();
    /** When the first bytes of a head came whose end has not come yet; meaningful while {@code headBegun}. */
    private long headSince;

    private boolean headBegun;
    private boolean messageRead;
    private boolean draining;
    private boolean drainRequested;
    private boolean closing;

    Http1Handler(ServerContext server, ServerConnection identity) {
        this.server = server;
        this.identity = identity;
        this.supervision = new Supervision(server.settings());
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        identity.protocolChosen("HTTP/1.1");
        supervision.start(ctx.executor(), () -> check(ctx));
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        supervision.stop();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        messageRead = true;
        if (!closing && message instanceof HttpObject object) {
            waiting.add(object);
            drain(ctx);
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        ctx.flush();
        if (current == null && !messageRead && !headBegun) {
            headBegun = true;
            headSince = System.nanoTime();
        }
        messageRead = false;
        ctx.fireChannelReadComplete();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        supervision.stop();
        if (current != null) {
            current.connectionClosed();
            current = null;
        }
        discardWaiting();
        ctx.fireChannelInactive();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (current != null && ctx.channel().isWritable()) {
            current.writable();
            drain(ctx);
            ctx.flush();
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.log(Level.DEBUG, () -> "connection " + identity.id() + " broke: " + cause);
        ctx.close();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof Listeners.Drain) {
            drainRequested = true;
            if (current == null) {
                closeAfterWrites(ctx);
            }
        }
        ctx.fireUserEventTriggered(event);
    }

    /** The answer was handed over in full, and the request has ended. */
    void exchangeEnded(ChannelHandlerContext ctx, boolean keepAlive) {
        current = null;
        idleSince = System.nanoTime();
        headBegun = false;
        if (keepAlive && !drainRequested) {
            drain(ctx);
        } else {
            closeAfterWrites(ctx);
        }
    }

    /** Takes what waits, as far as it can be taken; reads on if nothing is left. Never runs inside itself. */
    private void drain(ChannelHandlerContext ctx) {
        if (draining) {
            return;
        }
        draining = true;
        try {
            while (!closing && !waiting.isEmpty() && canTake(waiting.peek())) {
                HttpObject message = waiting.remove();
                if (message instanceof HttpRequest request) {
                    begin(ctx, request);
                } else {
                    content(ctx, (HttpContent) message);
                }
            }
        } finally {
            draining = false;
        }
        if (closing) {
            discardWaiting();
        }
        ctx.channel().config().setAutoRead(closing || waiting.isEmpty());
    }

    private boolean canTake(HttpObject message) {
        Http1Exchange exchange = current;
        if (message instanceof HttpRequest) {
            return exchange == null;
        }
        return exchange == null || exchange.wantsContent();
    }

    private void discardWaiting() {
        waiting.forEach(ReferenceCountUtil::release);
        waiting.clear();
    }

    private void begin(ChannelHandlerContext ctx, HttpRequest request) {
        Answer refusal = refusal(request);
        boolean keepAlive = refusal == null && HttpUtil.isKeepAlive(request);
        Answer answer = refusal != null
                ? refusal
                : server.router()
                        .answer(
                                request.method().name(),
                                request.uri(),
                                request.headers().get(HttpHeaderNames.CONTENT_TYPE),
                                identity);
        ServerExchange.Subject subject = new ServerExchange.Subject(
                identity, server.tally(), request.method().name(), answer);
        Http1Exchange exchange = new Http1Exchange(this, ctx, subject, new Http1Exchange.Framing(request, keepAlive));
        current = exchange;
        if (refusal == null) {
            exchange.continueIfExpected(request);
        }
        exchange.begin(ctx.executor());
        if (refusal != null) {
            exchange.requestCompleted();
        }
    }

    private void content(ChannelHandlerContext ctx, HttpContent content) {
        Http1Exchange exchange = current;
        if (exchange == null) {
            content.release();
            return;
        }
        if (content.decoderResult().isFailure()) {
            content.release();
            ctx.close();
            return;
        }
        exchange.contentRead(content.content());
        if (content instanceof LastHttpContent) {
            exchange.requestCompleted();
        }
    }

    private void check(ChannelHandlerContext ctx) {
        Http1Exchange exchange = current;
        if (closing) {
            return;
        }
        if (exchange != null) {
            if (supervision.isStalled(exchange)) {
                ctx.close();
            }
        } else if (headBegun && supervision.isHeadOverdue(headSince)) {
            HttpResponse late = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.REQUEST_TIMEOUT);
            late.headers()
                    .set(HttpHeaderNames.CONTENT_LENGTH, 0)
                    .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            ctx.write(late);
            closeAfterWrites(ctx);
        } else if (supervision.isIdleTooLong(idleSince)) {
            closeAfterWrites(ctx);
        }
    }

    /** What is wrong with the request itself, whatever it asks for; {@code null} for nothing. */
    private static @Nullable Answer refusal(HttpRequest request) {
        HttpVersion version = request.protocolVersion();
        if (request.decoderResult().isFailure()) {
            return decodingRefusal(request.decoderResult().cause());
        }
        if (version.majorVersion() != 1 || version.minorVersion() > 1) {
            return Answer.refusal(
                    Route.NONE,
                    505,
                    "This port speaks HTTP/1.1 only, not " + version.majorVersion() + "." + version.minorVersion()
                            + ".");
        }
        int hosts = request.headers().getAll(HttpHeaderNames.HOST).size();
        if (hosts > 1 || (hosts == 0 && version.equals(HttpVersion.HTTP_1_1))) {
            return Answer.refusal(Route.NONE, 400, "A request has one Host field, this one has " + hosts + ".");
        }
        return null;
    }

    private static Answer decodingRefusal(Throwable cause) {
        if (cause instanceof TooLongHttpHeaderException) {
            return Answer.refusal(Route.NONE, 431, "The header fields are too long.");
        }
        if (cause instanceof TooLongHttpLineException) {
            return Answer.refusal(Route.NONE, 414, "The request target is too long.");
        }
        return Answer.refusal(Route.NONE, 400, "This is not a well-formed HTTP/1.1 request.");
    }

    private void closeAfterWrites(ChannelHandlerContext ctx) {
        closing = true;
        ctx.channel().config().setAutoRead(true);
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
            SslHandler tls = ctx.pipeline().get(SslHandler.class);
            if (tls != null) {
                tls.closeOutbound();
            } else if (ctx.channel() instanceof DuplexChannel channel) {
                channel.shutdownOutput();
            }
            ctx.executor().schedule(() -> ctx.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
        });
    }
}
