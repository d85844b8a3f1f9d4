package dev.clearway.lab.page.load;

import dev.clearway.lab.page.site.Site;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a page is reached.
 *
 * @param url where it is
 * @param site what it is
 * @param proxy the proxy that is asked for everything; {@code null} for none
 * @param trusted authorities that may have signed what is shown
 */
public record Access(String url, Site site, @Nullable InetSocketAddress proxy, List<X509Certificate> trusted) {
    public Access {
        trusted = List.copyOf(trusted);
    }

    /** The proxy as {@code host:port}; empty for none. */
    public String proxyText() {
        return proxy == null ? "" : proxy.getHostString() + ":" + proxy.getPort();
    }
}
