package dev.clearway.testkit;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One HTTP/1.1 connection of a {@link ScriptedHttp1Peer}. Text is ISO 8859-1, as on the wire. */
public final class ScriptedHttp1Connection extends ScriptedConnection {
    private static final int LONGEST_HEAD = 1 << 20;
    private static final int CRLF = 2;
    private static final int MOST_SHOWN = 400;

    private @Nullable HttpRequest head;
    private @Nullable EmbeddedChannel decoder;

    ScriptedHttp1Connection(Wire wire, String alpn) {
        super(wire, alpn);
    }

    /**
     * Waits for a request's head and decodes it. Not a byte after the blank line is taken.
     *
     * @throws AssertionError when no head comes in time, or it is not HTTP/1.x
     */
    public HttpRequest expectHead() {
        byte[] bytes = readHead();
        if (decoder != null) {
            decoder.finishAndReleaseAll();
        }
        EmbeddedChannel channel = new EmbeddedChannel(new HttpRequestDecoder());
        channel.writeInbound(Unpooled.wrappedBuffer(bytes));
        HttpRequest request = channel.readInbound();
        if (request == null || !request.decoderResult().isSuccess()) {
            throw wire.dialogue().failure("not the head of an HTTP/1.x request");
        }
        decoder = channel;
        head = request;
        return request;
    }

    /**
     * Waits for the body of the request whose head was read last, by Content-Length or by chunks, and returns its bytes
     * without the framing; empty for a request with neither.
     */
    public byte[] expectBody() {
        HttpRequest request = head;
        EmbeddedChannel channel = decoder;
        if (request == null || channel == null) {
            throw new IllegalStateException("expectHead() comes first");
        }
        byte[] bytes = HttpUtil.isTransferEncodingChunked(request)
                ? readChunked(channel)
                : wire.read(HttpUtil.getContentLength(request, 0), () -> "a request's body");
        wire.dialogue().received("the whole body, " + bytes.length + " bytes");
        return bytes;
    }

    /** Line by line and chunk by chunk, so that nothing which follows the body is taken. */
    private byte[] readChunked(EmbeddedChannel channel) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        byte[] line = readLine("the size of a chunk");
        for (int size = chunkSize(line); size > 0; size = chunkSize(line)) {
            decode(channel, line, content);
            decode(channel, wire.read(size + CRLF, () -> "the rest of a chunk"), content);
            line = readLine("the size of a chunk");
        }
        boolean whole = decode(channel, line, content);
        while (!whole) {
            whole = decode(channel, readLine("a trailer or the blank line"), content);
        }
        return content.toByteArray();
    }

    private int chunkSize(byte[] line) {
        String size = text(line).split(";", -1)[0].trim();
        try {
            return Integer.parseInt(size, 16);
        } catch (NumberFormatException e) {
            throw wire.dialogue().failure("not the size of a chunk: " + shown(text(line)), e);
        }
    }

    /** Returns whether the body is whole with these bytes. */
    private static boolean decode(EmbeddedChannel channel, byte[] bytes, ByteArrayOutputStream content) {
        channel.writeInbound(Unpooled.wrappedBuffer(bytes));
        boolean whole = false;
        for (HttpContent part = channel.readInbound(); part != null; part = channel.readInbound()) {
            content.writeBytes(ByteBufUtil.getBytes(part.content()));
            whole |= part instanceof LastHttpContent;
            part.release();
        }
        return whole;
    }

    /** Waits for an exact number of bytes, whatever they are. */
    public byte[] read(int count) {
        byte[] bytes = wire.read(count, () -> count + " bytes");
        wire.dialogue().received(count + " bytes: " + shown(text(bytes)));
        return bytes;
    }

    /** Waits for the client to end its side, and returns what it still sends until then. */
    public String readToEnd() {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        wire.awaitEnd(rest);
        return rest.toString(StandardCharsets.ISO_8859_1);
    }

    /** Sends text as it is, in one write: line ends are the script's. */
    public void send(String text) {
        wire.write(text.getBytes(StandardCharsets.ISO_8859_1));
        wire.dialogue().sent(shown(text));
    }

    /** Sends a whole answer with a body in text and its Content-Length. */
    public void respond(int status, String text) {
        int length = text.getBytes(StandardCharsets.ISO_8859_1).length;
        send("HTTP/1.1 " + status + " Scripted\r\nContent-Length: " + length + "\r\n\r\n" + text);
    }

    private byte[] readHead() {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte[] line;
        do {
            line = readLine("a request's head, of which came: " + shown(text(read.toByteArray())));
            read.writeBytes(line);
        } while (line.length > CRLF && read.size() <= LONGEST_HEAD);
        wire.dialogue().received(shown(text(read.toByteArray())));
        return read.toByteArray();
    }

    private byte[] readLine(String what) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = 0;
        while (next != '\n' && line.size() <= LONGEST_HEAD) {
            next = wire.read(1, () -> what + ", then " + shown(text(line.toByteArray())))[0];
            line.write(next);
        }
        return line.toByteArray();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String shown(String text) {
        String cut = text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "… (" + text.length() + ")";
        return cut.replace("\r", "\\r").replace("\n", "\\n");
    }
}
