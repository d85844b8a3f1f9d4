package dev.clearway.proxy.tunnel;

import dev.clearway.proxy.record.CutBy;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;

/** One side of a tunnel: what it reads goes to the other side, and no more is read than the other takes. */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes its channel, which is told
final class TunnelEnd extends ChannelInboundHandlerAdapter {
    private final BlindTunnel tunnel;
    private final Channel channel;
    private final Channel other;
    private final CutBy side;
    private long passed;
    private boolean over;

    TunnelEnd(BlindTunnel tunnel, Channel channel, Channel other, CutBy side) {
        this.tunnel = tunnel;
        this.channel = channel;
        this.other = other;
        this.side = side;
    }

    Channel channel() {
        return channel;
    }

    /** Bytes that were read here and passed on. */
    long passed() {
        return passed;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        if (side == CutBy.CLIENT) {
            tunnel.joined();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof ByteBuf data) {
            passed += data.readableBytes();
            tunnel.moved();
            other.write(data);
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        other.flush();
        if (!other.isWritable()) {
            channel.config().setAutoRead(false);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (channel.isWritable()) {
            tunnel.moved();
            other.config().setAutoRead(true);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            endOther();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        tunnel.cut(side, "the connection was closed");
    }

    /** Ends the other side's direction when all that was read here is written there. */
    private void endOther() {
        if (over) {
            return;
        }
        over = true;
        ChannelFuture written = other.writeAndFlush(Unpooled.EMPTY_BUFFER);
        written.addListener(done -> {
            if (other instanceof DuplexChannel duplex && other.isActive()) {
                duplex.shutdownOutput();
            }
            tunnel.ended();
        });
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        tunnel.cut(side, String.valueOf(cause.getMessage()));
    }

    /** A reset is to go out instead of an orderly end. */
    void resetOnClose() {
        if (channel.isActive()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        }
    }

    void close() {
        channel.close();
    }
}
