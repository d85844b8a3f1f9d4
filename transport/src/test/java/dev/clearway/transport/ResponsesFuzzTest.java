package dev.clearway.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.BugDetectors;
import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.clearway.testkit.LeakExtension;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Whatever bytes a server sends before it hangs up: the exchange ends once, what was received of it can stand in a head, and
 * the transport ends when it is told to.
 */
class ResponsesFuzzTest {
    private static final String TIME = "2m";
    private static final int FRAME_TYPES = 12;
    private static final int MOST_FRAMES = 100;
    private static final int MOST_PAYLOAD = 300;
    private static final int STREAMS = 6;
    private static final int PATIENCE_SECONDS = 30;
    private static final String LOWER_CASE = "[!#$%&'*+.^_`|~0-9a-z-]+";
    /** What a name in HTTP/1.1 may be (RFC 9110, section 5.6.2); in HTTP/2 it is in lower case (RFC 9113, section 8.2.1). */
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9a-zA-Z-]+";
    /** Status 200 by HPACK's static table (RFC 7541, appendix A). */
    private static final byte[] OK = {(byte) 0x88};

    /** Sockets are not counted: Jazzer attaches to this process, which keeps one for that. */
    @RegisterExtension
    static final LeakExtension LEAKS =
            LeakExtension.aroundClass().ignoringThreads("jazzer").ignoringSockets();

    @FuzzTest(maxDuration = TIME)
    void http1(byte[] bytes) throws Exception {
        exchange(VersionPolicy.HTTP_1_1, bytes);
    }

    @FuzzTest(maxDuration = TIME)
    void http1Fields(byte[] bytes) throws Exception {
        exchange(VersionPolicy.HTTP_1_1, join("HTTP/1.1 200 OK\r\n".getBytes(US_ASCII), bytes));
    }

    @FuzzTest(maxDuration = TIME)
    void http1Chunks(byte[] bytes) throws Exception {
        byte[] head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n".getBytes(US_ASCII);
        exchange(VersionPolicy.HTTP_1_1, join(head, bytes));
    }

    @FuzzTest(maxDuration = TIME)
    void http2(byte[] bytes) throws Exception {
        exchange(VersionPolicy.HTTP_2, join(frame(4, 0, 0, new byte[0]), bytes));
    }

    @FuzzTest(maxDuration = TIME)
    void http2Frames(FuzzedDataProvider data) throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(frame(4, 0, 0, new byte[0]));
        for (int i = 0; i < MOST_FRAMES && data.remainingBytes() > 0; i++) {
            int type = data.consumeInt(0, FRAME_TYPES);
            int flags = data.consumeByte();
            int stream = data.consumeInt(0, STREAMS);
            byte[] payload = data.consumeBoolean() ? OK : data.consumeBytes(MOST_PAYLOAD);
            all.writeBytes(frame(type, flags, stream, payload));
        }
        exchange(VersionPolicy.HTTP_2, all.toByteArray());
    }

    private static void exchange(VersionPolicy versions, byte[] response) throws Exception {
        // Jazzer reports every connection that is made; this test makes them to its own server alone.
        BugDetectors.allowNetworkConnections();
        Transport transport = Transport.builder().eventLoops(1).build();
        AtomicBoolean over = new AtomicBoolean();
        try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> serve(listener, response, over), "fuzz-server");
            server.start();
            Answer answer = new Answer();
            URI uri = URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/");
            transport.exchange(Requests.request("GET", uri, versions, RequestBody.NONE, null), answer);
            answer.done.handle((own, failure) -> own).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            check(answer, versions == VersionPolicy.HTTP_2 ? LOWER_CASE : TOKEN);
            transport.shutdownNow();
            transport.terminated().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(answer.ends).hasValue(1);
            over.set(true);
            // Closing the listener while it accepts would leave the JDK's own descriptor behind.
            new Socket(listener.getInetAddress(), listener.getLocalPort()).close();
            server.join();
        }
    }

    private static void check(Answer answer, String name) {
        if (answer.status != 0) {
            assertThat(answer.status).isBetween(200, 999);
        }
        assertThat(answer.interims).allMatch(code -> code >= 100 && code < 200);
        check(answer.fields, name);
        check(answer.trailers, name);
    }

    private static void check(Fields fields, String name) {
        for (int i = 0; i < fields.size(); i++) {
            assertThat(fields.name(i)).matches(name);
            assertThat(fields.value(i)).doesNotMatch("(?s).*[\\x00\\r\\n].*");
        }
    }

    /** Answers each connection with the same bytes once anything was received, and hangs up when its client does. */
    private static void serve(ServerSocket listener, byte[] response, AtomicBoolean over) {
        while (!over.get()) {
            try (Socket socket = listener.accept()) {
                socket.setSoTimeout(PATIENCE_SECONDS * 1000);
                InputStream in = socket.getInputStream();
                byte[] buffer = new byte[8192];
                if (in.read(buffer) < 0) {
                    continue;
                }
                socket.getOutputStream().write(response);
                socket.shutdownOutput();
                // What is not read would make a reset of the end, which may overtake the response.
                in.transferTo(OutputStream.nullOutputStream());
            } catch (IOException gone) {
                // The client has hung up, and the next one is waited for.
            }
        }
    }

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    private static byte[] join(byte[] one, byte[] other) {
        return ByteBuffer.allocate(one.length + other.length)
                .put(one)
                .put(other)
                .array();
    }
}
