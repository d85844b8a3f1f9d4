package dev.clearway.client;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which header fields a caller may set, and which characters they may hold. The JDK's request builder checks the same
 * for its own requests; an {@link java.net.http.HttpRequest} can also be somebody's own class.
 */
final class HeaderRules {
    /** Fields that belong to the client, in any case. */
    private static final Set<String> RESTRICTED =
            restricted(System.getProperty("jdk.httpclient.allowRestrictedHeaders"));

    private HeaderRules() {}

    /**
     * Checks one field.
     *
     * @throws IllegalArgumentException if the name is no token, is restricted, or the value has a character that a field may not hold
     */
    static void check(String name, String value) {
        if (!isToken(name)) {
            throw new IllegalArgumentException("invalid header name: \"" + printable(name) + "\"");
        }
        if (RESTRICTED.contains(name)) {
            throw new IllegalArgumentException("restricted header name: \"" + name + "\"");
        }
        if (!isValue(value)) {
            throw new IllegalArgumentException("invalid header value for " + name + ": \"" + printable(value) + "\"");
        }
    }

    /** The restricted names, given what the property {@code jdk.httpclient.allowRestrictedHeaders} frees. */
    static Set<String> restricted(@Nullable String allowed) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(Set.of("connection", "content-length", "expect", "host", "upgrade"));
        if (allowed != null) {
            for (String name : allowed.split(",", -1)) {
                names.remove(name.trim());
            }
        }
        return names;
    }

    /** Whether the text is a token of RFC 9110, section 5.6.2. */
    static boolean isToken(String text) {
        if (text.isEmpty()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean alphanumeric = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!alphanumeric && "!#$%&'*+-.^_`|~".indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether the text may be a field value: RFC 9110, section 5.5, obs-text included. */
    private static boolean isValue(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < ' ' && c != '\t') || c == 0x7f || c > 0xff) {
                return false;
            }
        }
        return true;
    }

    /** The text with everything outside printable ASCII as {@code \\uXXXX}, and cut where it is long: fit for a message. */
    static String printable(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), 80); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c < 0x7f) {
                out.append(c);
            } else {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        return text.length() > 80 ? out.append("...").toString() : out.toString();
    }
}
