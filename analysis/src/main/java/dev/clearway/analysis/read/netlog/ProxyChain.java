package dev.clearway.analysis.read.netlog;

import java.util.Locale;

/** Reads how netlogs write whom a request is sent through. */
final class ProxyChain {
    private ProxyChain() {}

    /**
     * The first proxy of {@code chain}, as {@code host:port} or with its scheme where it is not plain HTTP; empty where
     * there is none. Newer logs write {@code [direct://]} and {@code [host:port, …]}, older ones {@code DIRECT} and
     * {@code PROXY host:port}.
     */
    static String first(String chain) {
        String text = chain.strip();
        if (text.startsWith("[") && text.endsWith("]")) {
            text = text.substring(1, text.length() - 1);
        }
        int end = text.indexOf(',') >= 0 ? text.indexOf(',') : text.indexOf(';');
        text = (end < 0 ? text : text.substring(0, end)).strip();
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.isEmpty() || lower.equals("direct") || lower.startsWith("direct://")) {
            return "";
        }
        for (String keyword : new String[] {"proxy ", "http://"}) {
            if (lower.startsWith(keyword)) {
                return text.substring(keyword.length()).strip();
            }
        }
        return text;
    }
}
