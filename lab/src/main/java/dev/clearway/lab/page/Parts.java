package dev.clearway.lab.page;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.lab.page.load.Access;
import dev.clearway.lab.page.load.Accounts;
import dev.clearway.lab.page.site.Site;
import dev.clearway.lab.page.site.Variant;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The page's server, others beside it, and the proxies before them, on the loopback address. Confined to one thread. */
final class Parts implements AutoCloseable {
    /** How many hosts a page that is spread over several has beside its own. */
    private static final int OTHERS = 2;

    /** A server is done with a request a moment after the browser has its answer. */
    private static final long LAST_ENDS_MILLIS = 5000;

    private final PagePlan plan;
    private final LocalAuthority authority = LocalAuthority.inMemory("origin");
    private final Map<Variant, Site> sites = new EnumMap<>(Variant.class);
    private final List<PageServer> servers = new ArrayList<>();
    private final OriginLog log = new OriginLog();
    private final Proxies proxies;
    private long requestsAtMark;

    private Parts(PagePlan plan) throws IOException {
        this.plan = plan;
        try {
            if (plan.modes().stream().anyMatch(mode -> mode.variant() == Variant.SHARD)) {
                Site plain = Site.of(plan.size(), Variant.PLAIN);
                for (int i = 0; i < OTHERS; i++) {
                    servers.add(PageServer.start(List.of(plain), authority, plan.roundTrip(), log));
                }
            }
            List<String> others = servers.stream().map(PageServer::origin).toList();
            for (Variant variant : Variant.values()) {
                Site site = Site.of(plan.size(), variant);
                sites.put(variant, variant == Variant.SHARD ? site.spreadOver(others) : site);
            }
            servers.add(0, PageServer.start(sites.values(), authority, plan.roundTrip(), log));
        } catch (IOException | RuntimeException e) {
            servers.forEach(PageServer::close);
            throw e;
        }
        List<Integer> ports = servers.stream().skip(1).map(PageServer::port).toList();
        proxies = new Proxies(servers.get(0).port(), ports, authority.clientContext());
    }

    static Parts start(PagePlan plan) throws IOException {
        return new Parts(plan);
    }

    /**
     * How a mode reaches its page.
     *
     * @param connects whether the loader asks proxies for tunnels; one that does not is led to a proxy as to the server
     */
    Access access(Mode mode, boolean connects) throws IOException {
        Site site = site(mode.variant());
        Way way = mode.way();
        PagePlan.External external = plan.external();
        if (way == Way.EXTERNAL && external != null) {
            return access(site, origin(), external.address());
        }
        if (way == Way.DIRECT) {
            return access(site, origin(), null);
        }
        if (connects) {
            return access(site, origin(), proxies.address(way, Proxies.Kind.EXPLICIT));
        }
        int port = proxies.address(way, Proxies.Kind.REVERSE).getPort();
        return access(site, "https://localhost:" + port, null);
    }

    private Access access(Site site, String origin, @Nullable InetSocketAddress proxy) {
        List<X509Certificate> trusted = new ArrayList<>(List.of(authority.certificate(), proxies.certificate()));
        PagePlan.External external = plan.external();
        if (external != null) {
            trusted.addAll(external.authorities());
        }
        return new Access(origin + site.path(), site, proxy, trusted);
    }

    Site site(Variant variant) {
        Site site = sites.get(variant);
        if (site == null) {
            throw new IllegalArgumentException("no site " + variant);
        }
        return site;
    }

    private String origin() {
        return servers.get(0).origin();
    }

    /** Every origin of the page's URLs. */
    Set<String> origins() {
        Set<String> origins = new LinkedHashSet<>();
        servers.forEach(server -> origins.add(server.origin()));
        return origins;
    }

    /** Leaves what happened so far out of what {@link #accounts} tells. */
    void mark() {
        requestsAtMark = requests();
        log.mark();
        proxies.mark();
    }

    private long requests() {
        return servers.stream().mapToLong(PageServer::requests).sum();
    }

    /** What the servers and that way's proxy wrote down since the mark. */
    Accounts accounts(Way way) throws InterruptedIOException {
        try {
            return new Accounts(
                    log.await(requests() - requestsAtMark, LAST_ENDS_MILLIS), proxies.journal(way, LAST_ENDS_MILLIS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the server's requests ended");
        }
    }

    @Override
    public void close() {
        proxies.close();
        servers.forEach(PageServer::close);
    }
}
