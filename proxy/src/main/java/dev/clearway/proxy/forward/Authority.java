package dev.clearway.proxy.forward;

import io.netty.util.NetUtil;
import java.util.Locale;

/**
 * Host and port of an authority (RFC 3986, section 3.2), without user information.
 *
 * @param host the host in lower case; an IPv6 address without brackets
 * @param port the port; -1 where none is named
 */
public record Authority(String host, int port) {
    private static final int LONGEST_HOST = 255;

    /**
     * Reads an authority.
     *
     * @throws RefusedException with 400, if it is not well-formed
     */
    public static Authority of(String text) throws RefusedException {
        int end = text.startsWith("[") ? text.indexOf(']') + 1 : hostEnd(text);
        String host = text.substring(0, end);
        String rest = text.substring(end);
        boolean bracketed = host.startsWith("[");
        String bare = bracketed ? host.substring(1, host.length() - 1) : host;
        boolean good = bracketed ? NetUtil.isValidIpV6Address(bare) && bare.indexOf('%') < 0 : isName(bare);
        if (!good || bare.length() > LONGEST_HOST) {
            throw malformed();
        }
        return new Authority(bare.toLowerCase(Locale.ROOT), port(rest));
    }

    private static int hostEnd(String text) {
        int colon = text.indexOf(':');
        return colon < 0 ? text.length() : colon;
    }

    /** Letters, digits, hyphens, dots and underscores: what names in use have, and no less than what addresses need. */
    private static boolean isName(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean good = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == '-'
                    || c == '.'
                    || c == '_';
            if (!good) {
                return false;
            }
        }
        return !text.isEmpty() && text.charAt(0) != '.';
    }

    private static int port(String rest) throws RefusedException {
        if (rest.isEmpty() || rest.equals(":")) {
            return -1;
        }
        if (!rest.matches(":[0-9]{1,5}")) {
            throw malformed();
        }
        int port = Integer.parseInt(rest.substring(1));
        if (port < 1 || port > 65535) {
            throw malformed();
        }
        return port;
    }

    private static RefusedException malformed() {
        return new RefusedException(
                400, ProxyError.HTTP_REQUEST_ERROR, "The request names no host that could be connected to.");
    }

    /** The port, or the scheme's own where none is named. */
    public int portOr(String scheme) {
        return port != -1 ? port : scheme.equals("https") ? 443 : 80;
    }
}
