package dev.clearway.proxy.policy;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range of addresses in CIDR notation (RFC 4632), or one address. An IPv4 address and the IPv6 address that is mapped
 * to it are one.
 *
 * @param base an address of the range
 * @param prefix how many of its leading bits all addresses of the range share
 */
record AddressRange(InetAddress base, int prefix) {

    private static final int IPV4_BITS = 32;
    private static final int IPV6_BITS = 128;
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:][0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    AddressRange {
        if (prefix < 0 || prefix > bits(base)) {
            throw new IllegalArgumentException(
                    "a prefix of " + base.getHostAddress() + " has 0 to " + bits(base) + " bits, not " + prefix);
        }
    }

    /**
     * A range as people write it: {@code 10.0.0.0/8}, {@code fd00::/8}, {@code 192.0.2.1}.
     *
     * @throws IllegalArgumentException if it is none
     */
    static AddressRange of(String text) {
        int slash = text.indexOf('/');
        String literal = slash < 0 ? text : text.substring(0, slash);
        InetAddress base = parse(literal);
        if (base == null) {
            throw new IllegalArgumentException("not an address or a range of addresses: " + text);
        }
        if (slash < 0) {
            return new AddressRange(base, bits(base));
        }
        String prefix = text.substring(slash + 1);
        if (!prefix.matches("\\d{1,3}")) {
            throw new IllegalArgumentException("not a range of addresses: " + text);
        }
        int written = literal.indexOf(':') < 0 ? IPV4_BITS : IPV6_BITS;
        return new AddressRange(base, Integer.parseInt(prefix) - (written - bits(base)));
    }

    /** The address that a literal names; {@code null} if it is none. Nothing is looked up. */
    @SuppressWarnings("AddressSelection") // a literal is one address
    static @Nullable InetAddress parse(String literal) {
        boolean six = IPV6.matcher(literal).matches();
        if (!six && !NetUtil.isValidIpV4Address(literal)) {
            return null;
        }
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            return null;
        }
    }

    /** Whether a text is meant to be an address or a range of addresses. */
    static boolean looksLikeOne(String text) {
        int slash = text.indexOf('/');
        return slash >= 0 || parse(text) != null;
    }

    boolean contains(InetAddress address) {
        byte[] mine = base.getAddress();
        byte[] other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        int whole = prefix / Byte.SIZE;
        for (int i = 0; i < whole; i++) {
            if (mine[i] != other[i]) {
                return false;
            }
        }
        int rest = prefix % Byte.SIZE;
        int mask = 0xff00 >> rest & 0xff;
        return rest == 0 || (mine[whole] & mask) == (other[whole] & mask);
    }

    /** The address of these bytes, which is an IPv4 one where it is mapped (RFC 4291, section 2.5.5.2). */
    static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }

    private static int bits(InetAddress address) {
        return address.getAddress().length * Byte.SIZE;
    }

    @Override
    public String toString() {
        return base.getHostAddress() + "/" + prefix;
    }
}
