package dev.clearway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What passes through an exchange, in both protocols. */
@ExtendWith(LeakExtension.class)
class ExchangeTest {
    private final Script script = new Script();

    @Test
    void headIsReadAlikeInBothProtocols() throws Exception {
        try (TestServer http1 = TestServer.http1(script);
                TestServer http2 = TestServer.http2(script);
                RawClient raw = RawClient.connect(http1.port());
                FrameClient frames = FrameClient.connect(http2.port())) {
            raw.send("GET /a?b HTTP/1.1\r\nhost: localhost\r\n\r\n");
            RawClient.Answer answer = raw.answer();
            assertThat(answer.body()).isEqualTo("GET http localhost /a?b upgrade= length=0");
            assertThat(answer.fields()).containsKeys("date", "content-type");
            frames.get(1, "/a?b").flush();
            assertThat(frames.awaitStatus(1)).isEqualTo("200");
            Http2Frame body = frames.await(frame -> frame.kind() == FrameKind.DATA);
            assertThat(new String(body.data(), StandardCharsets.UTF_8)).isEqualTo(answer.body());
            assertThat(body.endsStream()).as("no frame more than it takes").isTrue();
        }
    }

    @Test
    void contentAndTrailersPassBothWays() throws Exception {
        try (TestServer http1 = TestServer.http1(script);
                TestServer http2 = TestServer.http2(script);
                RawClient raw = RawClient.connect(http1.port());
                FrameClient frames = FrameClient.connect(http2.port())) {
            raw.send(
                    "POST /echo HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nx-t: 1\r\n\r\n");
            RawClient.Answer answer = raw.answer();
            assertThat(answer.body()).isEqualTo("abc");
            assertThat(answer.trailers()).containsEntry("x-t", "1");
            frames.post(1, "/echo")
                    .queue(Http2Frames.data(1, new byte[3]))
                    .headers(1, Http2Frame.END_STREAM, "x-t", "2")
                    .flush();
            assertThat(frames.awaitStatus(1)).isEqualTo("200");
            Http2Frame end = frames.awaitEnd(1);
            assertThat(end.header("x-t")).isEqualTo("2");
        }
    }

    @Test
    void upgradeBecomesATunnel() throws Exception {
        try (TestServer http1 = TestServer.http1(script);
                RawClient raw = RawClient.connect(http1.port())) {
            raw.send("GET /tunnel HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: Talk\r\n\r\nearly");
            RawClient.Answer answer = raw.answer();
            assertThat(answer.status()).isEqualTo(101);
            assertThat(answer.fields()).containsEntry("upgrade", "talk");
            assertThat(new String(raw.bytes(5), StandardCharsets.UTF_8)).isEqualTo("early");
            raw.send("GET ").end();
            assertThat(new String(raw.bytes(4), StandardCharsets.UTF_8)).isEqualTo("GET ");
            assertThat(raw.hasEnded()).isTrue();
            assertThat(script.event()).isEqualTo("completed");
        }
    }
}
