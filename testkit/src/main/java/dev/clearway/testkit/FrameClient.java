package dev.clearway.testkit;

import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/2 client that sends the frames it is told to, and reads the server's one by one. Acknowledges
 * nothing of itself. For one thread at a time.
 */
public final class FrameClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final Hpack hpack = new Hpack();
    private final ByteArrayOutputStream batch = new ByteArrayOutputStream();
    private String scheme = "http";
    private String authority = "localhost";

    private FrameClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = socket.getOutputStream();
    }

    /** Connects to a port of the loopback address and sends the preface with these settings. */
    public static FrameClient connect(int port, Http2Settings settings) throws IOException {
        return greet(open(port), settings);
    }

    /** Connects and sends the preface without settings. */
    public static FrameClient connect(int port) throws IOException {
        return connect(port, new Http2Settings());
    }

    /** Connects and says nothing. */
    public static FrameClient open(int port) throws IOException {
        return new FrameClient(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    /** Takes over a connection, in the clear or not, and sends the preface without settings. */
    public static FrameClient over(Socket socket) throws IOException {
        return greet(new FrameClient(socket), new Http2Settings());
    }

    private static FrameClient greet(FrameClient client, Http2Settings settings) throws IOException {
        client.batch.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        client.queue(Http2Frames.settings(settings));
        client.flush();
        return client;
    }

    /** Asks for what is at this scheme and authority from now on; until then {@code http} and {@code localhost}. */
    public FrameClient asking(String newScheme, String newAuthority) {
        scheme = newScheme;
        authority = newAuthority;
        return this;
    }

    /** Queues a frame; what is queued leaves as one write with {@link #flush}. */
    public FrameClient queue(Http2Frame frame) {
        batch.writeBytes(frame.bytes());
        return this;
    }

    /** Queues HEADERS of a GET without a body. */
    public FrameClient get(int stream, String path) {
        return headers(stream, Http2Frame.END_STREAM, ":method", "GET", ":path", path);
    }

    /** Queues HEADERS of a POST whose body follows. */
    public FrameClient post(int stream, String path) {
        return headers(stream, 0, ":method", "POST", ":path", path);
    }

    /** Queues HEADERS; scheme and authority are added where there is a method. */
    public FrameClient headers(int stream, int flags, String... namesAndValues) {
        return queue(Http2Frame.of(
                FrameKind.HEADERS, flags | Http2Frame.END_HEADERS, stream, block(stream, namesAndValues)));
    }

    /** A header block of these fields; scheme and authority are added where there is a method and none is given. */
    public byte[] block(int stream, String... namesAndValues) {
        List<String> fields = new ArrayList<>(List.of(namesAndValues));
        boolean request = fields.contains(":method") && !fields.contains("CONNECT");
        if (request && !fields.contains(":scheme")) {
            fields.addAll(0, List.of(":scheme", scheme));
        }
        if (request && !fields.contains(":authority")) {
            fields.addAll(0, List.of(":authority", authority));
        }
        return hpack.encode(stream, fields.toArray(String[]::new));
    }

    /** A header block of these fields and no others, legal or not. */
    public byte[] rawBlock(int stream, String... namesAndValues) {
        return hpack.encode(stream, namesAndValues);
    }

    /** Sends what is queued. */
    public void flush() throws IOException {
        out.write(batch.toByteArray());
        batch.reset();
    }

    /** Sends what is queued, to a peer that may have hung up by then: what it sent before is still to be read. */
    public void flushInVain() {
        try {
            flush();
        } catch (IOException gone) {
            batch.reset();
        }
    }

    /** The next frame; {@code null} at the end of the connection, be it a FIN or a reset. */
    public @Nullable Http2Frame next() {
        try {
            int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int stream = in.readInt() & Integer.MAX_VALUE;
            byte[] payload = new byte[length];
            in.readFully(payload);
            boolean isHead = type == FrameKind.HEADERS.code();
            return new Http2Frame(type, flags, stream, payload, isHead ? decode(stream, payload) : null);
        } catch (SocketTimeoutException e) {
            throw new AssertionError("nothing came for " + PATIENCE_MILLIS + " ms", e);
        } catch (IOException e) {
            return null;
        }
    }

    /** Reads on to the first frame that fits. */
    public Http2Frame await(Predicate<Http2Frame> wanted) {
        for (Http2Frame frame = next(); frame != null; frame = next()) {
            if (wanted.test(frame)) {
                return frame;
            }
        }
        throw new AssertionError("the connection ended before the frame came");
    }

    /** Reads on to the frame that ends a stream: END_STREAM or a reset. */
    public Http2Frame awaitEnd(int stream) {
        return await(frame -> frame.stream() == stream && (frame.endsStream() || frame.kind() == FrameKind.RST_STREAM));
    }

    /** Reads on to a head of a stream and tells its status. */
    public String awaitStatus(int stream) {
        Http2Frame head = await(frame -> frame.stream() == stream && frame.kind() == FrameKind.HEADERS);
        return Objects.requireNonNull(head.header(":status"));
    }

    /** Reads DATA of a stream to its end, as UTF-8. */
    public String text(int stream) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        Http2Frame frame;
        do {
            frame = await(received -> received.stream() == stream && received.kind() == FrameKind.DATA);
            content.writeBytes(frame.data());
        } while (!frame.endsStream());
        return content.toString(StandardCharsets.UTF_8);
    }

    /** Reads to the connection's end, and tells the error code of the last GOAWAY; -1 for none. */
    public long awaitGoAwayAndEnd() {
        long code = -1;
        for (Http2Frame frame = next(); frame != null; frame = next()) {
            if (frame.kind() == FrameKind.GOAWAY) {
                code = frame.errorCode();
            }
        }
        return code;
    }

    /** Reads on to SETTINGS. */
    public Map<Integer, Long> awaitSettings() {
        return Objects.requireNonNull(await(frame -> frame.kind() == FrameKind.SETTINGS))
                .settings();
    }

    private Http2Headers decode(int stream, byte[] block) {
        try {
            return hpack.decode(stream, block);
        } catch (Http2Exception e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
