package dev.clearway.proxy.forward;

import dev.clearway.server.RequestHead;
import dev.clearway.server.ServerExchange;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;

/** Writes the answers that the proxy gives by itself: a short page, HTML for who asks for it and plain text for others. */
public final class Page {
    private static final int LONGEST_TEXT = 2000;

    private Page() {}

    /** Answers a request with the page of a refusal. */
    public static void send(RequestHead head, ServerExchange exchange, RefusedException refusal) {
        send(head, exchange, refusal, EmptyHttpHeaders.INSTANCE);
    }

    /** Answers a request with the page of a refusal and more header fields. */
    public static void send(RequestHead head, ServerExchange exchange, RefusedException refusal, HttpHeaders more) {
        boolean html = head.fields().get(HttpHeaderNames.ACCEPT, "").contains("text/html");
        byte[] body = (html ? html(refusal) : plain(refusal)).getBytes(StandardCharsets.UTF_8);
        HttpHeaders fields = new DefaultHttpHeaders();
        fields.set(more);
        fields.set(HttpHeaderNames.CONTENT_TYPE, html ? "text/html; charset=utf-8" : "text/plain; charset=utf-8");
        fields.set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        fields.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
        fields.set("proxy-status", "clearway; error=" + refusal.error());
        fields.set("x-content-type-options", "nosniff");
        if (html) {
            fields.set("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'");
        }
        exchange.head(refusal.status(), fields);
        if (!head.method().equals("HEAD")) {
            exchange.data(Unpooled.wrappedBuffer(body));
        }
        exchange.end(EmptyHttpHeaders.INSTANCE);
        exchange.flush();
    }

    private static String title(RefusedException refusal) {
        return HttpResponseStatus.valueOf(refusal.status()).toString();
    }

    private static String plain(RefusedException refusal) {
        return title(refusal) + "\n\n" + cleaned(refusal.text()) + "\n\nThis answer is from the Clearway proxy ("
                + refusal.error() + ").\n";
    }

    private static String html(RefusedException refusal) {
        String title = escaped(title(refusal));
        return """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><title>%s</title>
                <style>body{font:16px/1.5 system-ui,sans-serif;max-width:42em;margin:4em auto;padding:0 1em}</style></head>
                <body><h1>%s</h1><p>%s</p>
                <p><small>This answer is from the Clearway proxy (%s).</small></p></body></html>
                """.formatted(title, title, escaped(cleaned(refusal.text())), refusal.error());
    }

    /** The text cut short, without control characters. */
    private static String cleaned(String text) {
        String cut = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
        return cut.replaceAll("\\p{Cntrl}", " ");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
