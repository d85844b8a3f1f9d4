package dev.clearway.server;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValidationUtil;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
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
        Http2Headers head = new DefaultHttp2Headers(false, fields.size() + 1);
        head.status(HttpResponseStatus.valueOf(status).codeAsText());
        addAll(head, fields);
        if (status < 200 || status == 204) {
            head.remove(HttpHeaderNames.CONTENT_LENGTH);
        }
        if (status >= 200 && !head.contains(HttpHeaderNames.DATE)) {
            head.set(HttpHeaderNames.DATE, CurrentDate.text());
        }
        return head;
    }

    /** Trailer fields. */
    static Http2Headers trailers(HttpHeaders fields) {
        Http2Headers trailers = new DefaultHttp2Headers(false, fields.size());
        addAll(trailers, fields);
        return trailers;
    }

    /** Adds fields, but for those of one connection (RFC 9113, section 8.2.2). */
    private static void addAll(Http2Headers target, HttpHeaders fields) {
        boolean nominates = fields.contains(HttpHeaderNames.CONNECTION);
        Iterator<Map.Entry<CharSequence, CharSequence>> entries = fields.iteratorCharSequence();
        while (entries.hasNext()) {
            Map.Entry<CharSequence, CharSequence> field = entries.next();
            CharSequence name = AsciiString.of(field.getKey()).toLowerCase();
            boolean nominated = nominates && fields.containsValue(HttpHeaderNames.CONNECTION, name, true);
            if (nominated || HttpHeaderValidationUtil.isConnectionHeader(name, false)) {
                continue;
            }
            check(name, field.getValue());
            target.add(name, field.getValue());
        }
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
