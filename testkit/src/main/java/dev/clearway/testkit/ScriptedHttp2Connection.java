package dev.clearway.testkit;

import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/**
 * One HTTP/2 connection of a {@link ScriptedHttp2Peer}.
 *
 * <p>Awaiting a frame takes the earliest one that fits and that nobody has taken yet; others that come before it stay
 * for later, since the order between, say, a SETTINGS acknowledgement and a HEADERS is the client's own affair. What is
 * not awaited is not read: a script that awaits nothing gives the client the back-pressure of TCP.
 */
public final class ScriptedHttp2Connection extends ScriptedConnection {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_FRAME = 1 << 20;
    private static final int HEADER_TABLE_SIZE = 1;

    private final Hpack hpack = new Hpack();
    private final List<Http2Frame> inbox = new ArrayList<>();
    private final List<Http2Frame> received = new ArrayList<>();
    private long barriers;

    ScriptedHttp2Connection(Wire wire, String alpn) {
        super(wire, alpn);
    }

    /**
     * Waits for the client's connection preface (RFC 9113 section 3.4) and returns its SETTINGS. Sends nothing.
     *
     * @throws AssertionError when the first bytes are something else
     */
    public Http2Frame expectPreface() {
        byte[] first = wire.read(PREFACE.length, () -> "the connection preface");
        if (!Arrays.equals(first, PREFACE)) {
            throw wire.dialogue().failure("not an HTTP/2 preface: " + new String(first, StandardCharsets.ISO_8859_1));
        }
        wire.dialogue().received("preface");
        Http2Frame settings = readFrame();
        if (!isSettings(settings)) {
            throw wire.dialogue().failure("the preface goes on with " + settings);
        }
        Long table = settings.settings().get(HEADER_TABLE_SIZE);
        if (table != null) {
            hpack.limitTable(Math.min(table, 4096));
        }
        return settings;
    }

    /**
     * The usual start: waits for the preface, sends SETTINGS and the acknowledgement of the client's, and waits for the
     * client's acknowledgement, so that it knows the values when this returns.
     *
     * @return the client's SETTINGS
     */
    public Http2Frame handshake(Http2Settings settings) {
        Http2Frame theirs = expectPreface();
        send(Http2Frames.settings(settings), Http2Frames.settingsAck());
        awaitSettingsAck();
        return theirs;
    }

