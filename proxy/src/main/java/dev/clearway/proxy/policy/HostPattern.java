package dev.clearway.proxy.policy;

import java.net.IDN;
import java.net.InetAddress;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Names of hosts: one name, or with {@code *.} before it all names below it, or {@code *} for all. Upper and lower case
 * are one, a dot at the end is none, and names in other scripts are compared in their ASCII form (RFC 5891).
 *
 * @param name in lower case, without {@code *.}; empty for {@code *}
 * @param below whether the names below it are meant
 */
record HostPattern(String name, boolean below) {
    private static final int LONGEST = 253;
    private static final String LABEL = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?";
    private static final Pattern NAME = Pattern.compile(LABEL + "(?:[.]" + LABEL + ")*");

    /**
     * A pattern as people write it.
     *
     * @throws IllegalArgumentException if it is none
     */
    static HostPattern of(String text) {
        if (text.equals("*")) {
            return new HostPattern("", true);
        }
        boolean below = text.startsWith("*.");
        String name = canonical(ascii(below ? text.substring(2) : text));
        if (name.length() > LONGEST || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not a host name, *.DOMAIN or *: " + text);
        }
        return new HostPattern(name, below);
    }

    private static String ascii(String text) {
        try {
            return IDN.toASCII(text, IDN.ALLOW_UNASSIGNED);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not a host name: " + text, e);
        }
    }

    /** A host as it is compared: lower case, no dot at the end, an IPv6 address in its one long form. */
    static String canonical(String host) {
        String name = host.endsWith(".") && !host.endsWith("..") ? host.substring(0, host.length() - 1) : host;
        InetAddress address = name.indexOf(':') < 0 ? null : AddressRange.parse(name);
        return address == null ? name.toLowerCase(Locale.ROOT) : address.getHostAddress();
    }

    /** Whether a host in {@link #canonical} form is meant. */
    boolean matches(String host) {
        if (name.isEmpty()) {
            return true;
        }
        if (!below) {
            return host.equals(name);
        }
        int dot = host.length() - name.length() - 1;
        return dot > 0 && host.charAt(dot) == '.' && host.endsWith(name);
    }

    @Override
    public String toString() {
        return name.isEmpty() ? "*" : (below ? "*." : "") + name;
    }
}
