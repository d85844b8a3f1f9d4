package dev.clearway.server;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValidationUtil;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.ReadOnlyHttp2Headers;
import io.netty.util.AsciiString;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;

/** Makes field sections of responses. Stateless. */
final class Http2Fields {
    private Http2Fields() {}

    /**
     * A response's head.
     *
     * @throws IllegalArgumentException if a name or value may not be sent
     */
    static Http2Headers head(int status, HttpHeaders fields) {
        AsciiString[] sent = new AsciiString[2 * fields.size() + 2];
        int length = fill(sent, fields, status < 200 || status == 204);
        if (status >= 200 && !fields.contains(HttpHeaderNames.DATE)) {
            sent[length++] = HttpHeaderNames.DATE;
            sent[length++] = CurrentDate.text();
        }
        AsciiString code = HttpResponseStatus.valueOf(status).codeAsText();
        return ReadOnlyHttp2Headers.serverHeaders(
                false, code, length == sent.length ? sent : Arrays.copyOf(sent, length));
    }

    /** Trailer fields. */
    static Http2Headers trailers(HttpHeaders fields) {
        AsciiString[] sent = new AsciiString[2 * fields.size()];
        int length = fill(sent, fields, true);
        return ReadOnlyHttp2Headers.trailers(false, Arrays.copyOf(sent, length));
    }

    /** Copies names and values in turn, but for fields of one connection (RFC 9113, section 8.2.2); tells how many. */
    private static int fill(AsciiString[] target, HttpHeaders fields, boolean withoutLength) {
        boolean nominates = fields.contains(HttpHeaderNames.CONNECTION);
        int length = 0;
        Iterator<Map.Entry<CharSequence, CharSequence>> entries = fields.iteratorCharSequence();
        while (entries.hasNext()) {
            Map.Entry<CharSequence, CharSequence> field = entries.next();
            AsciiString name = AsciiString.of(field.getKey()).toLowerCase();
            boolean nominated = nominates && fields.containsValue(HttpHeaderNames.CONNECTION, name, true);
            boolean dropped = withoutLength && name.contentEquals(HttpHeaderNames.CONTENT_LENGTH);
            if (!nominated && !dropped && !HttpHeaderValidationUtil.isConnectionHeader(name, false)) {
                AsciiString value = AsciiString.of(field.getValue());
                check(name, value);
                target[length++] = name;
                target[length++] = value;
            }
        }
        return length;
    }

    private static void check(CharSequence name, CharSequence value) {
        if (name.length() == 0 || HttpHeaderValidationUtil.validateToken(name) >= 0) {
            throw new IllegalArgumentException("not a field name: " + printable(name));
        }
        if (HttpHeaderValidationUtil.validateValidHeaderValue(value) >= 0) {
            throw new IllegalArgumentException("not a value of " + name + ": " + printable(value));
        }
    }

    private static String printable(CharSequence text) {
        return "'" + text.toString().replaceAll("[^\\x20-\\x7e]", "?") + "'";
    }
}
