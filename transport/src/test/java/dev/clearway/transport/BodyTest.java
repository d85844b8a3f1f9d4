package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.origin.OriginPort;
import dev.clearway.origin.OriginServer;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Large bodies both ways: whole, and never more of them in memory than the windows allow. */
class BodyTest extends NetworkTest {
    private static final long LARGE = 200L << 20;

    private final OriginServer origin;

    BodyTest() throws IOException {
        origin = OriginServer.builder()
                .listen(OriginPort.H2C, 0)
                .listen(OriginPort.HTTP1, 0)
                .start();
    }

    @AfterEach
    void close() {
        origin.close();
    }

    private Request request(OriginPort port, String path) {
        VersionPolicy versions = port == OriginPort.H2C ? VersionPolicy.HTTP_2 : VersionPolicy.HTTP_1_1;
        return Requests.request("GET", origin.uri(port, path), versions, RequestBody.NONE, null);
    }

    /** Counts bytes and forgets them. */
    private static class Counting extends Answer {
        Counting(long firstDemand) {
            super(firstDemand);
        }

        @Override
        public void onData(ByteBuf data) {
            int bytes = data.readableBytes();
            data.release();
            synchronized (this) {
                received.addAndGet(bytes);
                notifyAll();
            }
        }

        synchronized void awaitReceived(long bytes) {
            try {
                while (received.get() < bytes) {
                    wait();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Produces a body on demand, in pieces of 16 KiB, and measures how far it was let ahead. */
    private static final class Produced implements RequestBody {
        final AtomicLong produced = new AtomicLong();
        private final long length;

        Produced(long length) {
            this.length = length;
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public boolean replayable() {
            return true;
        }

        @Override
        public Producer start(Sink sink) {
            return new Producer() {
                @Override
                public void demand(long bytes) {
                    long left = Math.min(bytes, length - produced.get());
                    while (left > 0) {
                        int piece = (int) Math.min(left, 16 * 1024);
                        sink.write(Unpooled.wrappedBuffer(new byte[piece]));
                        produced.addAndGet(piece);
                        left -= piece;
                    }
                    if (produced.get() == length) {
                        sink.end(Fields.EMPTY);
                    }
                }

                @Override
                public void stop() {}
            };
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2C", "HTTP1"})
    void largeResponseArrivesWhole(OriginPort port) {
        Answer answer = new Counting(Long.MAX_VALUE);
        transport.exchange(request(port, "/bytes/" + LARGE), answer);
        answer.await();
        assertThat(answer.received).hasValue(LARGE);
    }

    @ParameterizedTest
    @EnumSource(names = {"H2C", "HTTP1"})
    void largeRequestArrivesWholeAndComesBack(OriginPort port) {
        Produced body = new Produced(LARGE / 4);
        Answer answer = new Counting(Long.MAX_VALUE);
        transport.exchange(Requests.post(request(port, "/echo"), body), answer);
        answer.await();
        assertThat(answer.status).isEqualTo(200);
        assertThat(answer.received).hasValue(LARGE / 4);
    }

    @ParameterizedTest
    @EnumSource(names = {"H2C", "HTTP1"})
    void handlerThatAsksForNothingHoldsThePeerBackAndGetsAllWhenItAsks(OriginPort port) {
        Counting answer = new Counting(0);
        transport.exchange(request(port, "/bytes/" + (64 << 20)), answer);
        answer.awaitHead();
        assertThat(answer.received).hasValue(0);
        for (int i = 1; i <= 10; i++) {
            answer.exchange().request(100_000);
            answer.awaitReceived(i * 100_000L);
        }
        assertThat(answer.received.get()).isLessThan(2 << 20);
        answer.exchange().request(Long.MAX_VALUE);
        answer.await();
        assertThat(answer.received).hasValue(64 << 20);
    }

    @Test
    void bodyIsAskedForAsThePeerTakesIt() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Produced body = new Produced(LARGE);
            Answer answer = send(Requests.post(Requests.http2(peer.uri("/")), body));
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings());
            int stream = connection.awaitRequest().stream();
            connection.barrier();
            assertThat(body.produced.get()).isLessThan(2 << 20);
            connection.respond(stream, 413);
            answer.await();
        }
    }

    /** Chunks of these sizes, each of bytes of its own, given when they are asked for. */
    private static RequestBody chunks(int... sizes) {
        return new RequestBody() {
            @Override
            public long length() {
                return -1;
            }

            @Override
            public boolean replayable() {
                return true;
            }

            @Override
            public Producer start(Sink sink) {
                for (int i = 0; i < sizes.length; i++) {
                    byte[] chunk = new byte[sizes[i]];
                    Arrays.fill(chunk, (byte) i);
                    sink.write(Unpooled.wrappedBuffer(chunk));
                }
                sink.end(Fields.EMPTY);
                return Producer.DONE;
            }
        };
    }

    @Test
    void smallChunksThatWaitAreSentTogetherAndLargeOnesAsTheyAre() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer first = new Counting(Long.MAX_VALUE);
            transport.exchange(Requests.http2(peer.uri("/")), first);
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings().initialWindowSize(0));
            connection.respond(connection.awaitRequest().stream(), 200);
            first.await();
            Answer answer = new Counting(Long.MAX_VALUE);
            transport.exchange(
                    Requests.post(Requests.http2(peer.uri("/")), chunks(100, 200, 9_000, 16_384, 50, 60)), answer);
            int stream = connection.awaitRequest().stream();
            connection.send(Http2Frames.windowUpdate(stream, 50_000));
            byte[] body = connection.awaitBody(stream);
            connection.respond(stream, 200);
            answer.await();
            assertThat(connection.received())
                    .filteredOn(frame -> frame.kind() == FrameKind.DATA)
                    .extracting(frame -> frame.data().length)
                    .containsExactly(300, 9_000, 16_384, 110);
            assertThat(body).startsWith(0).endsWith(5).hasSize(25_794);
            assertThat(body[99]).isEqualTo((byte) 0);
            assertThat(body[100]).isEqualTo((byte) 1);
            assertThat(body[300]).isEqualTo((byte) 2);
            assertThat(body[9_300]).isEqualTo((byte) 3);
            assertThat(body[25_684]).isEqualTo((byte) 4);
        }
    }

