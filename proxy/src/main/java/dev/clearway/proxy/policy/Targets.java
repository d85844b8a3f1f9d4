package dev.clearway.proxy.policy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * Which targets a proxy may be asked for, by where it listens and what was listed.
 *
 * <ul>
 *   <li>Bound to a loopback address and with no list: any target.
 *   <li>With a list: hosts that it names, where they resolve to addresses of the public Internet, and addresses that it
 *       lists by range, whatever name they were found by. Loopback, private, link-local, carrier, metadata, multicast and
 *       other special addresses, and this machine's own, are never reached by a name, but by being listed themselves:
 *       whoever owns a name decides where it leads.
 *   <li>Bound elsewhere, there has to be a list.
 *   <li>The proxy's own ports never, in no mode: a request for them would come back, or reach what is not for clients.
 * </ul>
 *
 * <p>The name that an address was found by is the {@linkplain InetSocketAddress#getHostString host string} of the
 * address; an address that comes without one is judged as an address alone. Any thread.
 */
public final class Targets implements TargetPolicy {
    private enum Rule {
        ANY,
        LISTED,
        ONE
    }

    private final Rule rule;
    private final List<AllowedTarget> list;
    private final Set<InetAddress> local;
    private final List<InetSocketAddress> own = new CopyOnWriteArrayList<>();

    private Targets(Rule rule, List<AllowedTarget> list) {
        this.rule = rule;
        this.list = List.copyOf(list);
        local = localAddresses();
    }

    /**
     * The policy of a proxy whose clients name the targets.
     *
     * @param bind where it listens
     * @param allowed the list, each as {@code HOST}, {@code *.DOMAIN}, {@code *}, {@code ADDRESS} or {@code ADDRESS/PREFIX},
     *     with {@code :PORT}, {@code :FROM-TO} or {@code :*} after it; ports 80 and 443 where it names none
     * @throws IllegalArgumentException if it listens beyond loopback and the list is empty, or an entry cannot be read
     */
    public static Targets of(InetAddress bind, List<String> allowed) {
        if (!allowed.isEmpty()) {
            return new Targets(
                    Rule.LISTED, allowed.stream().map(AllowedTarget::of).toList());
        }
        if (!bind.isLoopbackAddress()) {
            throw new IllegalArgumentException("a proxy that others can reach (" + bind.getHostAddress()
                    + ") needs a list of the targets that it may be asked for (--allow-targets)");
        }
        return new Targets(Rule.ANY, List.of());
    }

    /** The policy of a proxy that stands for one upstream, wherever that is. */
    public static Targets only(String host, int port) {
        HostPattern name = new HostPattern(HostPattern.canonical(host), false);
        return new Targets(Rule.ONE, List.of(new AllowedTarget(name, null, new AllowedTarget.Ports(port, port))));
    }

    /** Never to be reached through the proxy: a port that it listens on. */
    public void own(InetSocketAddress address) {
        own.add(address);
    }

    @Override
    public boolean permits(String host, int port) {
        InetAddress literal = AddressRange.parse(host);
        if (literal != null) {
            return permits(literal, host, port);
        }
        if (host.indexOf(':') >= 0) {
            return false;
        }
        if (rule == Rule.ANY) {
            return true;
        }
        String name = HostPattern.canonical(host);
        return list.stream().anyMatch(each -> each.lists(name, port) || each.listsAddresses(port));
    }

    @Override
    public boolean permits(InetSocketAddress address) {
        InetAddress found = address.getAddress();
        return found != null && permits(found, address.getHostString(), address.getPort());
    }

    private boolean permits(InetAddress address, String host, int port) {
        if (isOwn(address, port)) {
            return false;
        }
        if (rule == Rule.ANY) {
            return true;
        }
        if (list.stream().anyMatch(each -> each.lists(address, port))) {
            return true;
        }
        boolean reachable = rule == Rule.ONE || !(SpecialAddresses.contain(address) || local.contains(address));
        String name = HostPattern.canonical(host);
        return reachable && list.stream().anyMatch(each -> each.lists(name, port));
    }

    private boolean isOwn(InetAddress address, int port) {
        for (InetSocketAddress each : own) {
            if (each.getPort() == port && reaches(address, each.getAddress())) {
                return true;
            }
        }
        return false;
    }

    private boolean reaches(InetAddress address, InetAddress bound) {
        return address.isAnyLocalAddress()
                || address.equals(bound)
                || (bound.isAnyLocalAddress() && (address.isLoopbackAddress() || local.contains(address)));
    }

    /** The addresses of this machine when the proxy started. */
    private static Set<InetAddress> localAddresses() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (SocketException e) {
            return Set.of();
        }
    }
}
