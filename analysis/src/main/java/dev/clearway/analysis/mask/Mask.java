package dev.clearway.analysis.mask;

import java.util.regex.Pattern;

/** Takes out of a URL what may be a secret. */
public enum Mask {
    /** The query, the fragment, user names and passwords, session ids and tokens in paths are left out. */
    ON,
    /** Nothing is left out. */
    OFF;

    /** A URL beyond this is shortened: nothing that we say of a request needs more. */
    private static final int LONGEST = 1_024;

    /** A token by its look: a JWT, a session id, an address of mail, or forty letters and digits in a row. */
    private static final Pattern SECRET = Pattern.compile(
            "(?<=/)eyJ[\\w-]{8,}[\\w.-]*|;jsessionid=[^/?#]*|(?<=/)[^/?#@]{1,64}(?:@|%40)[^/?#@]{1,255}|(?<=/)[\\w-]{40,}(?=/|$)",
            Pattern.CASE_INSENSITIVE);

    /** What may be shown of {@code url}. */
    public String url(String url) {
        if (this == OFF) {
            return shorten(url);
        }
        String shown = withoutQuery(shorten(url));
        int path = pathStart(shown);
        String authority = shown.substring(0, path);
        int user = authority.lastIndexOf('@');
        int scheme = authority.indexOf("://");
        if (user >= 0) {
            authority = authority.substring(0, scheme < 0 ? 0 : scheme + 3) + authority.substring(user + 1);
        }
        return authority + SECRET.matcher(shown.substring(path)).replaceAll("…");
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

    private static String shorten(String url) {
        return url.length() <= LONGEST ? url : url.substring(0, LONGEST) + "…";
    }
}
