package dev.clearway.bench.raw;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One HTTP/1.1 connection straight on Netty's codec: one request at a time. */
final class RawHttp1Connection extends RawConnection {
    private final String authority;
    private final Handler handler = new Handler();
    private @Nullable ChannelHandlerContext context;
    private @Nullable RawRequest current;

    RawHttp1Connection(String authority) {
        this.authority = authority;
    }

    /** The handler to put behind the codec. */
    SimpleChannelInboundHandler<HttpObject> handler() {
        return handler;
    }

    @Override
    ChannelHandlerContext context() {
        if (context == null) {
            throw new IllegalStateException("not in a pipeline yet");
        }
        return context;
    }

    @Override
    void submit(RawRequest request) {
        if (current != null) {
            request.reply.failed(new IOException("the connection is in use"));
            return;
        }
        current = request;
        HttpHeaders headers = DefaultHttpHeadersFactory.headersFactory()
                .withValidation(false)
                .newHeaders()
                .set(HttpHeaderNames.HOST, authority)
                .set(HttpHeaderNames.USER_AGENT, RawClient.USER_AGENT);
        ChannelHandlerContext ctx = context();
        var unused = ctx.write(
                new DefaultFullHttpRequest(
                        HttpVersion.HTTP_1_1,
                        HttpMethod.GET,
                        request.path,
                        Unpooled.EMPTY_BUFFER,
                        headers,
                        EmptyHttpHeaders.INSTANCE),
                ctx.voidPromise());
    }

    private final class Handler extends SimpleChannelInboundHandler<HttpObject> {
        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            context = ctx;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
            READING.set(RawHttp1Connection.this);
            try {
                super.channelRead(ctx, message);
            } finally {
                READING.remove();
            }
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) {
            RawRequest request = current;
            if (request == null) {
                return;
            }
            if (message instanceof HttpResponse response) {
                request.status = response.status().code();
            }
            if (message instanceof HttpContent content) {
                request.received += content.content().readableBytes();
            }
            if (message instanceof LastHttpContent) {
                current = null;
                request.end();
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            RawRequest request = current;
            if (request != null) {
                current = null;
                request.failure = new IOException("connection closed");
                request.end();
            }
        }
    }
}
