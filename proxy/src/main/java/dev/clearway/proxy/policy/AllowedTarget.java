package dev.clearway.proxy.policy;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a list of allowed targets: hosts by name, or addresses by range, and their ports.
 *
 * @param hosts the hosts; {@code null} where addresses are listed
 * @param addresses the addresses; {@code null} where hosts are listed
 * @param ports the ports of both
 */
record AllowedTarget(@Nullable HostPattern hosts, @Nullable AddressRange addresses, Ports ports) {
    /**
     * An entry as people write it: {@code HOST}, {@code *.DOMAIN}, {@code *}, {@code ADDRESS} or {@code ADDRESS/PREFIX},
     * each with {@code :PORT}, {@code :FROM-TO} or {@code :*} after it; ports 80 and 443 where it names none. An IPv6
     * address with a port stands in brackets.
     *
     * @throws IllegalArgumentException if it is none
     */
    static AllowedTarget of(String text) {
        String target = text;
        Ports ports = Ports.WEB;
        int colon = text.lastIndexOf(':');
        boolean bracketed = text.startsWith("[");
        int closing = text.indexOf(']');
        if (bracketed && closing < 0) {
            throw new IllegalArgumentException("a bracket is not closed: " + text);
        }
        if (bracketed ? colon > closing : colon >= 0 && text.indexOf(':') == colon) {
            ports = Ports.of(text.substring(colon + 1));
            target = text.substring(0, colon);
        }
        if (bracketed) {
            if (!target.endsWith("]")) {
                throw new IllegalArgumentException("not a target: " + text);
            }
            return new AllowedTarget(null, AddressRange.of(target.substring(1, target.length() - 1)), ports);
        }
        return AddressRange.looksLikeOne(target)
                ? new AllowedTarget(null, AddressRange.of(target), ports)
                : new AllowedTarget(HostPattern.of(target), null, ports);
    }

    /** Whether it lists the host by name, in canonical form. */
    boolean lists(String host, int port) {
        return hosts != null && ports.contain(port) && hosts.matches(host);
    }

    /** Whether it lists the address by range. */
    boolean lists(InetAddress address, int port) {
        return addresses != null && ports.contain(port) && addresses.contains(address);
    }

    /** Whether it lists any address at the port. */
    boolean listsAddresses(int port) {
        return addresses != null && ports.contain(port);
    }

    /**
     * Ports: one, a range, or where nobody says which, those of the web.
     *
     * @param from the lowest
     * @param to the highest
     */
    record Ports(int from, int to) {
        /** 80 and 443. */
        static final Ports WEB = new Ports(80, 443);

        private static final int HIGHEST = 65_535;

        Ports {
            if (from < 1 || to > HIGHEST || from > to) {
                throw new IllegalArgumentException("ports are 1 to " + HIGHEST + ": " + from + "-" + to);
            }
        }

        static Ports of(String text) {
            if (text.equals("*")) {
                return new Ports(1, HIGHEST);
            }
            if (!text.matches("\\d{1,5}(-\\d{1,5})?")) {
                throw new IllegalArgumentException("not a port, FROM-TO or *: " + text);
            }
            int dash = text.indexOf('-');
            int from = Integer.parseInt(dash < 0 ? text : text.substring(0, dash));
            return new Ports(from, dash < 0 ? from : Integer.parseInt(text.substring(dash + 1)));
        }

        @SuppressWarnings("ReferenceEquality") // the constant is two ports and not a range
        boolean contain(int port) {
            return this == WEB ? port == from || port == to : from <= port && port <= to;
        }
    }
}
