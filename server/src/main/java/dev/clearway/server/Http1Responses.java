package dev.clearway.server;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValidationUtil;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;

/** Makes parts of HTTP/1.1 responses. Stateless. */
final class Http1Responses {
    private Http1Responses() {}

    /**
     * The fields that may be sent: none of those of one connection (RFC 9110, section 7.6.1).
     *
     * @throws IllegalArgumentException if a name or value may not be sent
     */
    static HttpHeaders fields(HttpHeaders given) {
        HttpHeaders sent = DefaultHttpHeadersFactory.headersFactory().newHeaders();
        addAll(sent, given);
        return sent;
    }

    /** The end of chunked content, with trailer fields. */
    static LastHttpContent trailers(HttpHeaders given) {
        LastHttpContent last = new DefaultLastHttpContent(Unpooled.EMPTY_BUFFER);
        addAll(last.trailingHeaders(), given);
        return last;
    }

    /** A head that no content follows, whatever its fields say. */
    static FullHttpResponse bare(int status, HttpHeaders fields) {
        return new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(status),
                Unpooled.EMPTY_BUFFER,
                fields,
                EmptyHttpHeaders.INSTANCE);
    }

    /** The answer to a request that no handler is to see. */
    static FullHttpResponse rejection(RequestRejected rejected) {
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(rejected.status()),
                Unpooled.copiedBuffer(rejected.getMessage() + "\n", StandardCharsets.UTF_8));
        response.headers()
                .set(HttpHeaderNames.DATE, CurrentDate.text())
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
                .set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8")
                .set("x-content-type-options", "nosniff")
                .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes())
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        return response;
    }

    private static void addAll(HttpHeaders target, HttpHeaders given) {
        boolean nominates = given.contains(HttpHeaderNames.CONNECTION);
        Iterator<Map.Entry<CharSequence, CharSequence>> entries = given.iteratorCharSequence();
        while (entries.hasNext()) {
            Map.Entry<CharSequence, CharSequence> field = entries.next();
            CharSequence name = field.getKey();
            boolean nominated = nominates && given.containsValue(HttpHeaderNames.CONNECTION, name, true);
            if (!nominated && !HttpHeaderValidationUtil.isConnectionHeader(name, false)) {
                target.add(name, field.getValue());
            }
        }
    }
}
