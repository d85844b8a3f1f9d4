package dev.clearway.proxy.policy;

import java.util.List;

/** Hosts to leave alone, by name. Any thread. */
public final class HostPatterns implements BypassRules {
    private final List<HostPattern> patterns;

    private HostPatterns(List<HostPattern> patterns) {
        this.patterns = patterns;
    }

    /**
     * The rules of a list.
     *
     * @param patterns each a host's name, {@code *.DOMAIN} for the names below it, an address, or {@code *}
     * @throws IllegalArgumentException if one is none of these
     */
    public static HostPatterns of(List<String> patterns) {
        return new HostPatterns(patterns.stream().map(HostPatterns::pattern).toList());
    }

    private static HostPattern pattern(String text) {
        String plain = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        boolean address = plain.indexOf('/') < 0 && AddressRange.looksLikeOne(plain);
        return address ? new HostPattern(HostPattern.canonical(plain), false) : HostPattern.of(text);
    }

    @Override
    public boolean bypasses(String host) {
        String name = HostPattern.canonical(host);
        return patterns.stream().anyMatch(pattern -> pattern.matches(name));
    }
}