    @Test
    void windowOfAStreamGrowsWhileItsHandlerTakesAll() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = new Counting(Long.MAX_VALUE);
            transport.exchange(Requests.http2(peer.uri("/")), answer);
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings());
            int stream = connection.awaitRequest().stream();
            connection.send(connection.headers(stream, ":status", "200"));
            long granted = 1 << 20;
            long sent = 0;
            while (granted - sent < 4 << 20) {
                for (; sent + 16_384 <= granted; sent += 16_384) {
                    connection.send(Http2Frames.data(stream, new byte[16_384]));
                }
                connection.barrier();
                Http2Frame update = connection.await(FrameKind.WINDOW_UPDATE, stream);
                granted += update.increment();
            }
            connection.send(Http2Frames.lastData(stream, new byte[0]));
            answer.await();
            assertThat(answer.received).hasValue(sent);
        }
    }

    @Test
    void windowOfAStreamIsNotOpenedForAHandlerThatAsksForNothing() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = new Counting(0);
            transport.exchange(Requests.http2(peer.uri("/")), answer);
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings());
            int stream = connection.awaitRequest().stream();
            connection.send(connection.headers(stream, ":status", "200"));
            for (int sent = 0; sent < 1 << 20; sent += 16_384) {
                connection.send(Http2Frames.data(stream, new byte[16_384]));
            }
            connection.barrier();
            assertThat(connection.untaken(FrameKind.WINDOW_UPDATE))
                    .filteredOn(frame -> frame.stream() == stream)
                    .isEmpty();
            connection.send(Http2Frames.data(stream, new byte[1]));
            assertThat(answer.awaitFailure()).isInstanceOf(PeerProtocolException.class);
        }
    }

    @Test
    void creditOfTheConnectionIsKeptBackWhenTooManyBytesWait() throws Exception {
        use(builder().bufferBytes(1 << 20));
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = new Counting(0);
            Request request = Requests.http2(peer.uri("/"));
            transport.exchange(request, answer);
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings());
            int slow = connection.awaitRequest().stream();
            connection.send(connection.headers(slow, ":status", "200"));
            for (int sent = 0; sent < 1 << 20; sent += 16_384) {
                connection.send(Http2Frames.data(slow, new byte[16_384]));
            }
            connection.barrier();
            Answer[] others = new Answer[16];
            for (int i = 0; i < others.length; i++) {
                others[i] = new Counting(0);
                transport.exchange(request, others[i]);
                int stream = connection.awaitRequest().stream();
                connection.send(connection.headers(stream, ":status", "200"));
                for (int sent = 0; sent < 900_000; sent += 15_000) {
                    connection.send(Http2Frames.data(stream, new byte[15_000]));
                }
            }
            connection.barrier();
            assertThat(connection.untaken(FrameKind.WINDOW_UPDATE))
                    .filteredOn(frame -> frame.stream() == 0)
                    .hasSize(1);
            for (Answer other : others) {
                other.exchange().cancel();
                other.awaitFailure();
            }
            connection.barrier();
            assertThat(connection.untaken(FrameKind.WINDOW_UPDATE))
                    .filteredOn(frame -> frame.stream() == 0)
                    .hasSizeGreaterThan(1);
            answer.exchange().cancel();
        }
    }

    @Test
    void responseThatWasNotTakenSurvivesItsStreamAndItsConnection() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = new Counting(0);
            transport.exchange(Requests.http2(peer.uri("/")), answer);
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings());
            connection.respond(connection.awaitRequest().stream(), 200, "late reader");
            connection.barrier();
            assertThat(pool().active()).isZero();
            assertThat(answer.done).isNotDone();
            connection.close();
            answer.exchange().request(5);
            answer.exchange().request(Long.MAX_VALUE);
            answer.await();
            assertThat(answer.received).hasValue(11);
        }
    }
}
