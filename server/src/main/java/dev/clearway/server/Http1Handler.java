package dev.clearway.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 connection. Answers one request after another; what follows a request stays with the decoder until then.
 * The connection is read all the time, which shows when the client leaves, unless more has come than one read. Confined
 * to the event loop of its connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write or close ends the connection by itself
final class Http1Handler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = System.getLogger("dev.clearway.server");

    /** How long a closing connection is still read, so that the peer gets the answer and not a reset. */
    private static final long LINGER_MILLIS = 1_000;

    /** How much may lie undecoded before the connection is not read any more. */
    private static final int MOST_BUFFERED = 64 * 1024;

    private final Service service;
    private final Supervision supervision;
    private final Http1Decoder decoder;
    private final HttpResponseEncoder encoder = new HttpResponseEncoder();

    private @Nullable Http1Exchange current;
    /** Since when there has been no request: the connection's start, or the end of the last answer. */
    private long idleSince = System.nanoTime();
    /** When the first bytes of a head came whose end has not come yet; meaningful while {@code headBegun}. */
    private long headSince;

    private long unsent;
    private boolean headBegun;
    private boolean reading;
    private boolean drainRequested;
    private boolean anyRequest;
    private boolean closing;

    private Http1Handler(Service service) {
        this.service = service;
        this.supervision = new Supervision(service.settings());
        this.decoder = new Http1Decoder(service.settings(), this::mayDecode);
    }

    static void install(ChannelPipeline pipeline, Service service) {
        Http1Handler handler = new Http1Handler(service);
        pipeline.addLast(handler.decoder, handler.encoder, handler);
    }

    Service service() {
        return service;
    }

    boolean isDraining() {
        return drainRequested;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        supervision.start(ctx.executor(), () -> check(ctx));
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        supervision.stop();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        reading = true;
        Http1Exchange exchange = current;
        if (closing) {
            ReferenceCountUtil.release(message);
        } else if (message instanceof ByteBuf bytes && exchange != null) {
            exchange.received(bytes);
        } else if (message instanceof HttpRequest request) {
            headRead(ctx, request);
        } else if (message instanceof HttpContent content) {
            contentRead(ctx, content);
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        reading = false;
        boolean begun = current == null && decoder.isHeadBegun();
        if (begun && !headBegun) {
            headSince = System.nanoTime();
        }
        headBegun = begun;
        ctx.flush();
        readIfThereIsRoom(ctx);
        ctx.fireChannelReadComplete();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        supervision.stop();
        closing = true;
        if (current != null) {
            current.closed("the connection ended", -1);
            current = null;
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        Http1Exchange exchange = current;
        if (exchange != null && ctx.channel().isWritable()) {
            // A receiver that writes may be on the stack: it is told when it is not.
            ctx.executor().execute(() -> {
                if (current == exchange && ctx.channel().isWritable()) {
                    exchange.writable();
                    ctx.flush();
                }
            });
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.log(Level.DEBUG, () -> service.connection() + " broke: " + cause);
        ctx.close();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ServerProtocols.Drain drain) {
            drainRequested = true;
            drain(ctx, drain.grace().toMillis());
        } else if (event instanceof ChannelInputShutdownEvent || event instanceof SslCloseCompletionEvent) {
            peerEnded(ctx);
        }
        ctx.fireUserEventTriggered(event);
    }

    /**
     * Closes once what has begun is answered. A connection that was made a moment ago has its first request under way: who
     * sent it could not tell whether a connection that closes without an answer has processed it, so it is waited for.
     */
    private void drain(ChannelHandlerContext ctx, long graceMillis) {
        if (current == null && anyRequest) {
            closeAfterWrites(ctx);
            return;
        }
        ctx.executor().schedule(() -> ctx.close(), graceMillis, TimeUnit.MILLISECONDS);
        if (current == null) {
            long firstMillis = Math.min(graceMillis, LINGER_MILLIS);
            ctx.executor()
                    .schedule(
                            () -> {
                                if (!anyRequest && !closing) {
                                    closeAfterWrites(ctx);
                                }
                            },
                            firstMillis,
                            TimeUnit.MILLISECONDS);
        }
    }

    /** Flushes, unless the end of what is being read will. */
    void flushSoon(ChannelHandlerContext ctx) {
        if (!reading) {
            ctx.flush();
        }
    }

    /** Content was handed over or dropped, or an exchange has ended: more may be decoded and read. */
    void contentTaken(ChannelHandlerContext ctx) {
        boolean outsideOfRead = !reading;
        try {
            decoder.resume();
        } catch (Exception e) {
            exceptionCaught(ctx, e);
        }
        if (outsideOfRead) {
            reading = false;
            ctx.flush();
            readIfThereIsRoom(ctx);
        }
    }

    /** The response was handed over in full. */
    void responseEnded(ChannelHandlerContext ctx) {
        Http1Exchange exchange = Objects.requireNonNull(current);
        if (!exchange.keepAlive() || drainRequested) {
            current = null;
            closeAfterWrites(ctx);
        } else if (exchange.isRequestReceived()) {
            current = null;
            idleSince = System.nanoTime();
            contentTaken(ctx);
        }
    }

    /** Writes a head, and from then on passes bytes as they are. */
    void becomeTunnel(ChannelHandlerContext ctx, int status, HttpHeaders fields) {
        ctx.write(Http1Responses.bare(status, fields), ctx.voidPromise());
        ctx.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        ctx.pipeline().remove(encoder);
        ctx.pipeline().remove(decoder);
    }

    /** Our side of the tunnel has ended, the peer's not yet. */
    void tunnelSideEnded(ChannelHandlerContext ctx) {
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> shutdownOutput(ctx));
    }

    /** Both sides of the tunnel have ended, or it has broken. */
    void tunnelEnded(ChannelHandlerContext ctx) {
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> ctx.close());
    }

    /** What might have become a tunnel does not: the request ends, after the call that the handler is in. */
    void tunnelDeclined(ChannelHandlerContext ctx, Http1Exchange exchange) {
        ctx.executor().execute(() -> {
            if (current == exchange) {
                endRequest(ctx, exchange, EmptyHttpHeaders.INSTANCE);
                ctx.flush();
            }
        });
    }

    /** Answers a CONNECT and puts another handler into this one's place. */
    void handOver(ChannelHandlerContext ctx, ChannelHandler next) {
        current = null;
        ctx.write(Http1Responses.bare(200, EmptyHttpHeaders.INSTANCE), ctx.voidPromise());
        ctx.flush();
        ctx.channel().config().setAutoRead(true);
        ChannelPipeline pipeline = ctx.pipeline();
        pipeline.addAfter(ctx.name(), null, next);
        pipeline.remove(this);
        pipeline.remove(encoder);
        pipeline.remove(decoder);
    }

    private boolean mayDecode() {
        Http1Exchange exchange = current;
        return closing
                || exchange == null
                || (!exchange.isRequestReceived() && !exchange.isUpgradable() && !exchange.hasWaiting());
    }

    private void readIfThereIsRoom(ChannelHandlerContext ctx) {
        Http1Exchange exchange = current;
        boolean room = mayDecode() || decoder.buffered() < MOST_BUFFERED;
        if (exchange != null && exchange.isTunnel()) {
            room = !exchange.hasWaiting();
        }
        ctx.channel().config().setAutoRead(closing || room);
    }

    private void headRead(ChannelHandlerContext ctx, HttpRequest request) {
        anyRequest = true;
        try {
            RequestHead head = Http1Requests.read(
                    request, service.connection().scheme(), service.settings().maxHeaderFields());
            Http1Exchange.Persistence persistence = new Http1Exchange.Persistence(
                    !request.protocolVersion().equals(HttpVersion.HTTP_1_1), HttpUtil.isKeepAlive(request));
            Http1Exchange exchange = new Http1Exchange(this, ctx, head, persistence);
            current = exchange;
            if (head.contentLength() != 0) {
                exchange.start();
            }
        } catch (RequestRejected rejected) {
            reject(ctx, rejected);
        }
    }

    private void contentRead(ChannelHandlerContext ctx, HttpContent content) {
        Http1Exchange exchange = current;
        if (exchange == null || content.decoderResult().isFailure()) {
            content.release();
            ctx.close();
            return;
        }
        if (content.content().isReadable()) {
            exchange.received(content.content());
        } else {
            content.release();
        }
        if (content instanceof LastHttpContent last) {
            if (exchange.requestHead().contentLength() == 0) {
                exchange.start();
            }
            if (!exchange.isUpgradable()) {
                endRequest(ctx, exchange, last.trailingHeaders());
            }
        }
    }

    private void endRequest(ChannelHandlerContext ctx, Http1Exchange exchange, HttpHeaders trailers) {
        exchange.receivedEnd(trailers);
        if (current == exchange && exchange.isOver()) {
            responseEnded(ctx);
        }
    }

    private void check(ChannelHandlerContext ctx) {
        if (closing) {
            return;
        }
        Http1Exchange exchange = current;
        if (exchange != null) {
            long pending = ctx.channel().bytesBeforeWritable();
            if (pending < unsent) {
                exchange.progress().moved((int) Math.min(Integer.MAX_VALUE, unsent - pending));
            }
            unsent = pending;
            if (supervision.isStalled(exchange)) {
                ctx.close();
            }
        } else if (headBegun && supervision.isHeadOverdue(headSince)) {
            reject(ctx, new RequestRejected(408, "The request took too long to arrive."));
        } else if (supervision.isIdleTooLong(idleSince)) {
            closeAfterWrites(ctx);
        }
    }

    private void reject(ChannelHandlerContext ctx, RequestRejected rejected) {
        if (!ctx.channel().isActive()) {
            return;
        }
        service.listener().requestRejected(service.connection(), rejected.status());
        ctx.write(Http1Responses.rejection(rejected));
        closeAfterWrites(ctx);
    }

    /** The peer sends nothing more. */
    private void peerEnded(ChannelHandlerContext ctx) {
        Http1Exchange exchange = current;
        if (exchange != null && exchange.isTunnel()) {
            if (!exchange.isRequestReceived()) {
                exchange.receivedEnd(EmptyHttpHeaders.INSTANCE);
                ctx.flush();
            }
        } else if (Boolean.TRUE.equals(ctx.channel().config().getOption(ChannelOption.ALLOW_HALF_CLOSURE))) {
            ctx.close();
        }
    }

    private void closeAfterWrites(ChannelHandlerContext ctx) {
        closing = true;
        ctx.channel().config().setAutoRead(true);
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
            shutdownOutput(ctx);
            ctx.executor().schedule(() -> ctx.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
        });
    }

    private static void shutdownOutput(ChannelHandlerContext ctx) {
        SslHandler tls = ctx.pipeline().get(SslHandler.class);
        if (tls != null) {
            tls.closeOutbound();
        } else if (ctx.channel() instanceof DuplexChannel channel) {
            channel.shutdownOutput();
        }
    }
}
