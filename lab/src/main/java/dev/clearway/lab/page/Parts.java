package dev.clearway.lab.page;

import dev.clearway.lab.page.load.Access;
import dev.clearway.lab.page.site.Site;
import dev.clearway.lab.page.site.Variant;
import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.origin.OriginStats;
import dev.clearway.origin.Relay;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The page's server, the relay before it and the proxies, on the loopback address. Confined to one thread. */
final class Parts implements AutoCloseable {
    /** As many streams as Chrome uses at all. */
    private static final int STREAMS = 256;

    private final PagePlan plan;
    private final Map<Variant, Site> sites = new EnumMap<>(Variant.class);
    private final OriginServer origin;
    private final @Nullable Relay relay;
    private final Proxies proxies;
    private long requestsAtMark;

    private Parts(PagePlan plan, OriginServer origin, @Nullable Relay relay) {
        this.plan = plan;
        this.origin = origin;
        this.relay = relay;
        proxies = new Proxies(port(), origin.authority().clientContext());
        for (Variant variant : Variant.values()) {
            sites.put(variant, Site.of(plan.size(), variant));
        }
    }

    static Parts start(PagePlan plan) throws IOException {
        OriginServer.Builder builder =
                OriginServer.builder().name("page").maxStreams(STREAMS).listen(OriginPort.TLS, 0);
        for (Variant variant : Variant.values()) {
            Site.of(plan.size(), variant).resources().forEach(builder::resource);
        }
        OriginServer origin = builder.start();
        try {
            return new Parts(plan, origin, relay(plan, origin));
        } catch (IOException | RuntimeException e) {
            origin.close();
            throw e;
        }
    }

    private static @Nullable Relay relay(PagePlan plan, OriginServer origin) throws IOException {
        InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), origin.port(OriginPort.TLS));
        return plan.roundTrip().isZero() ? null : Relay.start(server, plan.roundTrip());
    }

    /**
     * How a mode reaches its page.
     *
     * @param connects whether the loader asks proxies for tunnels; one that does not is led to a proxy as to the server
     */
    Access access(Mode mode, boolean connects) throws IOException {
        Site site = site(mode.variant());
        List<X509Certificate> trusted = List.of(origin.authority().certificate(), proxies.certificate());
        Way way = mode.way();
        if (way == Way.DIRECT) {
            return new Access(origin() + site.path(), site, null, trusted);
        }
        if (way == Way.EXTERNAL) {
            return new Access(origin() + site.path(), site, plan.external(), trusted);
        }
        if (connects) {
            return new Access(origin() + site.path(), site, proxies.address(way, Proxies.Kind.EXPLICIT), trusted);
        }
        int port = proxies.address(way, Proxies.Kind.REVERSE).getPort();
        return new Access("https://localhost:" + port + site.path(), site, null, trusted);
    }

    Site site(Variant variant) {
        Site site = sites.get(variant);
        if (site == null) {
            throw new IllegalArgumentException("no site " + variant);
        }
        return site;
    }

    /** The origin of the page's URLs. */
    String origin() {
        return "https://localhost:" + port();
    }

    /** Every origin of the page's URLs. */
    Set<String> origins() {
        Set<String> origins = new LinkedHashSet<>();
        origins.add(origin());
        return origins;
    }

    private int port() {
        return relay == null ? origin.port(OriginPort.TLS) : relay.port();
    }

    /** Leaves what happened so far out of what {@link #read} tells. */
    void mark() {
        requestsAtMark = origin.stats().requests();
        origin.resetLongestRequest();
    }

    /** What the server saw since the mark. */
    ModeResult.OriginFigures read() {
        OriginStats stats = origin.stats();
        return new ModeResult.OriginFigures(
                stats.requests() - requestsAtMark, stats.longestRequest().toNanos() / 1e9);
    }

    @Override
    public void close() {
        proxies.close();
        if (relay != null) {
            relay.close();
        }
        origin.close();
    }
}
