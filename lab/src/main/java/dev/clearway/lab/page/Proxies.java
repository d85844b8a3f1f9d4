package dev.clearway.lab.page;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.journal.RequestLife;
import dev.clearway.proxy.ProxyServer;
import dev.clearway.proxy.leaf.LeafCache;
import dev.clearway.proxy.policy.HostPatterns;
import dev.clearway.proxy.policy.Targets;
import dev.clearway.proxy.record.ProxyObserver;
import dev.clearway.proxy.settings.Alpn;
import dev.clearway.proxy.settings.ProxySettings;
import dev.clearway.transport.Origin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;

/**
 * The proxies before one server: they differ in what they offer the browser and in nothing else, and reach no other
 * target. Confined to one thread.
 */
final class Proxies implements AutoCloseable {
    private static final String HOST = "localhost";
    private static final int MANY_STREAMS = 256;
    private static final int FEW_STREAMS = 100;

    private final int target;
    private final List<Integer> others;
    private final SSLContext upstream;
    private final LocalAuthority authority = LocalAuthority.inMemory("proxy");
    private final LeafCache leaves = new LeafCache(authority);
    private final Map<Way, ProxyServer> running = new EnumMap<>(Way.class);
    private final Map<Way, ProxyLog> logs = new EnumMap<>(Way.class);

    /** How clients come to a proxy. */
    enum Kind {
        /** They ask for a tunnel by CONNECT. */
        EXPLICIT,
        /** They take the proxy for the server. */
        REVERSE
    }

    /**
     * None yet.
     *
     * @param target the port of the server, or of the relay before it
     * @param others ports of others that may be asked for, too
     * @param upstream makes the engines of connections to the server
     */
    Proxies(int target, List<Integer> others, SSLContext upstream) {
        this.target = target;
        this.others = others;
        this.upstream = upstream;
    }

    /** Where the proxy of that way listens; started when it is first asked for. */
    InetSocketAddress address(Way way, Kind kind) throws IOException {
        ProxyServer proxy = running.get(way);
        if (proxy == null) {
            ProxyLog log = new ProxyLog();
            logs.put(way, log);
            proxy = ProxyServer.start(settings(way, kind, log.observer()));
            running.put(way, proxy);
        }
        return proxy.address();
    }

    private ProxySettings settings(Way way, Kind kind, ProxyObserver observer) {
        ProxySettings.Builder builder = ProxySettings.builder(leaves, targets())
                .upstreamTls(upstream)
                .observer(observer)
                .clientAlpn(way == Way.PROXY_H1 ? Alpn.HTTP_1_1 : Alpn.H2_AND_HTTP_1_1)
                .maxStreams(way == Way.PROXY_H2_100 ? FEW_STREAMS : MANY_STREAMS);
        if (kind == Kind.REVERSE) {
            builder.reverse(new Origin("https", HOST, target), true);
        }
        if (way == Way.BYPASS) {
            builder.bypass(HostPatterns.of(List.of(HOST)));
        }
        return builder.build();
    }

    private Targets targets() {
        if (others.isEmpty()) {
            return Targets.only(HOST, target);
        }
        List<String> allowed = new ArrayList<>(List.of("127.0.0.1:" + target));
        others.forEach(port -> allowed.add("127.0.0.1:" + port));
        return Targets.of(InetAddress.getLoopbackAddress(), allowed);
    }

    /** Leaves what happened so far out of what {@link #journal} tells. */
    void mark() {
        logs.values().forEach(ProxyLog::mark);
    }

    /** The journal of that way's proxy since the mark; empty where it has none. */
    List<RequestLife> journal(Way way, long patienceMillis) throws InterruptedException {
        ProxyLog log = logs.get(way);
        return log == null ? List.of() : log.await(patienceMillis);
    }

    /** The authority that signs what intercepted browsers are shown. */
    X509Certificate certificate() {
        return authority.certificate();
    }

    @Override
    public void close() {
        running.values().forEach(ProxyServer::close);
        logs.values().forEach(ProxyLog::close);
        leaves.close();
    }
}
