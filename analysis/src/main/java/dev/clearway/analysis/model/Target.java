package dev.clearway.analysis.model;

import java.util.Locale;
import java.util.Set;

/**
 * Whom a URL leads to (RFC 3986, section 3.2). URLs in recordings are anybody's text, so this never fails: what is not a
 * URL has an empty scheme and host.
 *
 * @param scheme in lower case, the web socket ones as their HTTP equivalents
 * @param host in lower case, without brackets
 * @param port its own, or its scheme's
 */
public record Target(String scheme, String host, int port) {
    /** Leads nowhere. */
    public static final Target NONE = new Target("", "", 0);

    private static final Set<String> INTERNAL = Set.of(
            "test",
            "local",
            "localhost",
            "internal",
            "lan",
            "corp",
            "home",
            "intranet",
            "example",
            "invalid",
            "private");

    private static final int LONGEST_HOST = 255;

    /** Reads {@code url}. */
    public static Target of(String url) {
        int colon = url.indexOf("://");
        if (colon <= 0 || colon > 20) {
            return NONE;
        }
        String scheme = plain(url.substring(0, colon).toLowerCase(Locale.ROOT));
        int from = colon + 3;
        int to = from;
        while (to < url.length() && "/?#\\".indexOf(url.charAt(to)) < 0) {
            to++;
        }
        String authority = url.substring(from, to);
        authority = authority.substring(authority.lastIndexOf('@') + 1);
        return of(scheme, authority);
    }

    private static String plain(String scheme) {
        return switch (scheme) {
            case "ws" -> "http";
            case "wss" -> "https";
            default -> scheme;
        };
    }

    private static Target of(String scheme, String authority) {
        int end = authority.startsWith("[") ? authority.indexOf(']') + 1 : authority.indexOf(':');
        String host = end <= 0 ? authority : authority.substring(0, end);
        int port = defaultPort(scheme);
        if (end > 0 && end < authority.length() - 1) {
            port = port(authority.substring(end + 1), port);
        }
        host = host.replace("[", "").replace("]", "").toLowerCase(Locale.ROOT);
        return host.isEmpty() || host.length() > LONGEST_HOST ? NONE : new Target(scheme, host, port);
    }

    private static int port(String digits, int otherwise) {
        try {
            int port = Integer.parseInt(digits);
            return port > 0 && port < 65_536 ? port : otherwise;
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    private static int defaultPort(String scheme) {
        return switch (scheme) {
            case "https" -> 443;
            case "http" -> 80;
            default -> 0;
        };
    }

    /** Whether it is asked over the network by HTTP. */
    public boolean http() {
        return scheme.equals("http") || scheme.equals("https");
    }

    /** Whether it is asked over TLS. */
    public boolean secure() {
        return scheme.equals("https");
    }

    /** {@code scheme://host:port}, the port only where it is not the scheme's; empty for {@link #NONE}. */
    public String origin() {
        if (host.isEmpty()) {
            return "";
        }
        return scheme + "://" + authority();
    }

    /** {@code host:port}, the port only where it is not the scheme's. */
    public String authority() {
        String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return port == defaultPort(scheme) ? shown : shown + ":" + port;
    }

    /**
     * The name under which it was registered, by a rule of thumb (the last two labels, three where the last two are short):
     * {@code example.co.uk} for {@code www.example.co.uk}. An address is its own.
     */
    public String registered() {
        if (address()) {
            return host;
        }
        String[] labels = host.split("\\.");
        int n = labels.length;
        boolean shortSuffix = n >= 3 && labels[n - 1].length() == 2 && labels[n - 2].length() <= 3;
        int keep = Math.min(n, shortSuffix ? 3 : 2);
        return String.join(".", java.util.Arrays.asList(labels).subList(n - keep, n));
    }

    /** Whether it is an IP address rather than a name. */
    public boolean address() {
        return host.indexOf(':') >= 0 || (!host.isEmpty() && Character.isDigit(host.charAt(host.length() - 1)));
    }

    /**
     * Whether it is of a kind that public certificate authorities do not certify: an address, a single label, or a name
     * below a suffix reserved for private or test use. A private authority is then what one expects.
     */
    public boolean internal() {
        int dot = host.lastIndexOf('.');
        return address() || dot < 0 || INTERNAL.contains(host.substring(dot + 1)) || host.endsWith(".home.arpa");
    }
}
