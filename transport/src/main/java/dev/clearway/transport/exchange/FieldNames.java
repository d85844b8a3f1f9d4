package dev.clearway.transport.exchange;

import dev.clearway.transport.Request;
import io.netty.util.AsciiString;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What the transport knows of field names: their lower-case form, and those that it does not pass on as they are. */
public final class FieldNames {
    /** {@code content-length}. */
    public static final AsciiString CONTENT_LENGTH = AsciiString.cached("content-length");

    /** {@code host}. */
    public static final AsciiString HOST = AsciiString.cached("host");

    private static final AsciiString TRANSFER_ENCODING = AsciiString.cached("transfer-encoding");
    private static final AsciiString CONNECTION = AsciiString.cached("connection");
    private static final AsciiString KEEP_ALIVE = AsciiString.cached("keep-alive");
    private static final AsciiString PROXY_CONNECTION = AsciiString.cached("proxy-connection");
    private static final AsciiString UPGRADE = AsciiString.cached("upgrade");
    /** {@code sec-websocket-key}. */
    public static final AsciiString WEBSOCKET_KEY = AsciiString.cached("sec-websocket-key");

    private static final AsciiString TE = AsciiString.cached("te");

    private static final int CACHED_NAMES = 512;
    private static final int CACHED_LENGTH = 64;

    /** Lower-case forms of names seen, which are few; bounded, so that names from outside cannot fill it. */
    private static final ConcurrentHashMap<String, AsciiString> LOWER = new ConcurrentHashMap<>();

    /** How a field of a request is treated. */
    public enum Kind {
        /** {@code Host}: {@code :authority} in HTTP/2. */
        HOST,
        /** {@code Content-Length} or {@code Transfer-Encoding}: written by the transport, from the body's length. */
        FRAMING,
        /** Of one connection (RFC 9110, section 7.6.1): not in HTTP/2. */
        CONNECTION,
        /** {@code TE}: in HTTP/2 with {@code trailers} alone. */
        TE,
        /** Passed on. */
        OTHER
    }

    private FieldNames() {}

    /** The name in lower case. */
    public static AsciiString lowerCase(CharSequence name) {
        if (name instanceof AsciiString ascii) {
            return ascii.toLowerCase();
        }
        String text = name.toString();
        AsciiString known = LOWER.get(text);
        if (known != null) {
            return known;
        }
        AsciiString lower = new AsciiString(text).toLowerCase();
        if (text.length() <= CACHED_LENGTH && LOWER.size() < CACHED_NAMES) {
            LOWER.put(text, lower);
        }
        return lower;
    }

    /** How the field with that name, in lower case, is treated. */
    public static Kind kind(AsciiString name) {
        return switch (name.length()) {
            case 2 -> name.equals(TE) ? Kind.TE : Kind.OTHER;
            case 4 -> name.equals(HOST) ? Kind.HOST : Kind.OTHER;
            case 7 -> name.equals(UPGRADE) ? Kind.CONNECTION : Kind.OTHER;
            case 10 -> name.equals(CONNECTION) || name.equals(KEEP_ALIVE) ? Kind.CONNECTION : Kind.OTHER;
            case 14 -> name.equals(CONTENT_LENGTH) ? Kind.FRAMING : Kind.OTHER;
            case 16 -> name.equals(PROXY_CONNECTION) ? Kind.CONNECTION : Kind.OTHER;
            case 17 -> name.equals(TRANSFER_ENCODING) ? Kind.FRAMING : Kind.OTHER;
            default -> Kind.OTHER;
        };
    }

    /** The value of the request's {@code Content-Length} (RFC 9110, section 8.6); {@code null} if it is to have none. */
    public static @Nullable String contentLength(Request request) {
        long length = request.body().length();
        if (request.upgrade() != null) {
            return null;
        }
        if (length > 0) {
            return Long.toString(length);
        }
        String method = request.method();
        boolean expected = method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
        return length == 0 && expected ? "0" : null;
    }
}
