package dev.clearway.origin;

import dev.clearway.origin.Answer.Timing;
import dev.clearway.server.RequestHead;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketExtensionData;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketExtensionUtil;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketServerExtension;
import io.netty.handler.codec.http.websocketx.extensions.compression.PerMessageDeflateServerExtensionHandshaker;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides about opening handshakes of WebSockets: over HTTP/1.1 as RFC 6455, section 4.2 says, over HTTP/2 as RFC 8441.
 * Stateless.
 */
final class WebSocketHandshake {
    private static final String VERSION = "13";
    private static final String ACCEPT_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int KEY_LENGTH = 16;

    private WebSocketHandshake() {}

    /** The answer to a request for a WebSocket, or for something else on its path. */
    static Answer answer(Route route, RequestHead head) {
        boolean http1 = head.method().equals("GET");
        if (!head.upgrade().equals("websocket") || !(http1 || head.method().equals("CONNECT"))) {
            return upgradeRequired(route, "This is a WebSocket: Upgrade over HTTP/1.1, extended CONNECT over HTTP/2.");
        }
        if (!VERSION.equals(head.fields().get(HttpHeaderNames.SEC_WEBSOCKET_VERSION))) {
            return upgradeRequired(route, "The only version of WebSocket that is spoken here is 13.");
        }
        HttpHeaders fields = new DefaultHttpHeaders();
        if (http1) {
            String key = head.fields().get(HttpHeaderNames.SEC_WEBSOCKET_KEY);
            if (key == null || !isKey(key)) {
                return Answer.refusal(route, 400, "Sec-WebSocket-Key is not 16 bytes in base 64.");
            }
            fields.set(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT, accept(key));
        }
        WebSocketServerExtension extension = extension(head.fields());
        if (extension != null) {
            fields.set(HttpHeaderNames.SEC_WEBSOCKET_EXTENSIONS, text(extension.newReponseData()));
        }
        Answer.WebSocket body = new Answer.WebSocket(fields, extension);
        return new Answer(route, http1 ? 101 : 200, null, body, 0, Timing.AT_ONCE, null);
    }

    private static Answer upgradeRequired(Route route, String text) {
        return Answer.refusal(route, 426, text);
    }

    /** The extension that is agreed on: compression, if it is offered in a way that can be met (RFC 7692). */
    private static @Nullable WebSocketServerExtension extension(HttpHeaders fields) {
        String offers = fields.getAsString(HttpHeaderNames.SEC_WEBSOCKET_EXTENSIONS);
        if (offers == null) {
            return null;
        }
        try {
            return extension(offers);
        } catch (IndexOutOfBoundsException | IllegalArgumentException malformed) {
            return null; // Netty reads offers that are none, and numbers that are none, no further
        }
    }

    private static @Nullable WebSocketServerExtension extension(String offers) {
        PerMessageDeflateServerExtensionHandshaker handshaker =
                new PerMessageDeflateServerExtensionHandshaker(WebSocketAnswer.MOST_BYTES);
        for (WebSocketExtensionData offer : WebSocketExtensionUtil.extractExtensions(offers)) {
            WebSocketServerExtension extension = handshaker.handshakeExtension(offer);
            if (extension != null) {
                return extension;
            }
        }
        return null;
    }

    private static String text(WebSocketExtensionData data) {
        return data.name()
                + data.parameters().entrySet().stream()
                        .map(WebSocketHandshake::text)
                        .collect(Collectors.joining());
    }

    private static String text(Map.Entry<String, @Nullable String> parameter) {
        return "; " + parameter.getKey() + (parameter.getValue() == null ? "" : "=" + parameter.getValue());
    }

    private static boolean isKey(String key) {
        try {
            return Base64.getDecoder().decode(key).length == KEY_LENGTH;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String accept(String key) {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            byte[] digest = sha1.digest((key + ACCEPT_SUFFIX).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }
}
