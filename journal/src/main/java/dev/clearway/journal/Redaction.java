package dev.clearway.journal;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Takes out of single values what may be a secret, the same way whoever writes a recording or shows one. What findings
 * rest on is kept: hosts, paths, protocols. Stateless.
 */
public final class Redaction {
    /** What stands in place of a value that is not shown. */
    public static final String REDACTED = "[redacted]";

    /** A URL beyond this is shortened: nothing that we say of a request needs more. */
    private static final int LONGEST = 1_024;

    /** A token by its look: a JWT, a session id, an address of mail, or forty letters and digits in a row. */
    private static final Pattern SECRET = Pattern.compile(
            "(?<=/)eyJ[\\w-]{8,}[\\w.-]*|;jsessionid=[^/?#]*|(?<=/)[^/?#@]{1,64}(?:@|%40)[^/?#@]{1,255}|(?<=/)[\\w-]{40,}(?=/|$)",
            Pattern.CASE_INSENSITIVE);

    /** Header fields whose values findings rest on, or that say nothing of a person. */
    private static final Set<String> KEPT = Set.of(
            ":authority",
            ":method",
            ":scheme",
            ":status",
            "accept",
            "alt-svc",
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "date",
            "host",
            "priority",
            "protocol",
            "proxy-connection",
            "server",
            "transfer-encoding",
            "upgrade",
            "vary",
            "via");

    private Redaction() {}

    /** A URL without its user and password, query, fragment, and what looks like a token in its path; shortened. */
    public static String url(String url) {
        String shown = withoutQuery(shortened(url));
        int path = pathStart(shown);
        String authority = shown.substring(0, path);
        int user = authority.lastIndexOf('@');
        int scheme = authority.indexOf("://");
        if (user >= 0) {
            authority = authority.substring(0, scheme < 0 ? 0 : scheme + 3) + authority.substring(user + 1);
        }
        return authority + SECRET.matcher(shown.substring(path)).replaceAll("…");
    }

    /** The value of a header field, or {@link #REDACTED}; {@code name} may be in any case. */
    public static String field(String name, String value) {
        return KEPT.contains(name.toLowerCase(Locale.ROOT)) ? value : REDACTED;
    }

    /** A URL of which nothing is taken out, but that is cut where it is longer than anybody needs. */
    public static String shortened(String url) {
        return url.length() <= LONGEST ? url : url.substring(0, LONGEST) + "…";
    }

    private static String withoutQuery(String url) {
        int query = url.indexOf('?');
        int fragment = url.indexOf('#');
        int end = query < 0 ? fragment : fragment < 0 ? query : Math.min(query, fragment);
        return end < 0 ? url : url.substring(0, end) + (query == end ? "?…" : "");
    }

    private static int pathStart(String url) {
        int scheme = url.indexOf("://");
        int path = url.indexOf('/', scheme < 0 ? 0 : scheme + 3);
        return path < 0 ? url.length() : path;
    }
}
