package dev.clearway.transport;

import java.net.URI;
import java.util.Locale;
import java.util.Objects;

/**
 * The origin of RFC 9110, section 4.3.1: scheme, host and port of the server that a request is for.
 *
 * @param scheme {@code http} or {@code https}, in lower case
 * @param host host name or address literal, in lower case; an IPv6 literal has no brackets
 * @param port 1 to 65535, never left out
 */
public record Origin(String scheme, String host, int port) {
    public Origin {
        Objects.requireNonNull(scheme, "scheme");
        Objects.requireNonNull(host, "host");
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new IllegalArgumentException("scheme must be http or https: " + scheme);
        }
        if (host.isEmpty()) {
            throw new IllegalArgumentException("host is empty");
        }
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("port must be 1 to 65535: " + port);
        }
    }

    /**
     * The origin of a URI, with the scheme's default port where the URI names none.
     *
     * @throws IllegalArgumentException if the URI has no host or another scheme than {@code http} and {@code https}
     */
    public static Origin of(URI uri) {
        String scheme = uri.getScheme();
        String host = uri.getHost();
        if (scheme == null || host == null) {
            throw new IllegalArgumentException("URI needs a scheme and a host: " + uri);
        }
        String lower = scheme.toLowerCase(Locale.ROOT);
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        int port = uri.getPort() == -1 ? defaultPort(lower) : uri.getPort();
        return new Origin(lower, bare.toLowerCase(Locale.ROOT), port);
    }

    /** Whether connections to this origin speak TLS. */
    public boolean secure() {
        return scheme.equals("https");
    }

    /** The authority of RFC 3986, section 3.2, without the port where it is the scheme's default: what {@code Host} and {@code :authority} carry. */
    public String authority() {
        String bracketed = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return port == defaultPort(scheme) ? bracketed : bracketed + ":" + port;
    }

    @Override
    public String toString() {
        return scheme + "://" + authority();
    }

    private static int defaultPort(String scheme) {
        return scheme.equals("https") ? 443 : 80;
    }
}
