package dev.clearway.proxy;

import dev.clearway.proxy.accept.Acceptor;
import dev.clearway.proxy.forward.Forwarder;
import dev.clearway.proxy.forward.Upstreams;
import dev.clearway.proxy.settings.Alpn;
import dev.clearway.proxy.settings.ProxySettings;
import dev.clearway.proxy.tunnel.TunnelOpener;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Transport;
import dev.clearway.transport.observe.PoolSnapshot;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A running proxy. Any thread may call any method; {@link #close} ends every connection and thread. */
public final class ProxyServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.clearway.proxy");

    private final ProxySettings settings;
    private final Upstreams upstreams;
    private final TunnelOpener tunnels;
    private final Acceptor acceptor;

    private ProxyServer(ProxySettings settings) throws IOException {
        this.settings = settings;
        this.upstreams = new Upstreams(transport(settings));
        this.tunnels = new TunnelOpener(settings.targets(), settings.bounds().connectTime());
        try {
            this.acceptor = Acceptor.open(settings, new Forwarder(upstreams, settings), tunnels);
        } catch (IOException | RuntimeException failed) {
            tunnels.close();
            closeUpstreams();
            throw failed;
        }
    }

    /**
     * Binds the port and serves.
     *
     * @throws IOException if the port cannot be bound
     */
    public static ProxyServer start(ProxySettings settings) throws IOException {
        return new ProxyServer(settings);
    }

    private static Transport.Builder transport(ProxySettings settings) {
        Transport.Builder builder = Transport.builder()
                .limits(settings.limits())
                .listener(settings.upstreamListener())
                .connectTimeout(settings.bounds().connectTime())
                .maxHeadBytes(settings.bounds().headBytes())
                .alpn(protocols(settings.upstreamAlpn()))
                .addressFilter(
                        (origin, address) -> settings.targets().permits(new InetSocketAddress(address, origin.port())));
        if (settings.upstreamTls() != null) {
            builder.sslContext(settings.upstreamTls());
        }
        return builder;
    }

    private static Set<Protocol> protocols(Alpn alpn) {
        return switch (alpn) {
            case H2_AND_HTTP_1_1 -> EnumSet.allOf(Protocol.class);
            case H2 -> EnumSet.of(Protocol.HTTP_2);
            case HTTP_1_1 -> EnumSet.of(Protocol.HTTP_1_1);
            case NONE -> EnumSet.noneOf(Protocol.class);
        };
    }

    /** Where clients connect. */
    public InetSocketAddress address() {
        return acceptor.address();
    }

    /** How many clients' connections are open. */
    public int connections() {
        return acceptor.connections();
    }

    /** The upstream leg's pools, each a picture of one moment: who waits for whom, and why. */
    public List<PoolSnapshot> upstreamPools() {
        return upstreams.snapshot();
    }

    /** Accepts no more, waits for requests under way as long as the settings say, and ends. Blocks until it has. */
    public void drain() {
        acceptor.drain(settings.bounds().drainTime());
        close();
    }

    /** Ends at once. Blocks until every connection is closed. May be called again. */
    @Override
    public void close() {
        acceptor.drain(Duration.ZERO);
        closeUpstreams();
        tunnels.close();
        acceptor.close();
    }

    private void closeUpstreams() {
        try {
            if (!upstreams.close(Duration.ofSeconds(5))) {
                LOG.log(System.Logger.Level.WARNING, "the upstream leg did not end in time");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
