package dev.clearway.proxy;

import dev.clearway.proxy.settings.Alpn;
import dev.clearway.proxy.settings.ProxySettings;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Request;
import dev.clearway.transport.RequestBody;
import dev.clearway.transport.Transport;
import dev.clearway.transport.VersionPolicy;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Our own client, a reverse proxy over TLS, and a server whose answers the test writes. */
final class Legs implements AutoCloseable {
    final Script script = new Script();
    final TestParts.Recorder recorder = new TestParts.Recorder();
    final Upstream upstream;
    final ProxyServer proxy;
    final Transport client;
    private final VersionPolicy versions;

    /** Legs that speak these two protocols. */
    Legs(String clientAlpn, String upstreamAlpn) throws Exception {
        this(clientAlpn, upstreamAlpn, settings -> settings);
    }

    Legs(String clientAlpn, String upstreamAlpn, UnaryOperator<ProxySettings.Builder> more) throws Exception {
        upstream = Upstream.start(List.of(upstreamAlpn), script);
        proxy = ProxyServer.start(more.apply(TestParts.settings()
                        .reverse(new Origin("https", "localhost", upstream.port()), true)
                        .clientAlpn(Alpn.of(clientAlpn))
                        .upstreamAlpn(Alpn.of(upstreamAlpn))
                        .observer(recorder))
                .build());
        client = Transport.builder()
                .sslContext(TestParts.TRUSTS_PROXY)
                .eventLoops(1)
                .build();
        versions = clientAlpn.equals("h2") ? VersionPolicy.HTTP_2 : VersionPolicy.HTTP_1_1;
    }

    Request request(String method, String path, RequestBody body, String... fields) {
        Origin origin = new Origin("https", "localhost", proxy.address().getPort());
        return new Request(origin, versions, method, path, Fields.of(fields), body, null);
    }

    Reply send(Request request) {
        Reply reply = new Reply();
        client.exchange(request, reply);
        return reply;
    }

    Reply get(String path) {
        return send(request("GET", path, RequestBody.NONE));
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.terminated()
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
        proxy.close();
        upstream.close();
    }
}
