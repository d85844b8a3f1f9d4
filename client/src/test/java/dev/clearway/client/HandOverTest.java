package dev.clearway.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How often a response is handed to the executor. */
@ExtendWith(LeakExtension.class)
class HandOverTest {
    @AutoClose
    private final ScriptedHttp2Peer peer = ScriptedHttp2Peer.start();

    @AutoClose("shutdownNow")
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private final AtomicInteger tasks = new AtomicInteger();

    private ClearwayClient client() {
        return OwnTest.h2c()
                .executor(task -> {
                    tasks.incrementAndGet();
                    threads.execute(task);
                })
                .build();
    }

    private ScriptedHttp2Connection accept() {
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings().maxConcurrentStreams(10));
        return connection;
    }

    @Test
    void responseThatIsReadInOneGoIsOneTask() throws Exception {
        try (ClearwayClient client = client()) {
            CompletableFuture<HttpResponse<String>> answer =
                    client.sendAsync(OwnTest.get(peer.uri("/")), BodyHandlers.ofString());
            ScriptedHttp2Connection connection = accept();
            int stream = connection.awaitRequest().stream();
            connection.send(
                    connection.headers(stream, ":status", "200"),
                    Http2Frames.data(stream, "all ".getBytes(StandardCharsets.US_ASCII)),
                    Http2Frames.data(stream, "at once".getBytes(StandardCharsets.US_ASCII)),
                    connection.lastHeaders(stream, "x", "y"));
            assertThat(OwnTest.done(answer).body()).isEqualTo("all at once");
            assertThat(tasks).hasValue(1);
        }
    }

    @Test
    void responseThatComesInPartsIsHandedOverAsItComes() throws Exception {
        try (ClearwayClient client = client()) {
            CompletableFuture<HttpResponse<InputStream>> answer =
                    client.sendAsync(OwnTest.get(peer.uri("/")), BodyHandlers.ofInputStream());
            ScriptedHttp2Connection connection = accept();
            int stream = connection.awaitRequest().stream();
            connection.send(connection.headers(stream, ":status", "200"));
            try (InputStream body = OwnTest.done(answer).body()) {
                connection.send(Http2Frames.data(stream, new byte[] {7}));
                assertThat(body.read()).isEqualTo(7);
                connection.send(connection.lastHeaders(stream, "x", "y"));
                assertThat(body.read()).isEqualTo(-1);
            }
        }
    }
}
