package dev.clearway.proxy.forward;

import dev.clearway.server.RequestHead;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Protocol;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Rewrites heads as an intermediary must (RFC 9110, section 7.6): drops what is meant for one connection, says by
 * {@code Via} that it was here, and joins the crumbs of {@code Cookie} (RFC 9113, section 8.2.3). Keeps no state.
 */
final class Heads {
    /** Of one connection, or of the way to this proxy, whatever {@code Connection} says. */
    private static final Set<String> HOP_BY_HOP = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authenticate",
            "proxy-authentication-info",
            "proxy-authorization",
            "te",
            "transfer-encoding",
            "upgrade",
            "http2-settings");

    private final String pseudonym;

    /**
     * @param pseudonym what this proxy calls itself in {@code Via}; no other proxy may be called so
     */
    Heads(String pseudonym) {
        this.pseudonym = pseudonym;
    }

    /** Whether the request has passed this proxy before. */
    boolean hasLoop(RequestHead head) {
        for (String via : head.fields().getAll(HttpHeaderNames.VIA)) {
            for (String hop : via.split(",", -1)) {
                String[] parts = hop.trim().split("[ \t]+", 3);
                if (parts.length > 1 && parts[1].equalsIgnoreCase(pseudonym)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The fields of a request for the upstream leg, {@code Host} among them; what frames the content is left to the transport. */
    Fields request(RequestHead head, String authority, String protocol) {
        HttpHeaders from = head.fields();
        Set<String> named = named(from.getAll(HttpHeaderNames.CONNECTION));
        Fields.Builder to = Fields.builder(from.size() + 3);
        to.add("host", authority);
        StringBuilder cookie = new StringBuilder();
        Iterator<Map.Entry<CharSequence, CharSequence>> lines = from.iteratorCharSequence();
        while (lines.hasNext()) {
            Map.Entry<CharSequence, CharSequence> line = lines.next();
            String name = line.getKey().toString().toLowerCase(Locale.ROOT);
            if (name.equals("cookie")) {
                boolean parted = !cookie.isEmpty() && line.getValue().length() > 0;
                cookie.append(parted ? "; " : "").append(line.getValue());
            } else if (!isOwn(name) && !HOP_BY_HOP.contains(name) && !named.contains(name)) {
                to.add(line.getKey(), line.getValue());
            }
        }
        if (!cookie.isEmpty()) {
            to.add("cookie", cookie.toString());
        }
        if (takesTrailers(from)) {
            to.add("te", "trailers");
        }
        return to.add("via", via(protocol)).build();
    }

    /** What the rewriting writes itself. */
    private static boolean isOwn(String name) {
        return name.equals("host") || name.equals("content-length");
    }

    private static boolean takesTrailers(HttpHeaders fields) {
        return fields.containsValue(HttpHeaderNames.TE, "trailers", true);
    }

    /**
     * The fields of an answer for the client's leg.
     *
     * @throws IllegalArgumentException if one of them may not stand there
     */
    HttpHeaders response(Fields from, Protocol protocol) {
        HttpHeaders to = new DefaultHttpHeaders();
        copy(from, to);
        checkLength(to);
        to.add(HttpHeaderNames.VIA, via(protocol.toString()));
        return to;
    }

    /** Leaves one length, if any. */
    private static void checkLength(HttpHeaders fields) {
        List<String> lengths = fields.getAll(HttpHeaderNames.CONTENT_LENGTH);
        if (lengths.isEmpty()) {
            return;
        }
        String length = lengths.get(0);
        if (!length.matches("[0-9]{1,18}") || lengths.stream().anyMatch(other -> !other.equals(length))) {
            throw new IllegalArgumentException("its Content-Length is no length");
        }
        fields.set(HttpHeaderNames.CONTENT_LENGTH, length);
    }

    /** The fields of an interim answer, for the client's leg. */
    static HttpHeaders interim(Fields from) {
        HttpHeaders to = new DefaultHttpHeaders();
        copy(from, to);
        return to;
    }

    private static void copy(Fields from, HttpHeaders to) {
        Set<String> named = named(from.all("connection"));
        from.forEach((name, value) -> {
            String lower = name.toString().toLowerCase(Locale.ROOT);
            if (!HOP_BY_HOP.contains(lower) && !named.contains(lower)) {
                to.add(name, value);
            }
        });
    }

    /** Trailer fields for the upstream leg. */
    static Fields trailers(HttpHeaders from) {
        if (from.isEmpty()) {
            return Fields.EMPTY;
        }
        Fields.Builder to = Fields.builder(from.size());
        from.iteratorCharSequence().forEachRemaining(line -> {
            if (mayTrail(line.getKey())) {
                to.add(line.getKey(), line.getValue());
            }
        });
        return to.build();
    }

    /** Trailer fields for the client's leg. */
    static HttpHeaders trailers(Fields from) {
        HttpHeaders to = new DefaultHttpHeaders();
        from.forEach((name, value) -> {
            if (mayTrail(name)) {
                to.add(name, value);
            }
        });
        return to;
    }

    /** Whether a field may be a trailer: not what frames a message or tells for whom it is (RFC 9110, section 6.5.1). */
    private static boolean mayTrail(CharSequence name) {
        String lower = name.toString().toLowerCase(Locale.ROOT);
        return !isOwn(lower) && !lower.equals("trailer") && !HOP_BY_HOP.contains(lower);
    }

    /** The names that {@code Connection} lists. */
    private static Set<String> named(List<String> values) {
        if (values.isEmpty()) {
            return Set.of();
        }
        Set<String> names = new HashSet<>();
        for (String value : values) {
            for (String name : value.split(",", -1)) {
                names.add(name.trim().toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    private String via(String protocol) {
        return (protocol.equals("HTTP/2") ? "2 " : "1.1 ") + pseudonym;
    }
}
