package dev.clearway.origin;

import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An HTTP/2 client that sends the frames it is told to, in the clear, and reads the server's one by one. */
final class FrameClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 30_000;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();
    private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(true, 1 << 20);
    private final ByteArrayOutputStream batch = new ByteArrayOutputStream();

    private FrameClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = socket.getOutputStream();
    }

    /** Connects and sends the preface with these settings. */
    static FrameClient connect(OriginServer origin, Http2Settings settings) throws IOException {
        return greet(open(origin), settings);
    }

    static FrameClient connect(OriginServer origin) throws IOException {
        return connect(origin, new Http2Settings());
    }

    /** Connects and says nothing. */
    static FrameClient open(OriginServer origin) throws IOException {
        return new FrameClient(new Socket(InetAddress.getLoopbackAddress(), origin.port(OriginPort.H2C)));
    }

    /** Connects with a small receive buffer, so that what is not read stops the server early, and sends the preface. */
    static FrameClient connectNarrow(OriginServer origin) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(2_048);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), origin.port(OriginPort.H2C)));
        return greet(new FrameClient(socket), new Http2Settings());
    }

    private static FrameClient greet(FrameClient client, Http2Settings settings) throws IOException {
        client.batch.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        client.queue(Http2Frames.settings(settings));
        client.flush();
        return client;
    }

    /** Queues a frame; what is queued leaves as one write with {@link #flush}. */
    FrameClient queue(Http2Frame frame) {
        batch.writeBytes(frame.bytes());
        return this;
    }

    /** Queues HEADERS of a GET without a body. */
    FrameClient get(int stream, String path) {
        return headers(stream, Http2Frame.END_STREAM, ":method", "GET", ":path", path);
    }

    /** Queues HEADERS of a POST whose body follows. */
    FrameClient post(int stream, String path) {
        return headers(stream, 0, ":method", "POST", ":path", path);
    }

    /** Queues HEADERS; scheme and authority are added where there is a method. */
    FrameClient headers(int stream, int flags, String... namesAndValues) {
        return queue(Http2Frame.of(
                FrameKind.HEADERS, flags | Http2Frame.END_HEADERS, stream, block(stream, namesAndValues)));
    }

    /** A header block of these fields. */
    byte[] block(int stream, String... namesAndValues) {
        Http2Headers headers = new DefaultHttp2Headers(false);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.add(namesAndValues[i], namesAndValues[i + 1]);
        }
        if (headers.method() != null) {
            headers.scheme("http").authority("localhost");
        }
        ByteBuf block = Unpooled.buffer();
        try {
            encoder.encodeHeaders(stream, headers, block);
            return ByteBufUtil.getBytes(block);
        } catch (Http2Exception e) {
            throw new IllegalArgumentException(e);
        } finally {
            block.release();
        }
    }

    void flush() throws IOException {
        out.write(batch.toByteArray());
        batch.reset();
    }

    /** The next frame; {@code null} at the end of the connection, be it a FIN or a reset. */
    @Nullable
    Http2Frame next() {
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
    Http2Frame await(Predicate<Http2Frame> wanted) {
        for (Http2Frame frame = next(); frame != null; frame = next()) {
            if (wanted.test(frame)) {
                return frame;
            }
        }
        throw new AssertionError("the connection ended before the frame came");
    }

    /** Reads on to the frame that ends a stream: END_STREAM or a reset. */
    Http2Frame awaitEnd(int stream) {
        return await(frame -> frame.stream() == stream && (frame.endsStream() || frame.kind() == FrameKind.RST_STREAM));
    }

    /** Reads on to a head of a stream and tells its status. */
    String awaitStatus(int stream) {
        Http2Frame head = await(frame -> frame.stream() == stream && frame.kind() == FrameKind.HEADERS);
        return Objects.requireNonNull(head.header(":status"));
    }

    /** Reads to the connection's end, and tells the error code of the last GOAWAY; -1 for none. */
    long awaitGoAwayAndEnd() {
        long code = -1;
        for (Http2Frame frame = next(); frame != null; frame = next()) {
            if (frame.kind() == FrameKind.GOAWAY) {
                code = frame.errorCode();
            }
        }
        return code;
    }

    Map<Integer, Long> awaitSettings() {
        return Objects.requireNonNull(await(frame -> frame.kind() == FrameKind.SETTINGS))
                .settings();
    }

    private Http2Headers decode(int stream, byte[] block) {
        try {
            return decoder.decodeHeaders(stream, Unpooled.wrappedBuffer(block));
        } catch (Http2Exception e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
