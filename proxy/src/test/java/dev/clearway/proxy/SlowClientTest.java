package dev.clearway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.proxy.settings.Bounds;
import dev.clearway.testkit.Eventually;
import dev.clearway.testkit.FrameClient;
import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.RawClient;
import io.netty.handler.codec.http2.Http2Error;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that are slow or silent on purpose: each is ended in its time, and another is served meanwhile. */
@ExtendWith(LeakExtension.class)
class SlowClientTest {
    private static final Bounds SOON = Bounds.DEFAULT.withOpening(Duration.ofMillis(1_500), Duration.ofSeconds(10));

    private final Holding handler = new Holding();

    /** In the end: on a busy machine an honest client may miss the deadline that is meant for the others. */
    private static void isServed(Entry entry, ProxyServer proxy, int port) {
        Eventually.holds(() -> answers(entry, proxy, port));
    }

    private static boolean answers(Entry entry, ProxyServer proxy, int port) {
        try (RawClient client = RawClient.over(entry.open(proxy, port, "http/1.1"))) {
            client.send("GET /x HTTP/1.1\r\nhost: localhost:" + port + "\r\n\r\n");
            return client.answer().status() == 200;
        } catch (IOException tooSlow) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GE",
                "GET http://a/ HTTP/1.1\r\nho",
                "CONNECT a:443 HTTP/1.1\r\n",
                "\u0016\u0003\u0001",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
            })
    void whatBeginsAndDoesNotGoOnIsClosed(String beginning) throws Exception {
        try (Upstream upstream = Upstream.start(List.of("h2"), handler);
                ProxyServer proxy = ProxyServer.start(
                        Entry.CONNECT.settings(upstream.port()).bounds(SOON).build());
                RawClient slow = RawClient.connect(proxy.address().getPort())) {
            slow.send(beginning);
            isServed(Entry.CONNECT, proxy, upstream.port());
            boolean ended;
            do {
                // What it is told before the end does not matter.
                ended = slow.hasEnded();
            } while (!ended);
            Eventually.holds(() -> proxy.connections() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CONNECT", "TRANSPARENT", "REVERSE"})
    void headsThatTrickleInsideTlsAreAnsweredWith408(Entry entry) throws Exception {
        Bounds later = SOON.withOpening(Duration.ofSeconds(5), Duration.ofSeconds(10));
        try (Upstream upstream = Upstream.start(List.of("h2"), handler);
                ProxyServer proxy = ProxyServer.start(
                        entry.settings(upstream.port()).bounds(later).build());
                RawClient slow = RawClient.over(entry.open(proxy, upstream.port(), "http/1.1"))) {
            slow.send("GET / HTTP/1.1\r\nhost: localhost\r\nx: ");
            isServed(entry, proxy, upstream.port());
            assertThat(slow.answer().status()).isEqualTo(408);
            assertThat(slow.hasEnded()).isTrue();
        }
    }

    @Test
    void manyThatAreSlowAtOnceWaitAndTheOthersAreServedInTheEnd() throws Exception {
        Bounds few = SOON.withConnections(100, 8);
        List<RawClient> slow = new ArrayList<>();
        try (Upstream upstream = Upstream.start(List.of("h2"), handler);
                ProxyServer proxy = ProxyServer.start(
                        Entry.REVERSE.settings(upstream.port()).bounds(few).build())) {
            for (int i = 0; i < 16; i++) {
                slow.add(RawClient.connect(proxy.address().getPort()).send("\u0016\u0003"));
            }
            isServed(Entry.REVERSE, proxy, upstream.port());
        } finally {
            for (RawClient each : slow) {
                each.close();
            }
        }
    }

    @Test
    void answersWithoutAWindowAreGivenUpAndOthersServed() throws Exception {
        Bounds impatient = Bounds.DEFAULT.withIdleTime(Duration.ofMillis(800));
        try (Upstream upstream = Upstream.start(List.of("h2"), handler);
                ProxyServer proxy = ProxyServer.start(Entry.CONNECT
                        .settings(upstream.port())
                        .bounds(impatient)
                        .build());
                FrameClient client = FrameClient.over(Entry.CONNECT.open(proxy, upstream.port(), "h2"))
                        .asking("https", "localhost:" + upstream.port())) {
            client.queue(Http2Frames.rawSettings(4, 0)).flush();
            for (int i = 0; i < 50; i++) {
                client.post(2 * i + 1, "/echo").queue(Http2Frames.lastData(2 * i + 1, new byte[10]));
            }
            client.get(101, "/x").flush();
            assertThat(client.awaitEnd(101).endsStream()).isTrue();
            for (int i = 0; i < 50; i++) {
                Http2Frame end = client.await(frame -> frame.kind() == FrameKind.RST_STREAM);
                assertThat(end.errorCode()).isEqualTo(Http2Error.CANCEL.code());
            }
            Eventually.holds(() -> handler.open.get() == 0);
        }
    }
}
