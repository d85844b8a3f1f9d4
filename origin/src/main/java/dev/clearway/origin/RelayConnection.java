package dev.clearway.origin;

import dev.clearway.origin.RelayPipe.Timing;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One connection through a {@link Relay}: the client's side, the target's side, and the two directions between them. Any
 * thread may call the public methods, and each returns when it has taken effect; what is not public is confined to the
 * relay's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // closing is reported by the close future
public final class RelayConnection {
    private static final long FIN_MILLIS = 50;

    private final SocketChannel client;
    private final int clientPort;
    private final Delays delays;
    private final LongAdder sentToTarget;

    private volatile @Nullable SocketChannel target;
    private int pipesEnded;
    private volatile @Nullable RelayPipe toTarget;
    private volatile @Nullable RelayPipe toClient;

    RelayConnection(SocketChannel client, Delays delays, LongAdder sentToTarget) {
        this.client = client;
        this.clientPort = client.remoteAddress().getPort();
        this.delays = delays;
        this.sentToTarget = sentToTarget;
    }

    /**
     * Opens the target's side, then lets bytes pass; closes the client's side if the target cannot be reached.
     *
     * @param onEnd called when both sides are closed: what the client has sent may still be on its way when it is gone
     */
    void connect(InetSocketAddress address, Runnable onEnd) {
        ChannelFuture connecting = new Bootstrap()
                .group(client.eventLoop())
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        target = channel;
                    }
                })
                .connect(address);
        connecting.addListener((ChannelFutureListener) this::connected);
        client.closeFuture()
                .addListener(closed -> connecting.channel().closeFuture().addListener(done -> onEnd.run()));
    }

    /** The TCP port of the client's side, as the client has it. */
    public int clientPort() {
        return clientPort;
    }

    /** The TCP port of the target's side, as the target has it; 0 while the target is not connected. */
    public int targetPort() {
        SocketChannel server = target;
        InetSocketAddress local = server == null ? null : server.localAddress();
        return local == null ? 0 : local.getPort();
    }

    /**
     * Lets nothing pass for a while, in either direction; what arrives meanwhile follows after, in order. As a lost
     * packet does to TCP.
     */
    public void stall(Duration time) {
        onLoop(() -> {
            long until = System.nanoTime() + time.toNanos();
            RelayPipe there = toTarget;
            RelayPipe back = toClient;
            if (there != null && back != null) {
                there.stallUntil(until);
                back.stallUntil(until);
            }
        });
    }

    /** Resets both sides; what is under way is lost. */
    public void cut() {
        onLoop(() -> {
            reset(client);
            SocketChannel server = target;
            if (server != null) {
                reset(server);
            }
            discard(toTarget);
            discard(toClient);
        });
    }

    /** Ends both sides with a FIN, as a peer does that closes in the middle of things; what is under way is lost. */
    public void end() {
        onLoop(() -> {
            finish(client);
            SocketChannel server = target;
            if (server != null) {
                finish(server);
            }
            discard(toTarget);
            discard(toClient);
        });
    }

    private static void discard(@Nullable RelayPipe pipe) {
        if (pipe != null) {
            pipe.discard();
        }
    }

    /** The bytes of both directions that are in the relay now. */
    public long bufferedBytes() {
        RelayPipe there = toTarget;
        RelayPipe back = toClient;
        return (there == null ? 0 : there.held()) + (back == null ? 0 : back.held());
    }

    private void onLoop(Runnable step) {
        if (client.eventLoop().isShuttingDown()) {
            return;
        }
        client.eventLoop().submit(step).awaitUninterruptibly();
    }

    private void connected(ChannelFuture connecting) {
        SocketChannel server = (SocketChannel) connecting.channel();
        if (!connecting.isSuccess() || !client.isActive()) {
            reset(client);
            server.close();
            return;
        }
        long roundTrip = delays.toTargetNanos + delays.toClientNanos;
        Runnable onEnd = () -> pipeEnded(server);
        // A client sends once SYN and its answer have passed; a server once the client's ACK has, too.
        Timing timingThere = new Timing(delays.toTargetNanos, roundTrip + delays.toTargetNanos);
        RelayPipe there = new RelayPipe(client, server, timingThere, sentToTarget, onEnd);
        RelayPipe back =
                new RelayPipe(server, client, new Timing(delays.toClientNanos, 2 * roundTrip), new LongAdder(), onEnd);
        toTarget = there;
        toClient = back;
        client.pipeline().addLast(new Side(there, back, server));
        server.pipeline().addLast(new Side(back, there, client));
        there.readMore();
        back.readMore();
    }

    private void pipeEnded(SocketChannel server) {
        pipesEnded++;
        if (pipesEnded >= 2) {
            client.close();
            server.close();
        }
    }

    /** Sends a FIN at once, and closes when it has had time to arrive: with bytes unread a close is a reset. */
    private static void finish(SocketChannel channel) {
        channel.shutdownOutput();
        channel.eventLoop().schedule(() -> channel.close(), FIN_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Closes with a TCP reset instead of a FIN. */
    private static void reset(SocketChannel channel) {
        if (channel.isOpen()) {
            channel.config().setSoLinger(0);
        }
        channel.close();
    }

    /**
     * The delays of the two directions.
     *
     * @param toTargetNanos of what the client sends
     * @param toClientNanos of what the target sends
     */
    record Delays(long toTargetNanos, long toClientNanos) {}

    /** Reads one side into its pipe. When both sides have ended, or one broke, both are closed. */
    private static final class Side extends ChannelInboundHandlerAdapter {
        private final RelayPipe outgoing;
        private final RelayPipe incoming;
        private final SocketChannel other;

        Side(RelayPipe outgoing, RelayPipe incoming, SocketChannel other) {
            this.outgoing = outgoing;
            this.incoming = incoming;
            this.other = other;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            outgoing.read((ByteBuf) message);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            outgoing.readMore();
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof ChannelInputShutdownReadComplete) {
                outgoing.sourceEnded();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            incoming.discard();
            outgoing.sourceEnded();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            incoming.discard();
            outgoing.discard();
            reset(other);
            ctx.close();
        }
    }
}
