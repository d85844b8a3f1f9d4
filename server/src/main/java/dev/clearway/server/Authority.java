package dev.clearway.server;

/** What a request's authority and path may consist of. Stateless. */
final class Authority {
    private Authority() {}

    /** Whether it is a host and perhaps a port (RFC 3986, section 3.2), without user information. */
    static boolean isValid(String authority) {
        int colon = authority.lastIndexOf(':');
        int bracket = authority.lastIndexOf(']');
        String host = colon > bracket ? authority.substring(0, colon) : authority;
        if (colon > bracket && !isPort(authority, colon + 1)) {
            return false;
        }
        if (host.startsWith("[")) {
            return bracket == host.length() - 1 && bracket > 1 && isAddress(host.substring(1, bracket));
        }
        return !host.isEmpty() && isName(host);
    }

    /** Whether it is a host and a port, as CONNECT needs it (RFC 9110, section 9.3.6). */
    static boolean hasPort(String authority) {
        int colon = authority.lastIndexOf(':');
        return colon > authority.lastIndexOf(']') && colon < authority.length() - 1;
    }

    /** Whether it is a path, with a query perhaps, of characters that a URI may have, without a fragment. */
    static boolean isPath(String path) {
        if (path.isEmpty() || path.charAt(0) != '/') {
            return false;
        }
        for (int i = 1; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c <= ' ' || c >= 0x7f || c == '#') {
                return false;
            }
        }
        return true;
    }

    private static boolean isPort(String text, int from) {
        if (text.length() - from > 5) {
            return false;
        }
        int port = 0;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
            port = port * 10 + c - '0';
        }
        return port <= 65_535;
    }

    private static boolean isName(String host) {
        for (int i = 0; i < host.length(); i++) {
            if (!isUnreserved(host.charAt(i)) && "!$&'()*+,;=%".indexOf(host.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAddress(String address) {
        for (int i = 0; i < address.length(); i++) {
            char c = address.charAt(i);
            if (!isUnreserved(c) && c != ':' && c != '%') {
                return false;
            }
        }
        return true;
    }

    private static boolean isUnreserved(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '.'
                || c == '_'
                || c == '~';
    }
}
