package dev.clearway.server;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValidationUtil;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads heads of requests and finds what is malformed (RFC 9113, sections 8.1.1 to 8.5; RFC 8441, section 4). The codec
 * has seen to names, order and number of pseudo-header fields, connection-specific fields and control characters.
 * Stateless.
 */
final class Http2Requests {
    private Http2Requests() {}

    /**
     * Reads a head.
     *
     * @param streamId the stream that a malformed request is an error of
     * @param open whether content follows
     * @throws Http2Exception if the request is malformed: a stream error PROTOCOL_ERROR
     */
    static RequestHead read(int streamId, Http2Headers headers, boolean open) throws Http2Exception {
        String method = text(headers.method());
        if (method.isEmpty() || HttpHeaderValidationUtil.validateToken(method) >= 0) {
            throw malformed(streamId, ":method is no token");
        }
        checkValues(streamId, headers);
        CharSequence protocol = headers.get(Http2Headers.PseudoHeaderName.PROTOCOL.value());
        boolean connect = method.equals("CONNECT");
        if (protocol != null && !connect) {
            throw malformed(streamId, ":protocol without CONNECT");
        }
        String authority = authority(streamId, headers);
        if (connect && protocol == null) {
            checkConnect(streamId, headers, authority);
        } else {
            checkTarget(streamId, headers, method);
        }
        boolean tunnel = connect && protocol == null;
        return new RequestHead(
                method,
                tunnel ? "" : text(headers.scheme()).toLowerCase(Locale.ROOT),
                authority,
                tunnel ? "" : text(headers.path()),
                text(protocol).toLowerCase(Locale.ROOT),
                new LazyFields(headers),
                open ? contentLength(headers, connect) : 0,
                open && HttpHeaderValues.CONTINUE.contentEqualsIgnoreCase(text(headers.get(HttpHeaderNames.EXPECT))));
    }

    private static String authority(int streamId, Http2Headers headers) throws Http2Exception {
        CharSequence pseudo = headers.authority();
        Iterator<CharSequence> hosts = headers.valueIterator(HttpHeaderNames.HOST);
        String host = hosts.hasNext() ? hosts.next().toString() : null;
        if (hosts.hasNext()) {
            throw malformed(streamId, "several Host fields");
        }
        String authority = pseudo == null ? text(host) : pseudo.toString();
        if (host != null && !host.equalsIgnoreCase(authority)) {
            throw malformed(streamId, "Host differs from :authority");
        }
        if (!Authority.isValid(authority)) {
            throw malformed(streamId, ":authority is no host and port");
        }
        return authority;
    }

    private static void checkConnect(int streamId, Http2Headers headers, String authority) throws Http2Exception {
        if (headers.scheme() != null || headers.path() != null) {
            throw malformed(streamId, "CONNECT with :scheme or :path");
        }
        if (!Authority.hasPort(authority)) {
            throw malformed(streamId, "CONNECT without a port");
        }
    }

    private static void checkTarget(int streamId, Http2Headers headers, String method) throws Http2Exception {
        String scheme = text(headers.scheme());
        if (!scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https")) {
            throw malformed(streamId, ":scheme is neither http nor https");
        }
        String path = text(headers.path());
        boolean asterisk = path.equals("*") && method.equals("OPTIONS");
        if (!asterisk && !Authority.isPath(path)) {
            throw malformed(streamId, ":path is no path");
        }
    }

    /** Fails if a value begins or ends with a blank, which a copy in HTTP/1.1 would lose (RFC 9113, section 8.2.1). */
    static void checkValues(int streamId, Http2Headers headers) throws Http2Exception {
        for (Map.Entry<CharSequence, CharSequence> field : headers) {
            CharSequence value = field.getValue();
            int length = value.length();
            if (length > 0 && (isBlank(value.charAt(0)) || isBlank(value.charAt(length - 1)))) {
                throw malformed(streamId, "a value with a blank at its edge");
            }
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static long contentLength(Http2Headers headers, boolean connect) {
        return connect ? -1 : headers.getLong(HttpHeaderNames.CONTENT_LENGTH, -1);
    }

    private static String text(@Nullable CharSequence value) {
        return value == null ? "" : value.toString();
    }

    private static Http2Exception malformed(int streamId, String what) {
        return Http2Exception.streamError(streamId, Http2Error.PROTOCOL_ERROR, "malformed request: %s", what);
    }
}
