package dev.clearway.lab.page;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.lab.page.site.Site;
import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.origin.Relay;
import dev.clearway.origin.RequestListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** A server of pages, with a wire before it where there is to be a round trip. Any thread may call any method. */
final class PageServer implements AutoCloseable {
    /** As many streams as Chrome uses at all. */
    private static final int STREAMS = 256;

    private final OriginServer server;
    private final @Nullable Relay relay;

    private PageServer(OriginServer server, @Nullable Relay relay) {
        this.server = server;
        this.relay = relay;
    }

    static PageServer start(Collection<Site> sites, LocalAuthority authority, Duration roundTrip, RequestListener log)
            throws IOException {
        OriginServer.Builder builder = OriginServer.builder()
                .name("page")
                .authority(authority)
                .listener(log)
                .maxStreams(STREAMS)
                .listen(OriginPort.TLS, 0);
        sites.forEach(site -> site.resources().forEach(builder::resource));
        OriginServer server = builder.start();
        try {
            InetSocketAddress address =
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port(OriginPort.TLS));
            return new PageServer(server, roundTrip.isZero() ? null : Relay.start(address, roundTrip));
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Where it is reached. */
    int port() {
        return relay == null ? server.port(OriginPort.TLS) : relay.port();
    }

    /** The origin of its URLs. */
    String origin() {
        return "https://localhost:" + port();
    }

    /** How many requests it has received. */
    long requests() {
        return server.stats().requests();
    }

    @Override
    public void close() {
        if (relay != null) {
            relay.close();
        }
        server.close();
    }
}
