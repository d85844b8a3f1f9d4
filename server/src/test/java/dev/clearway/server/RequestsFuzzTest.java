package dev.clearway.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;

/**
 * Whatever bytes a client sends: nothing is thrown, every request that was begun ends once, and a request that reaches the
 * handler can be read in one way only.
 */
class RequestsFuzzTest {
    private static final String TIME = "2m";
    private static final int FRAME_TYPES = 12;
    private static final int MOST_FRAMES = 200;
    private static final int MOST_PAYLOAD = 400;
    private static final int STREAMS = 16;
    /** GET, http, / and authority a, by HPACK's static table (RFC 7541, appendix A). */
    private static final byte[] GET = {(byte) 0x82, (byte) 0x86, (byte) 0x84, 0x41, 1, 'a'};

    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);

    @FuzzTest(maxDuration = TIME)
    void http1(byte[] bytes) {
        List<String> whole = http1(bytes, bytes.length);
        assertThat(http1(bytes, 1)).as("in single bytes").isEqualTo(whole);
    }

    @FuzzTest(maxDuration = TIME)
    void http1AfterAGoodRequest(byte[] bytes) {
        byte[] good = "GET / HTTP/1.1\r\nhost: a\r\n\r\n".getBytes(US_ASCII);
        ByteBuf all = Unpooled.wrappedBuffer(good, bytes);
        byte[] both = new byte[all.readableBytes()];
        all.readBytes(both);
        assertThat(http1(both, both.length)).startsWith("GET http a / 0");
    }

    @FuzzTest(maxDuration = TIME)
    void http2(FuzzedDataProvider data) {
        Requests requests = new Requests();
        EmbeddedChannel channel = channel(HttpProtocol.HTTP_2, requests);
        channel.writeInbound(Unpooled.wrappedBuffer(PREFACE));
        channel.writeInbound(frame(4, 0, 0, new byte[0]));
        for (int i = 0; i < MOST_FRAMES && data.remainingBytes() > 0 && channel.isOpen(); i++) {
            int type = data.consumeInt(0, FRAME_TYPES);
            int flags = data.consumeByte();
            int stream = data.consumeInt(0, STREAMS);
            byte[] payload = data.consumeBoolean() ? GET : data.consumeBytes(MOST_PAYLOAD);
            channel.writeInbound(frame(type, flags, stream, payload));
            channel.runPendingTasks();
        }
        end(channel);
        requests.allEnded();
    }

    private static List<String> http1(byte[] bytes, int piece) {
        Requests requests = new Requests();
        EmbeddedChannel channel = channel(HttpProtocol.HTTP_1_1, requests);
        for (int from = 0; from < bytes.length && channel.isOpen(); from += piece) {
            int length = Math.min(piece, bytes.length - from);
            channel.writeInbound(Unpooled.copiedBuffer(bytes, from, length));
            channel.runPendingTasks();
        }
        end(channel);
        requests.allEnded();
        return requests.heads;
    }

    private static EmbeddedChannel channel(HttpProtocol protocol, RequestHandler handler) {
        EmbeddedChannel channel = new EmbeddedChannel();
        ServerProtocols.install(channel, protocol, handler, ServerSettings.defaults());
        return channel;
    }

    private static ByteBuf frame(int type, int flags, int stream, byte[] payload) {
        return Unpooled.buffer(9 + payload.length)
                .writeMedium(payload.length)
                .writeByte(type)
                .writeByte(flags)
                .writeInt(stream)
                .writeBytes(payload);
    }

    /** The client is gone: no orderly end, which would wait for what is under way. */
    private static void end(EmbeddedChannel channel) {
        channel.unsafe().close(channel.newPromise());
        channel.runPendingTasks();
        channel.finishAndReleaseAll();
        channel.checkException();
    }

    /** Answers every request when it is complete, and keeps what was said of it. */
    private static final class Requests implements RequestHandler {
        private final List<String> heads = new ArrayList<>();
        private int open;

        @Override
        public RequestReceiver handle(RequestHead head, ServerExchange exchange) {
            check(head);
            heads.add(head.method() + " " + head.scheme() + " " + head.authority() + " " + head.path() + " "
                    + head.contentLength() + head.upgrade());
            open++;
            exchange.request(Long.MAX_VALUE);
            return new RequestReceiver() {
                private boolean ended;

                @Override
                public void data(ByteBuf data) {
                    data.release();
                }

                @Override
                public void end(HttpHeaders trailers) {
                    check(trailers);
                    exchange.respond(200, trailers.copy().clear(), Unpooled.EMPTY_BUFFER);
                }

                @Override
                public void completed() {
                    over();
                }

                @Override
                public void aborted(Throwable cause) {
                    over();
                }

                private void over() {
                    assertThat(ended).as("ended twice").isFalse();
                    ended = true;
                    open--;
                }
            };
        }

        void allEnded() {
            assertThat(open).as("requests without an end").isZero();
        }

        private static void check(RequestHead head) {
            assertThat(head.method()).matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
            assertThat(head.path())
                    .matches(head.method().equals("CONNECT") ? "|/\\p{Graph}*" : "\\*|/[\\x21-\\x7e\\x80-\\xff]*");
            assertThat(head.authority()).doesNotMatch("(?s).*[\\x00-\\x20@/\\\\].*");
            assertThat(head.contentLength()).isGreaterThanOrEqualTo(-1);
            check(head.fields());
        }

        private static void check(HttpHeaders fields) {
            fields.forEach(field -> {
                assertThat(field.getKey()).matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
                assertThat(field.getValue()).doesNotMatch("(?s).*[\\x00\\r\\n].*");
            });
        }
    }
}
