package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** When a handler that asked for it is told that what was read together is told. */
class ReadEndTest extends NetworkTest {
    @AutoClose
    private final ScriptedHttp2Peer peer = ScriptedHttp2Peer.start();

    private final List<String> told = Collections.synchronizedList(new ArrayList<>());

    /** Writes down what it is told, and asks for the read's end with the head and with a failure. */
    private class Recorder extends Answer {
        private final String name;
        final CompletableFuture<Void> readEnd = new CompletableFuture<>();

        Recorder(String name) {
            this.name = name;
        }

        @Override
        public void onHead(Protocol spoken, int code, Fields head) {
            told.add(name + " head");
            exchange().awaitReadEnd();
            super.onHead(spoken, code, head);
        }

        @Override
        public void onData(ByteBuf data) {
            told.add(name + " data");
            super.onData(data);
        }

        @Override
        public void onEnd(Fields last) {
            told.add(name + " end");
            super.onEnd(last);
        }

        @Override
        public void onReadEnd() {
            told.add(name + " read end");
            readEnd.complete(null);
        }

        @Override
        public void onFailure(Throwable cause) {
            told.add(name + " failure");
            exchange().awaitReadEnd();
            super.onFailure(cause);
        }
    }

    private Recorder sent(String name) {
        Recorder recorder = new Recorder(name);
        transport.exchange(Requests.http2(peer.uri("/" + name)), recorder);
        return recorder;
    }

    private ScriptedHttp2Connection connection() {
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings().maxConcurrentStreams(10));
        return connection;
    }

    @Test
    void comesOnceWhenAllOfOneReadIsTold() throws Exception {
        Recorder one = sent("a");
        ScriptedHttp2Connection connection = connection();
        int a = connection.awaitRequest().stream();
        Recorder two = sent("b");
        int b = connection.awaitRequest().stream();
        connection.send(
                connection.headers(a, ":status", "200"),
                connection.headers(b, ":status", "200"),
                Http2Frames.data(a, new byte[10]),
                connection.lastHeaders(b, "x", "y"),
                connection.lastHeaders(a, "x", "y"));
        one.readEnd.get(60, TimeUnit.SECONDS);
        two.readEnd.get(60, TimeUnit.SECONDS);
        assertThat(told).containsExactly("a head", "b head", "a data", "b end", "a end", "a read end", "b read end");
    }

    @Test
    void comesAtOnceWhereNothingIsRead() throws Exception {
        Recorder one = sent("a");
        ScriptedHttp2Connection connection = connection();
        connection.awaitRequest();
        one.exchange().cancel();
        one.readEnd.get(60, TimeUnit.SECONDS);
        assertThat(told).containsExactly("a failure", "a read end");
        assertThatThrownBy(one::await).isInstanceOf(CancellationException.class);
    }

    @Test
    void comesWhereTheConnectionEndsInTheMidstOfAResponse() throws Exception {
        Recorder one = sent("a");
        ScriptedHttp2Connection connection = connection();
        connection.send(connection.headers(connection.awaitRequest().stream(), ":status", "200"));
        one.readEnd.get(60, TimeUnit.SECONDS);
        connection.close();
        assertThatThrownBy(one::await).hasCauseInstanceOf(IOException.class);
    }
}