    /** Sends frames, all of them in one write, so that the client reads them together. */
    public void send(Http2Frame... frames) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Http2Frame frame : frames) {
            bytes.writeBytes(frame.bytes());
            Long table = isSettings(frame) ? frame.settings().get(HEADER_TABLE_SIZE) : null;
            if (table != null) {
                hpack.allowTable(table);
            }
        }
        wire.write(bytes.toByteArray());
        for (Http2Frame frame : frames) {
            wire.dialogue().sent(frame.toString());
        }
    }

    /** Sends SETTINGS and waits until the client has acknowledged them. */
    public void sendSettings(Http2Settings settings) {
        send(Http2Frames.settings(settings));
        awaitSettingsAck();
    }

    /** Waits for the acknowledgement of a SETTINGS frame. */
    public void awaitSettingsAck() {
        await("SETTINGS ACK", frame -> frame.is(FrameKind.SETTINGS, Http2Frame.ACK));
    }

    /**
     * A HEADERS frame that leaves its stream open. HPACK keeps state, so frames are sent in the order in which they were
     * made, each exactly once; a frame's flags do not matter to it.
     *
     * @param namesAndValues in turn, {@code ":status", "200"} first; not checked
     */
    public Http2Frame headers(int stream, String... namesAndValues) {
        return Http2Frame.of(FrameKind.HEADERS, Http2Frame.END_HEADERS, stream, hpack.encode(stream, namesAndValues));
    }

    /** A HEADERS frame that ends its stream; as {@link #headers}. */
    public Http2Frame lastHeaders(int stream, String... namesAndValues) {
        int flags = Http2Frame.END_HEADERS | Http2Frame.END_STREAM;
        return Http2Frame.of(FrameKind.HEADERS, flags, stream, hpack.encode(stream, namesAndValues));
    }

    /** A header block, to be cut into HEADERS and CONTINUATION by the script; as {@link #headers}. */
    public byte[] headerBlock(int stream, String... namesAndValues) {
        return hpack.encode(stream, namesAndValues);
    }

    /** Sends a whole answer without a body. */
    public void respond(int stream, int status) {
        send(lastHeaders(stream, ":status", Integer.toString(status)));
    }

    /** Sends a whole answer with a body, without regard to windows: for bodies within 16,384 bytes. */
    public void respond(int stream, int status, String body) {
        send(
                headers(stream, ":status", Integer.toString(status)),
                Http2Frames.lastData(stream, body.getBytes(StandardCharsets.UTF_8)));
    }

    /** Waits for a frame of a kind. */
    public Http2Frame await(FrameKind kind) {
        return await(kind.name(), frame -> frame.kind() == kind);
    }

    /** Waits for a frame of a kind on a stream. */
    public Http2Frame await(FrameKind kind, int stream) {
        return await(kind + " of stream " + stream, frame -> frame.kind() == kind && frame.stream() == stream);
    }

    /** Waits for a frame that fits; {@code what} names it in the failure. */
    public Http2Frame await(String what, Predicate<Http2Frame> fits) {
        Iterator<Http2Frame> earlier = inbox.iterator();
        while (earlier.hasNext()) {
            Http2Frame frame = earlier.next();
            if (fits.test(frame)) {
                earlier.remove();
                return frame;
            }
        }
        return readUntil(what, fits);
    }

    /** Waits for the HEADERS that open a request. */
    public Http2Frame awaitRequest() {
        return await("a request", frame -> frame.kind() == FrameKind.HEADERS && frame.header(":method") != null);
    }

    /** Waits for all DATA of a stream up to the one that ends it, and returns the content. Opens no window. */
    public byte[] awaitBody(int stream) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        Http2Frame part;
        do {
            part = await(FrameKind.DATA, stream);
            body.writeBytes(part.data());
        } while (!part.endsStream());
        return body.toByteArray();
    }

    /**
     * Sends a PING and waits for its acknowledgement. When this returns, the client has processed all that was sent
     * before, and all that it had written before then is here: what {@link #untaken} does not show did not happen.
     */
    public void barrier() {
        long opaque = 0xbab5_0000_0000_0000L | ++barriers;
        send(Http2Frames.ping(opaque));
        await("the barrier's PING ACK", frame -> frame.is(FrameKind.PING, Http2Frame.ACK) && frame.opaque() == opaque);
    }

    /** The frames of a kind that were read and that nobody has taken. Reads nothing; see {@link #barrier()}. */
    public List<Http2Frame> untaken(FrameKind kind) {
        return inbox.stream().filter(frame -> frame.kind() == kind).toList();
    }

    /** Every frame read so far, in order, taken or not. */
    public List<Http2Frame> received() {
        return List.copyOf(received);
    }

    private Http2Frame readUntil(String what, Predicate<Http2Frame> fits) {
        long deadline = System.nanoTime() + wire.patience().toNanos();
        while (true) {
            Http2Frame frame = readFrame(what);
            if (fits.test(frame)) {
                return frame;
            }
            inbox.add(frame);
            if (System.nanoTime() - deadline > 0) {
                throw wire.dialogue().failure("frames came, but not within " + wire.patience() + ": " + what);
            }
        }
    }

    private static boolean isSettings(Http2Frame frame) {
        return frame.kind() == FrameKind.SETTINGS && !frame.is(FrameKind.SETTINGS, Http2Frame.ACK);
    }

    private Http2Frame readFrame() {
        return readFrame("SETTINGS");
    }

    private Http2Frame readFrame(String awaited) {
        Http2Frame frame = readOne(awaited);
        if (frame.kind() == FrameKind.HEADERS) {
            frame = withWholeBlock(frame);
        }
        received.add(frame);
        wire.dialogue().received(frame.toString());
        return frame;
    }

    private Http2Frame readOne(String awaited) {
        ByteBuffer head = ByteBuffer.wrap(wire.read(Http2Frame.HEADER_LENGTH, () -> awaited));
        int length = (head.getShort() & 0xffff) << 8 | (head.get() & 0xff);
        int type = head.get() & 0xff;
        int flags = head.get() & 0xff;
        int stream = head.getInt() & 0x7fff_ffff;
        if (length > LONGEST_FRAME) {
            throw wire.dialogue().failure("a frame of " + length + " bytes, type " + type);
        }
        return new Http2Frame(type, flags, stream, wire.read(length, () -> "the payload of a frame, type " + type));
    }

    private Http2Frame withWholeBlock(Http2Frame first) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        byte[] start = first.unpadded();
        int skipped = (first.flags() & Http2Frame.PRIORITY) == 0 ? 0 : 5;
        block.write(start, skipped, start.length - skipped);
        int flags = first.flags();
        while ((flags & Http2Frame.END_HEADERS) == 0) {
            Http2Frame next = readOne("CONTINUATION");
            wire.dialogue().received(next.toString());
            if (next.kind() != FrameKind.CONTINUATION || next.stream() != first.stream()) {
                throw wire.dialogue().failure("a header block is interrupted by " + next);
            }
            block.writeBytes(next.payload());
            flags |= next.flags() & Http2Frame.END_HEADERS;
        }
        return new Http2Frame(first.type(), flags, first.stream(), block.toByteArray(), decode(first, block));
    }

    private Http2Headers decode(Http2Frame first, ByteArrayOutputStream block) {
        try {
            return hpack.decode(first.stream(), block.toByteArray());
        } catch (Http2Exception e) {
            throw wire.dialogue().failure("a header block that cannot be decoded: " + e.getMessage(), e);
        }
    }
}
