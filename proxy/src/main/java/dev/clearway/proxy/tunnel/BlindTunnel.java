package dev.clearway.proxy.tunnel;

import dev.clearway.proxy.record.CutBy;
import dev.clearway.proxy.record.ProxiedTunnel;
import dev.clearway.proxy.record.ProxyObserver;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import java.net.SocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Two connections whose bytes are passed on, each to the other. Confined to the event loop that both are on.
 *
 * <p>Each side's end becomes the other's: an orderly end of one direction ends that direction alone, a reset resets.
 */
public final class BlindTunnel {
    private final Target target;
    private final ProxyObserver observer;
    private final Duration idleTime;
    private final Instant startedAt = Instant.now();
    private final long startedNanos = System.nanoTime();
    private final TunnelEnd clientEnd;
    private final TunnelEnd upstreamEnd;
    private final SocketAddress peer;
    private long movedNanos = startedNanos;
    private int ended;
    private boolean closed;
    private CutBy cutBy = CutBy.NOBODY;
    private String failure = "";

    /**
     * Whom a tunnel is for.
     *
     * @param id the tunnel's number within the proxy
     * @param host the target's host
     * @param port the target's port
     */
    public record Target(long id, String host, int port) {}

    /**
     * A tunnel, not begun. The upstream side begins to be read when the handler {@link #clientHandler} is added to the
     * client's pipeline.
     *
     * @param target whom it is for
     * @param client the client's connection
     * @param upstream the connection to the target, of which nothing is read yet
     * @param observer who is told
     * @param idleTime how long it may stand still
     */
    public BlindTunnel(Target target, Channel client, Channel upstream, ProxyObserver observer, Duration idleTime) {
        this.target = target;
        this.observer = observer;
        this.idleTime = idleTime;
        this.peer = client.remoteAddress();
        this.clientEnd = new TunnelEnd(this, client, upstream, CutBy.CLIENT);
        this.upstreamEnd = new TunnelEnd(this, upstream, client, CutBy.UPSTREAM);
    }

    /** Tells of a tunnel that could not be opened. */
    public static void failed(Target target, Channel client, ProxyObserver observer, Throwable cause) {
        observer.tunnelOpened(target.id(), target.host(), target.port());
        observer.tunnelClosed(new ProxiedTunnel(
                target.id(),
                Instant.now(),
                Duration.ZERO,
                client.remoteAddress(),
                target.host(),
                target.port(),
                0,
                0,
                cause instanceof AddressProhibitedException ? CutBy.PROXY : CutBy.UPSTREAM,
                String.valueOf(cause.getMessage())));
    }

    /** The handler that makes the client's connection one side of the tunnel; the last of its pipeline. */
    public ChannelHandler clientHandler() {
        return clientEnd;
    }

    /** The client's side is in its pipeline: opens the other. */
    void joined() {
        observer.tunnelOpened(target.id(), target.host(), target.port());
        clientEnd.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        upstreamEnd.channel().pipeline().addLast(upstreamEnd);
        upstreamEnd.channel().config().setAutoRead(true);
        clientEnd.channel().config().setAutoRead(true);
        watch();
    }

    private void watch() {
        long left = idleTime.toNanos() - (System.nanoTime() - movedNanos);
        if (closed) {
            return;
        }
        if (left <= 0) {
            cut(CutBy.PROXY, "stood still for " + idleTime.toSeconds() + " s");
        } else {
            var unused = clientEnd.channel().eventLoop().schedule(this::watch, left, TimeUnit.NANOSECONDS);
        }
    }

    /** Bytes were passed on. */
    void moved() {
        movedNanos = System.nanoTime();
    }

    /** One side has sent all that it will. */
    void ended() {
        if (++ended == 2) {
            close();
        }
    }

    /** One side is broken. */
    void cut(CutBy by, String why) {
        if (closed) {
            return;
        }
        cutBy = by;
        failure = why;
        clientEnd.resetOnClose();
        upstreamEnd.resetOnClose();
        close();
    }

    private void close() {
        if (closed) {
            return;
        }
        closed = true;
        clientEnd.close();
        upstreamEnd.close();
        observer.tunnelClosed(new ProxiedTunnel(
                target.id(),
                startedAt,
                Duration.ofNanos(System.nanoTime() - startedNanos),
                peer,
                target.host(),
                target.port(),
                clientEnd.passed(),
                upstreamEnd.passed(),
                cutBy,
                failure));
    }
}
