package dev.clearway.origin;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketServerExtension;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a request is answered with. Decided from the request's head alone; written by the protocol's own code.
 *
 * @param route the endpoint
 * @param status the status code
 * @param contentType the content type; {@code null} for none
 * @param body what follows the head
 * @param delayMillis how long after the request's head the answer begins
 * @param timing whether the answer waits for the end of the request's body
 * @param allow the {@code allow} field of a 405; {@code null} for none
 */
record Answer(
        Route route,
        int status,
        @Nullable CharSequence contentType,
        Body body,
        long delayMillis,
        Timing timing,
        @Nullable String allow) {
    static final CharSequence PLAIN = AsciiString.cached("text/plain; charset=utf-8");
    static final CharSequence JSON = AsciiString.cached("application/json");
    static final CharSequence EVENT_STREAM = AsciiString.cached("text/event-stream; charset=utf-8");
    static final CharSequence BINARY = AsciiString.cached("application/octet-stream");

    /** The name of the field that forbids browsers to guess a type. */
    static final CharSequence CONTENT_TYPE_OPTIONS = AsciiString.cached("x-content-type-options");

    static final CharSequence GRPC = AsciiString.cached("application/grpc");

    /** When an answer may begin, beside its delay. */
    enum Timing {
        /** Once the request's body has been received in full, and dropped. */
        AFTER_REQUEST,
        /** At once; what follows of the request's body is not wanted. */
        AT_ONCE
    }

    /** The bytes of an answer. */
    sealed interface Body permits Text, Pattern, Echo, Events, Trailers, WebSocket, Grpc {}

    /** A few bytes that exist already. */
    static final class Text implements Body {
        static final Text EMPTY = new Text(new byte[0]);

        private final byte[] bytes;

        private Text(byte[] bytes) {
            this.bytes = bytes;
        }

        static Text of(String text) {
            return new Text(text.getBytes(StandardCharsets.UTF_8));
        }

        int length() {
            return bytes.length;
        }

        ByteBuf buffer() {
            return Unpooled.wrappedBuffer(bytes);
        }
    }

    /** Any number of bytes that are made as they are sent. */
    record Pattern(long length) implements Body {}

    /** The request's own body, sent back as it arrives. */
    record Echo() implements Body {
        static final Echo INSTANCE = new Echo();
    }

    /** Server-sent events. */
    record Events(int count, long intervalMillis) implements Body {}

    /** A line, and trailer fields behind it. */
    record Trailers() implements Body {
        static final Trailers INSTANCE = new Trailers();
    }

    /**
     * A WebSocket that echoes.
     *
     * @param fields what accepts the handshake
     * @param extension what was agreed on; {@code null} for nothing
     */
    record WebSocket(HttpHeaders fields, @Nullable WebSocketServerExtension extension) implements Body {}

    /** A gRPC message of that many bytes, and the status OK. */
    record Grpc(int length) implements Body {}

    static Answer text(Route route, int status, String text) {
        return new Answer(route, status, PLAIN, Text.of(text), 0, Timing.AFTER_REQUEST, null);
    }

    /** An answer that says what is wrong with the request, without waiting for the rest of it. */
    static Answer refusal(Route route, int status, String text) {
        return new Answer(route, status, PLAIN, Text.of(text + "\n"), 0, Timing.AT_ONCE, null);
    }

    Answer delayed(long millis) {
        return millis == delayMillis ? this : new Answer(route, status, contentType, body, millis, timing, allow);
    }

    /** Whether a client that asks before it sends the request's content is to send it. */
    boolean wantsContent() {
        return timing == Timing.AFTER_REQUEST || takesContentSlowly();
    }

    /** Whether the request's content is taken only as fast as it can be sent back. */
    boolean takesContentSlowly() {
        return body instanceof Echo || body instanceof WebSocket;
    }

    /** Whether bytes of the request may come back in the body, so that nobody is to guess another type for it. */
    boolean repeatsRequest() {
        return status >= 400 || body instanceof Echo;
    }

    /** Whether the status forbids a body (RFC 9110 section 6.4.1). */
    boolean isBodyless() {
        return status == 204 || status == 304;
    }

    /** The length of the body; -1 where only the request will tell. */
    long length() {
        if (body instanceof Text text) {
            return text.length();
        }
        return body instanceof Pattern pattern ? pattern.length() : -1;
    }
}
