package dev.clearway.origin;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * A wire with a round trip: listens on a loopback port, connects to a target for each connection, and passes bytes on in
 * both directions after a delay. Order is kept. What is under way is bounded: the side that sends is not read while
 * {@link #CAPACITY} bytes of its direction are in the relay, so a slow reader slows its writer, as TCP does.
 *
 * <p>It cannot delay the packets that open a TCP connection. It makes up for them: the first bytes are held back
 * as long as the opening would have taken, so that the first answer comes when it would come through a real wire, while
 * {@code connect} itself returns too early.
 *
 * <p>All connections share one event loop. Any thread may call any method.
 */
public final class Relay implements AutoCloseable {
    /** The most bytes of one direction of one connection that are in the relay at a time: 1 MiB. */
    public static final int CAPACITY = 1024 * 1024;

    private final EventLoopGroup loop;
    private final Channel listener;
    private final Set<RelayConnection> open = Collections.synchronizedSet(new LinkedHashSet<>());
    private final AtomicLong accepted = new AtomicLong();
    private final LongAdder sentToTarget = new LongAdder();
    private volatile InetSocketAddress target;

    private Relay(EventLoopGroup loop, InetSocketAddress target, RelayConnection.Delays delays) throws IOException {
        this.loop = loop;
        this.target = target;
        ChannelFuture bound = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 4096)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel client) {
                        accepted.incrementAndGet();
                        RelayConnection connection = new RelayConnection(client, delays, sentToTarget);
                        open.add(connection);
                        connection.connect(Relay.this.target, () -> open.remove(connection));
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException("the relay cannot listen: " + bound.cause().getMessage(), bound.cause());
        }
        this.listener = bound.channel();
    }

    /**
     * A relay with the same delay in both directions.
     *
     * @param target where connections go
     * @param roundTrip the round trip that is added; half of it in each direction
     * @throws IOException if no port can be bound
     */
    public static Relay start(InetSocketAddress target, Duration roundTrip) throws IOException {
        Duration there = roundTrip.dividedBy(2);
        return start(target, there, roundTrip.minus(there));
    }

    /**
     * A relay with a delay of its own for each direction.
     *
     * @param target where connections go
     * @param toTarget the delay of what clients send, zero or more
     * @param toClient the delay of what the target sends, zero or more
     * @throws IOException if no port can be bound
     */
    public static Relay start(InetSocketAddress target, Duration toTarget, Duration toClient) throws IOException {
        if (toTarget.isNegative() || toClient.isNegative()) {
            throw new IllegalArgumentException("a delay must not be negative: " + toTarget + ", " + toClient);
        }
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("clearway-relay", true), NioIoHandler.newFactory());
        try {
            return new Relay(loop, target, new RelayConnection.Delays(toTarget.toNanos(), toClient.toNanos()));
        } catch (IOException | RuntimeException e) {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
            throw e;
        }
    }

    /** Has connections that are accepted from now on go to that address; open ones stay. */
    public void target(InetSocketAddress value) {
        target = value;
    }

    /** The port to connect to, on the loopback address. */
    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /** The address to connect to. */
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port());
    }

    /** How many connections were accepted so far. */
    public long acceptedConnections() {
        return accepted.get();
    }

    /** How many bytes clients have sent so far, on connections that are closed, too. */
    public long bytesToTarget() {
        return sentToTarget.sum();
    }

    /** The open connections, in the order in which they were accepted. */
    public List<RelayConnection> connections() {
        synchronized (open) {
            return List.copyOf(open);
        }
    }

    /** The bytes that are in the relay now, of all connections and both directions. */
    public long bufferedBytes() {
        return connections().stream().mapToLong(RelayConnection::bufferedBytes).sum();
    }

    /** Stalls every open connection: see {@link RelayConnection#stall}. */
    public void stall(Duration time) {
        connections().forEach(connection -> connection.stall(time));
    }

    /** Cuts every open connection on both sides with a TCP reset; what is under way is lost. New ones are accepted. */
    public void cut() {
        connections().forEach(RelayConnection::cut);
    }

    /** Accepts no more, cuts every connection, and ends the thread. May be called again. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        cut();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
