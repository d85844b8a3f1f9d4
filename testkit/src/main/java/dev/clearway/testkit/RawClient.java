package dev.clearway.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * An HTTP/1.1 client that sends the bytes it is told to, and reads the server's answers one by one. For one
 * thread at a time.
 */
public final class RawClient implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    private RawClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(60_000);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Connects to a port of the loopback address. */
    public static RawClient connect(int port) throws IOException {
        return new RawClient(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    /** Takes over a connection, in the clear or not. */
    public static RawClient over(Socket socket) throws IOException {
        return new RawClient(socket);
    }

    /** Sends text; each character is a byte. */
    public RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends bytes. */
    public RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** Reads an answer to a GET or a POST. */
    public Answer answer() throws IOException {
        return answer(false);
    }

    /** Reads an answer to a HEAD. */
    public Answer head() throws IOException {
        return answer(true);
    }

    /** Whether nothing more comes: the end of the connection, be it a FIN or a reset. */
    public boolean hasEnded() {
        try {
            return in.read() < 0;
        } catch (java.net.SocketTimeoutException e) {
            throw new AssertionError("the connection is still open", e);
        } catch (IOException e) {
            return true;
        }
    }

    private Answer answer(boolean bodyless) throws IOException {
        String status = line();
        Map<String, String> fields = fields();
        int code = Integer.parseInt(status.substring(9, 12));
        byte[] body = bodyless || code < 200 || code == 204 || code == 304 ? new byte[0] : body(fields);
        boolean chunked = !bodyless && "chunked".equals(fields.get("transfer-encoding"));
        Map<String, String> trailers = chunked ? fields() : Map.of();
        return new Answer(code, fields, new String(body, StandardCharsets.ISO_8859_1), trailers);
    }

    private Map<String, String> fields() throws IOException {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            fields.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return fields;
    }

    private byte[] body(Map<String, String> fields) throws IOException {
        String length = fields.get("content-length");
        if (length != null) {
            return in.readNBytes(Integer.parseInt(length));
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            all.writeBytes(in.readNBytes(size));
            line();
        }
        return all.toByteArray();
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection ended after: " + line);
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** Ends the client's side, and goes on reading. */
    public RawClient end() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Reads so many bytes as they are. */
    public byte[] bytes(int count) throws IOException {
        return in.readNBytes(count);
    }

    /**
     * What came back.
     *
     * @param fields the header fields by their names in lower case
     * @param trailers the trailer fields likewise
     */
    public record Answer(int status, Map<String, String> fields, String body, Map<String, String> trailers) {}
}
