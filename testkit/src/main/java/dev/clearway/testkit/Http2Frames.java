package dev.clearway.testkit;

import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Makes the frames that a script sends. HEADERS come from their connection, since HPACK keeps state. */
public final class Http2Frames {
    private Http2Frames() {}

    /** SETTINGS with values; none for an empty frame. */
    public static Http2Frame settings(Http2Settings values) {
        ByteBuffer payload = ByteBuffer.allocate(values.size() * 6);
        values.forEach((id, value) -> payload.putShort((short) (char) id).putInt(value.intValue()));
        return Http2Frame.of(FrameKind.SETTINGS, 0, 0, payload.array());
    }

    /** SETTINGS by identifiers and values in turn, which may be unknown, illegal, or come twice. */
    public static Http2Frame rawSettings(long... identifiersAndValues) {
        ByteBuffer payload = ByteBuffer.allocate(identifiersAndValues.length * 3);
        for (int i = 0; i < identifiersAndValues.length; i += 2) {
            payload.putShort((short) identifiersAndValues[i]).putInt((int) identifiersAndValues[i + 1]);
        }
        return Http2Frame.of(FrameKind.SETTINGS, 0, 0, payload.array());
    }

    /** SETTINGS with the ACK flag. */
    public static Http2Frame settingsAck() {
        return Http2Frame.of(FrameKind.SETTINGS, Http2Frame.ACK, 0, new byte[0]);
    }

    /** DATA that leaves its stream open. */
    public static Http2Frame data(int stream, byte[] content) {
        return Http2Frame.of(FrameKind.DATA, 0, stream, content);
    }

    /** DATA that ends its stream. */
    public static Http2Frame lastData(int stream, byte[] content) {
        return Http2Frame.of(FrameKind.DATA, Http2Frame.END_STREAM, stream, content);
    }

    /** DATA with padding (RFC 9113 section 6.1). */
    public static Http2Frame paddedData(int stream, byte[] content, int padding) {
        ByteBuffer payload = ByteBuffer.allocate(1 + content.length + padding);
        payload.put((byte) padding).put(content);
        return Http2Frame.of(FrameKind.DATA, Http2Frame.PADDED, stream, payload.array());
    }

    /** RST_STREAM. */
    public static Http2Frame rstStream(int stream, Http2Error error) {
        return Http2Frame.of(FrameKind.RST_STREAM, 0, stream, integer(error.code()));
    }

    /** GOAWAY. */
    public static Http2Frame goAway(int lastStream, Http2Error error) {
        return goAway(lastStream, error, "");
    }

    /** GOAWAY with debug data. */
    public static Http2Frame goAway(int lastStream, Http2Error error, String debug) {
        byte[] text = debug.getBytes(StandardCharsets.UTF_8);
        ByteBuffer payload = ByteBuffer.allocate(8 + text.length);
        payload.putInt(lastStream).putInt((int) error.code()).put(text);
        return Http2Frame.of(FrameKind.GOAWAY, 0, 0, payload.array());
    }

    /** PING. */
    public static Http2Frame ping(long opaque) {
        return Http2Frame.of(FrameKind.PING, 0, 0, eight(opaque));
    }

    /** The answer to a PING. */
    public static Http2Frame pingAck(long opaque) {
        return Http2Frame.of(FrameKind.PING, Http2Frame.ACK, 0, eight(opaque));
    }

    /** WINDOW_UPDATE, of the connection for stream 0. */
    public static Http2Frame windowUpdate(int stream, int increment) {
        return Http2Frame.of(FrameKind.WINDOW_UPDATE, 0, stream, integer(increment));
    }

    /** HEADERS with a part of a header block and no END_HEADERS: CONTINUATION has to follow. */
    public static Http2Frame headersPart(int stream, byte[] block) {
        return Http2Frame.of(FrameKind.HEADERS, 0, stream, block);
    }

    /** CONTINUATION with a further part of a header block. */
    public static Http2Frame continuation(int stream, byte[] block) {
        return Http2Frame.of(FrameKind.CONTINUATION, 0, stream, block);
    }

    /** CONTINUATION with the last part of a header block. */
    public static Http2Frame lastContinuation(int stream, byte[] block) {
        return Http2Frame.of(FrameKind.CONTINUATION, Http2Frame.END_HEADERS, stream, block);
    }

    private static byte[] integer(long value) {
        return ByteBuffer.allocate(4).putInt((int) value).array();
    }

    private static byte[] eight(long value) {
        return ByteBuffer.allocate(8).putLong(value).array();
    }
}
