package dev.clearway.proxy;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.proxy.leaf.LeafContexts;
import dev.clearway.proxy.policy.TargetPolicy;
import dev.clearway.proxy.record.ProxiedRequest;
import dev.clearway.proxy.record.ProxiedTunnel;
import dev.clearway.proxy.record.ProxyObserver;
import dev.clearway.proxy.settings.ProxySettings;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/** What tests of a proxy share: an authority of its own, the one of the servers behind it, and settings that permit everything. */
final class TestParts {
    static final LocalAuthority PROXY_CA = LocalAuthority.inMemory("proxy");
    static final LocalAuthority UPSTREAM_CA = LocalAuthority.inMemory("upstream");
    static final SSLContext TRUSTS_PROXY = PROXY_CA.clientContext();
    static final SSLContext TRUSTS_UPSTREAM = UPSTREAM_CA.clientContext();

    static final TargetPolicy EVERYTHING = new TargetPolicy() {
        @Override
        public boolean permits(String host, int port) {
            return true;
        }

        @Override
        public boolean permits(InetSocketAddress address) {
            return true;
        }
    };

    private static final Map<String, SslContext> LEAVES = new ConcurrentHashMap<>();
    static final LeafContexts ISSUED = (host, protocols) -> CompletableFuture.completedFuture(LEAVES.computeIfAbsent(
            host + protocols, key -> LocalAuthority.serverContext(PROXY_CA.issue(List.of(host)), protocols)));

    private TestParts() {}

    static ProxySettings.Builder settings() {
        return ProxySettings.builder(ISSUED, EVERYTHING).upstreamTls(TRUSTS_UPSTREAM);
    }

    /** Keeps what it is told. */
    static final class Recorder implements ProxyObserver {
        final BlockingQueue<ProxiedRequest> requests = new LinkedBlockingQueue<>();
        final BlockingQueue<ProxiedTunnel> tunnels = new LinkedBlockingQueue<>();
        final BlockingQueue<String> handshakes = new LinkedBlockingQueue<>();

        @Override
        public void requestEnded(ProxiedRequest request) {
            requests.add(request);
        }

        @Override
        public void handshakeFailed(String host, String failure) {
            handshakes.add(host);
        }

        @Override
        public void tunnelClosed(ProxiedTunnel tunnel) {
            tunnels.add(tunnel);
        }

        ProxiedRequest nextRequest() throws InterruptedException {
            return next(requests);
        }

        ProxiedTunnel nextTunnel() throws InterruptedException {
            return next(tunnels);
        }

        private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
            T one = queue.poll(60, TimeUnit.SECONDS);
            if (one == null) {
                throw new AssertionError("nothing was told");
            }
            return one;
        }
    }
}
