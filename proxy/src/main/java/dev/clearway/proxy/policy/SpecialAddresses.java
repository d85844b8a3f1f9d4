package dev.clearway.proxy.policy;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Addresses that lead to no host of the public Internet: those of IANA's special-purpose registries (RFC 6890 and its
 * updates), multicast, and where clouds answer questions about a machine and its secrets. IPv6 addresses that stand for an
 * IPv4 address are judged by that. Stateless.
 */
final class SpecialAddresses {
    private static final List<AddressRange> RANGES = ranges(
            "0.0.0.0/8", // this host and network
            "10.0.0.0/8", // private
            "100.64.0.0/10", // shared by carriers
            "127.0.0.0/8", // loopback
            "168.63.129.16", // a cloud's machine agent
            "169.254.0.0/16", // link-local, and metadata of clouds
            "172.16.0.0/12", // private
            "192.0.0.0/24", // protocol assignments
            "192.0.2.0/24", // documentation
            "192.88.99.0/24", // 6to4 relays
            "192.168.0.0/16", // private
            "198.18.0.0/15", // benchmarks
            "198.51.100.0/24", // documentation
            "203.0.113.0/24", // documentation
            "224.0.0.0/4", // multicast
            "240.0.0.0/4", // reserved, and broadcast
            "::/127", // unspecified, loopback
            "64:ff9b:1::/48", // local translation
            "100::/64", // discard
            "2001:db8::/32", // documentation
            "2001::/23", // protocol assignments, Teredo among them
            "3fff::/20", // documentation
            "5f00::/16", // segment routing
            "fc00::/7", // unique local, and metadata of clouds
            "fe80::/10", // link-local
            "fec0::/10", // site-local
            "ff00::/8"); // multicast

    /** IPv6 addresses in which an IPv4 address stands from that byte on. */
    private record Embedding(AddressRange range, int offset) {}

    private static final List<Embedding> EMBEDDINGS = List.of(
            new Embedding(AddressRange.of("::/96"), 12),
            new Embedding(AddressRange.of("64:ff9b::/96"), 12),
            new Embedding(AddressRange.of("2002::/16"), 2));

    private static final int IPV6_LENGTH = 16;
    private static final int ISATAP_OFFSET = 8;

    private SpecialAddresses() {}

    static boolean contain(InetAddress address) {
        for (AddressRange range : RANGES) {
            if (range.contains(address)) {
                return true;
            }
        }
        byte[] bytes = address.getAddress();
        return bytes.length == IPV6_LENGTH && standsForOne(address, bytes);
    }

    private static boolean standsForOne(InetAddress address, byte[] bytes) {
        for (Embedding each : EMBEDDINGS) {
            if (each.range.contains(address) && containBytes(bytes, each.offset)) {
                return true;
            }
        }
        return isIsatap(bytes) && containBytes(bytes, 12);
    }

    /** Tunnels inside a site (RFC 5214, section 6.1): the interface's half is 0000:5efe or 0200:5efe and an IPv4 address. */
    private static boolean isIsatap(byte[] bytes) {
        return (bytes[ISATAP_OFFSET] & 0xfd) == 0
                && bytes[ISATAP_OFFSET + 1] == 0
                && bytes[ISATAP_OFFSET + 2] == 0x5e
                && (bytes[ISATAP_OFFSET + 3] & 0xff) == 0xfe;
    }

    private static boolean containBytes(byte[] bytes, int offset) {
        return contain(AddressRange.address(Arrays.copyOfRange(bytes, offset, offset + 4)));
    }

    private static List<AddressRange> ranges(String... texts) {
        List<AddressRange> ranges = new ArrayList<>();
        for (String text : texts) {
            ranges.add(AddressRange.of(text));
        }
        return List.copyOf(ranges);
    }
}
