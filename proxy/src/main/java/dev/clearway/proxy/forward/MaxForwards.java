package dev.clearway.proxy.forward;

import dev.clearway.server.RequestHead;
import dev.clearway.server.ServerExchange;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code Max-Forwards} of TRACE and OPTIONS (RFC 9110, section 7.6.2): counts it down, and answers where it ends. Keeps no state. */
final class MaxForwards {
    /** What TRACE never repeats (RFC 9110, section 9.3.8). */
    private static final Set<String> SECRET = Set.of("authorization", "cookie", "proxy-authorization");

    private MaxForwards() {}

    /**
     * The head as it is to be passed on; {@code null} if this proxy is the last to get it.
     *
     * @throws RefusedException if the field is no number
     */
    static @Nullable RequestHead count(RequestHead head) throws RefusedException {
        String value = head.fields().get(HttpHeaderNames.MAX_FORWARDS);
        if (value == null || !(head.method().equals("TRACE") || head.method().equals("OPTIONS"))) {
            return head;
        }
        if (!value.matches("[0-9]{1,9}")) {
            throw new RefusedException(400, ProxyError.HTTP_REQUEST_ERROR, "Max-Forwards must be a whole number.");
        }
        int left = Integer.parseInt(value);
        if (left == 0) {
            return null;
        }
        HttpHeaders fields = head.fields().copy();
        fields.set(HttpHeaderNames.MAX_FORWARDS, left - 1);
        return new RequestHead(
                head.method(),
                head.scheme(),
                head.authority(),
                head.path(),
                head.upgrade(),
                fields,
                head.contentLength(),
                head.expectsContinue());
    }

    /** Answers as the last recipient. */
    static void answer(RequestHead head, ServerExchange client) {
        HttpHeaders fields = new DefaultHttpHeaders();
        byte[] body = new byte[0];
        if (head.method().equals("TRACE")) {
            body = received(head).getBytes(StandardCharsets.ISO_8859_1);
            fields.set(HttpHeaderNames.CONTENT_TYPE, "message/http");
        } else {
            fields.set(HttpHeaderNames.ALLOW, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE, CONNECT");
        }
        fields.set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        client.head(200, fields);
        if (body.length > 0) {
            client.data(Unpooled.wrappedBuffer(body));
        }
        client.end(EmptyHttpHeaders.INSTANCE);
        client.flush();
    }

    private static String received(RequestHead head) {
        StringBuilder text = new StringBuilder("TRACE ").append(head.path()).append(" HTTP/1.1\r\n");
        head.fields().iteratorAsString().forEachRemaining(line -> {
            if (!SECRET.contains(line.getKey().toLowerCase(Locale.ROOT))) {
                text.append(line.getKey()).append(": ").append(line.getValue()).append("\r\n");
            }
        });
        return text.append("\r\n").toString();
    }
}
