package dev.clearway.bench.run;

import dev.clearway.bench.client.Trust;
import dev.clearway.certs.LocalAuthority;
import dev.clearway.proxy.ProxyServer;
import dev.clearway.proxy.leaf.LeafCache;
import dev.clearway.proxy.policy.Targets;
import dev.clearway.proxy.settings.Alpn;
import dev.clearway.proxy.settings.ProxySettings;
import dev.clearway.transport.Origin;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/**
 * Our proxy before one server, as a process: serves until its standard input ends. Arguments: the server's URL; the
 * file with the certificate by which it is trusted; the file that is to hold the one by which the proxy is; the ALPN
 * protocols for the server; the limit of concurrent streams on a connection. Prints its port.
 */
public final class ProxyMain {
    private ProxyMain() {}

    /** Serves. */
    public static void main(String[] arguments) throws IOException, GeneralSecurityException {
        Origin server = Origin.of(URI.create(arguments[0]));
        LocalAuthority authority = LocalAuthority.inMemory("proxy");
        Files.writeString(Path.of(arguments[2]), authority.certificatePem());
        try (LeafCache leaves = new LeafCache(authority)) {
            ProxySettings settings = ProxySettings.builder(leaves, Targets.only(server.host(), server.port()))
                    .reverse(server, true)
                    .upstreamTls(Trust.in(Path.of(arguments[1])).context())
                    .upstreamAlpn(Alpn.of(arguments[3]))
                    .maxStreams(Integer.parseInt(arguments[4]))
                    .build();
            try (ProxyServer proxy = ProxyServer.start(settings)) {
                System.out.println(proxy.address().getPort());
                while (System.in.read() >= 0) {
                    // What it is told does not matter, only that it is told no more.
                }
            }
        }
    }
}
