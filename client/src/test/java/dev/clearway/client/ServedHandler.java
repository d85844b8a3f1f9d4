package dev.clearway.client;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/** Hands each request of an HTTP/1.1 connection, or the one of an HTTP/2 stream, to its handler as a {@link Served}. */
final class ServedHandler extends ChannelInboundHandlerAdapter {
    private final ContractServer server;
    private final boolean http2;
    private @Nullable Served current;

    ServedHandler(ContractServer server, boolean http2) {
        this.server = server;
        this.http2 = http2;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof HttpRequest head) {
                current = new Served(context.channel(), head, http2);
                server.handlerOf(head.uri()).accept(current);
            }
            if (message instanceof HttpContent content && current != null) {
                current.received(content.content());
                if (message instanceof LastHttpContent) {
                    current.ended();
                }
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (current != null) {
            current.gone();
        }
        context.fireChannelInactive();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
