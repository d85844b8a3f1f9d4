package dev.clearway.proxy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** What a WebSocket's server answers a key with (RFC 6455, section 4.2.2). */
final class WebSocketKeys {
    private WebSocketKeys() {}

    static String accept(String key) throws NoSuchAlgorithmException {
        byte[] text = (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII);
        return Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-1").digest(text));
    }
}
