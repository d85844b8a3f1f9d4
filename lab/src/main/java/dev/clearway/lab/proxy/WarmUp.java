package dev.clearway.lab.proxy;

import dev.clearway.certs.LocalAuthority;
import dev.clearway.client.ClearwayClient;
import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.proxy.ProxyServer;
import dev.clearway.proxy.leaf.LeafCache;
import dev.clearway.proxy.policy.Targets;
import dev.clearway.proxy.settings.Alpn;
import dev.clearway.proxy.settings.Bounds;
import dev.clearway.proxy.settings.ProxySettings;
import dev.clearway.transport.Origin;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * One request through another proxy, on loopback and gone at once, before a proxy is offered to clients. The first connection of a
 * JVM loads and links a thousand classes, and all who wait for one another in it have deadlines: on a machine that is
 * busy, the first clients were cut off for the proxy's own slowness.
 */
final class WarmUp {
    private static final System.Logger LOG = System.getLogger(RunningProxy.LOGGER);
    private static final String HOST = "localhost";

    /** As long as it may take; what it is not done with then, the first client pays for. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private WarmUp() {}

    /** Does it, whatever comes of it: a proxy that could not be warmed is slow, not broken. Blocks until it is done. */
    static void run(Alpn client, Alpn upstream) {
        LocalAuthority authority = LocalAuthority.inMemory("warm-up");
        try (OriginServer origin = OriginServer.builder()
                        .listen(OriginPort.TLS, 0)
                        .threads(1)
                        .start();
                LeafCache leaves = new LeafCache(authority);
                ProxyServer proxy =
                        ProxyServer.start(ProxySettings.builder(leaves, Targets.only(HOST, origin.port(OriginPort.TLS)))
                                .reverse(Origin.of(origin.uri(OriginPort.TLS)), true)
                                .upstreamTls(origin.authority().clientContext())
                                .clientAlpn(client)
                                .upstreamAlpn(upstream)
                                .bounds(Bounds.DEFAULT.withOpening(LONGEST, LONGEST))
                                .build())) {
            ask(proxy.address(), authority);
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "the proxy could not be warmed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void ask(InetSocketAddress proxy, LocalAuthority authority)
            throws IOException, InterruptedException {
        URI page = URI.create("https://" + HOST + ":" + proxy.getPort() + "/whoami");
        try (ClearwayClient client = ClearwayClient.newBuilder()
                .proxy(HttpClient.Builder.NO_PROXY)
                .sslContext(authority.clientContext())
                .connectTimeout(LONGEST)
                .build()) {
            client.send(HttpRequest.newBuilder(page).timeout(LONGEST).build(), BodyHandlers.discarding());
        }
    }
}
