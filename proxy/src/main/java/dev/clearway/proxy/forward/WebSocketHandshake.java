package dev.clearway.proxy.forward;

import dev.clearway.server.RequestHead;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Request;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The opening handshake of a WebSocket, translated where the legs differ: by HTTP/1.1 a key is asked and answered and the
 * status is 101 (RFC 6455, section 4), by HTTP/2 there is no key and the status is 200 (RFC 8441, section 5).
 */
final class WebSocketHandshake {
    private static final String PROTOCOL = "websocket";
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int KEY_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final boolean clientIsHttp2;
    private final String key;

    private WebSocketHandshake(boolean clientIsHttp2, String key) {
        this.clientIsHttp2 = clientIsHttp2;
        this.key = key;
    }

    /** The handshake that a request begins; {@code null} if it begins none. */
    static @Nullable WebSocketHandshake of(RequestHead head, String protocol) {
        if (!head.upgrade().equals(PROTOCOL)) {
            return null;
        }
        boolean http2 = protocol.equals("HTTP/2");
        String key = head.fields().get(HttpHeaderNames.SEC_WEBSOCKET_KEY);
        return new WebSocketHandshake(http2, http2 || key == null ? newKey() : key);
    }

    private static String newKey() {
        byte[] nonce = new byte[KEY_BYTES];
        RANDOM.nextBytes(nonce);
        return Base64.getEncoder().encodeToString(nonce);
    }

    /**
     * Refuses what no server may take for an opening handshake by HTTP/1.1 (RFC 6455, section 4.2.1). Where the upstream
     * speaks HTTP/2, it could not tell, since neither method nor key reach it.
     *
     * @throws RefusedException with 400
     */
    void check(RequestHead head) throws RefusedException {
        List<String> keys = head.fields().getAll(HttpHeaderNames.SEC_WEBSOCKET_KEY);
        boolean good = clientIsHttp2 || (head.method().equals("GET") && keys.size() == 1 && isKey(keys.get(0)));
        if (!good) {
            throw new RefusedException(
                    400,
                    ProxyError.HTTP_REQUEST_ERROR,
                    "A WebSocket is asked for by GET, with one Sec-WebSocket-Key of 16 bytes in Base64.");
        }
    }

    private static boolean isKey(String text) {
        try {
            return Base64.getDecoder().decode(text).length == KEY_BYTES;
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }

    /** The request as it asks the upstream for a WebSocket. */
    Request asked(Request request) {
        Request get = request;
        if (clientIsHttp2) {
            Fields.Builder fields = Fields.builder(request.fields().size() + 1);
            request.fields().forEach((name, value) -> {
                if (!HttpHeaderNames.SEC_WEBSOCKET_KEY.contentEqualsIgnoreCase(name)) {
                    fields.add(name, value);
                }
            });
            fields.add("sec-websocket-key", key);
            get = new Request(
                    request.origin(),
                    request.versions(),
                    "GET",
                    request.path(),
                    fields.build(),
                    request.body(),
                    request.timeout());
        }
        return get.upgrading(PROTOCOL, request.body());
    }

    /**
     * Rewrites the head of an answer where it opens the WebSocket. Where it opens none, it stays as it is, unless it would
     * open one on the client's leg: an upstream of HTTP/1.1 may say 200 to a request to upgrade, and has then not upgraded.
     *
     * @return its status on the client's leg
     * @throws RefusedException if the upstream answered another key than it was asked, or as if there were no WebSocket
     */
    int answered(Protocol upstream, int status, HttpHeaders fields) throws RefusedException {
        boolean http2 = upstream == Protocol.HTTP_2;
        boolean open = http2 ? status / 100 == 2 : status == 101;
        if (!open && clientIsHttp2 && status / 100 == 2) {
            throw new RefusedException(
                    502, ProxyError.HTTP_PROTOCOL_ERROR, "it opened no WebSocket, its status was " + status);
        }
        return open ? opened(http2, fields) : status;
    }

    private int opened(boolean upstreamIsHttp2, HttpHeaders fields) throws RefusedException {
        String accept = accept(key);
        if (!upstreamIsHttp2 && !accept.equals(fields.get(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT))) {
            throw new RefusedException(
                    502, ProxyError.HTTP_PROTOCOL_ERROR, "its Sec-WebSocket-Accept does not fit the key");
        }
        if (clientIsHttp2) {
            fields.remove(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT);
            return 200;
        }
        fields.set(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT, accept);
        return 101;
    }

    private static String accept(String key) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-1").digest((key + GUID).getBytes(StandardCharsets.ISO_8859_1));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-1", impossible);
        }
    }
}
