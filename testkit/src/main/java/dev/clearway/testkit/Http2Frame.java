package dev.clearway.testkit;

import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/2 frame (RFC 9113 section 4.1), legal or not: nothing is checked, so that a script can send what no server
 * should. A HEADERS frame that was received holds the whole header block, its CONTINUATION frames included.
 *
 * @param type the code of its type, one byte
 * @param flags one byte
 * @param stream the stream's identifier, 0 for the connection
 * @param payload what follows the frame header
 * @param headers the decoded header block of a received HEADERS frame, else null
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content below; nobody changes the bytes
public record Http2Frame(
        int type,
        int flags,
        int stream,
        byte[] payload,
        @Nullable Http2Headers headers) {
    /** Flag of DATA and HEADERS: the sender ends the stream. */
    public static final int END_STREAM = 0x1;
    /** Flag of SETTINGS and PING: an acknowledgement. */
    public static final int ACK = 0x1;
    /** Flag of HEADERS and CONTINUATION: the header block is complete. */
    public static final int END_HEADERS = 0x4;
    /** Flag of DATA and HEADERS: the payload begins with a length of padding and ends with padding. */
    public static final int PADDED = 0x8;
    /** Flag of HEADERS: the payload begins with priority fields. */
    public static final int PRIORITY = 0x20;

    static final int HEADER_LENGTH = 9;

    private static final int MOST_SHOWN = 60;

    /** A frame to be sent. */
    public Http2Frame(int type, int flags, int stream, byte[] payload) {
        this(type, flags, stream, payload, null);
    }

    /** A frame of a type that RFC 9113 defines. */
    public static Http2Frame of(FrameKind kind, int flags, int stream, byte[] payload) {
        return new Http2Frame(kind.code(), flags, stream, payload);
    }

    /** Its type. */
    public FrameKind kind() {
        return FrameKind.of(type);
    }

    /** Whether it is of a type and carries a flag. */
    public boolean is(FrameKind kind, int flag) {
        return kind() == kind && (flags & flag) != 0;
    }

    /** Whether it ends its stream. */
    public boolean endsStream() {
        return is(FrameKind.DATA, END_STREAM) || is(FrameKind.HEADERS, END_STREAM);
    }

    /** A field of a received HEADERS frame ({@code :path} and the like too), null if it has no such field. */
    public @Nullable String header(String name) {
        CharSequence value = headers == null ? null : headers.get(name);
        return value == null ? null : value.toString();
    }

    /** The identifiers and values of a SETTINGS frame; the last of one that comes twice. */
    public Map<Integer, Long> settings() {
        require(FrameKind.SETTINGS);
        Map<Integer, Long> values = new TreeMap<>();
        ByteBuffer buffer = ByteBuffer.wrap(payload);
        while (buffer.remaining() >= 6) {
            values.put(buffer.getShort() & 0xffff, buffer.getInt() & 0xffff_ffffL);
        }
        return values;
    }

    /** The error code of RST_STREAM or GOAWAY, in RFC 9113's numbers. */
    public long errorCode() {
        return switch (kind()) {
            case RST_STREAM -> ByteBuffer.wrap(payload).getInt() & 0xffff_ffffL;
            case GOAWAY -> ByteBuffer.wrap(payload).getInt(4) & 0xffff_ffffL;
            default -> throw new IllegalStateException("no error code in " + this);
        };
    }

    /** The last stream that a GOAWAY names. */
    public int lastStream() {
        require(FrameKind.GOAWAY);
        return ByteBuffer.wrap(payload).getInt() & 0x7fff_ffff;
    }

    /** The bytes by which a WINDOW_UPDATE opens the window. */
    public int increment() {
        require(FrameKind.WINDOW_UPDATE);
        return ByteBuffer.wrap(payload).getInt() & 0x7fff_ffff;
    }

    /** The eight bytes of a PING. */
    public long opaque() {
        require(FrameKind.PING);
        return ByteBuffer.wrap(payload).getLong();
    }

    /** The content of a DATA frame, without padding. */
    public byte[] data() {
        require(FrameKind.DATA);
        return unpadded();
    }

    /** The frame as it stands on the wire. */
    public byte[] bytes() {
        ByteBuffer buffer = ByteBuffer.allocate(HEADER_LENGTH + payload.length);
        buffer.put((byte) (payload.length >>> 16)).putShort((short) payload.length);
        buffer.put((byte) type).put((byte) flags).putInt(stream).put(payload);
        return buffer.array();
    }

    byte[] unpadded() {
        if ((flags & PADDED) == 0) {
            return payload;
        }
        return Arrays.copyOfRange(payload, 1, payload.length - (payload[0] & 0xff));
    }

    private void require(FrameKind kind) {
        if (kind() != kind) {
            throw new IllegalStateException("not " + kind + ": " + this);
        }
    }

    /** Compares the bytes on the wire. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Http2Frame frame && Arrays.equals(bytes(), frame.bytes());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes());
    }

    /** On one line, for messages. */
    @Override
    public String toString() {
        String name = kind() == FrameKind.UNKNOWN ? "UNKNOWN(" + type + ")" : kind().name();
        String end = endsStream() ? " END_STREAM" : "";
        return name + " stream=" + stream + String.format(" flags=0x%02x", flags) + end + " length=" + payload.length
                + details();
    }

    private String details() {
        try {
            return switch (kind()) {
                case HEADERS -> headers == null ? "" : " " + shown(headers);
                case DATA -> " " + shown(new String(data(), StandardCharsets.ISO_8859_1));
                case SETTINGS -> (flags & ACK) != 0 ? " ACK" : " " + settings();
                case PING -> String.format(" %s%016x", (flags & ACK) != 0 ? "ACK " : "", opaque());
                case RST_STREAM -> " " + name(errorCode());
                case GOAWAY -> " last=" + lastStream() + " " + name(errorCode());
                case WINDOW_UPDATE -> " +" + increment();
                default -> "";
            };
        } catch (IndexOutOfBoundsException | IllegalArgumentException | BufferUnderflowException e) {
            return " (malformed)";
        }
    }

    private static String name(long code) {
        Http2Error error = Http2Error.valueOf(code);
        return error == null ? "error " + code : error.name();
    }

    private static String shown(Http2Headers headers) {
        return StreamSupport.stream(headers.spliterator(), false)
                .map(field -> field.getKey() + ": " + field.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String shown(String text) {
        String cut = text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…";
        return "\"" + cut.replace("\r", "\\r").replace("\n", "\\n") + "\"";
    }
}
