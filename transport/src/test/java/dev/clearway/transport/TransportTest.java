package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.LeakExtension;
import dev.clearway.testkit.ScriptedHttp1Connection;
import dev.clearway.testkit.ScriptedHttp1Peer;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import dev.clearway.testkit.TestCertificates;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakExtension.class)
class TransportTest {
    private final TestCertificates certificates = TestCertificates.localhost();
    private final Transport transport =
            Transport.builder().sslContext(certificates.trustingContext()).build();

    @AfterEach
    void stop() throws Exception {
        transport.shutdownNow();
        transport.terminated().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @Test
    void requestTravelsByHttp2WithPriorKnowledge() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Answer answer = new Answer();
            transport.exchange(Requests.http2(peer.uri("/a?b")), answer);
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings());
            Http2Frame request = connection.awaitRequest();
            assertThat(request.header(":path")).isEqualTo("/a?b");
            connection.respond(request.stream(), 200, "hello");
            answer.await();
            assertThat(answer.text()).isEqualTo("hello");
            assertThat(answer.protocol).isEqualTo(Protocol.HTTP_2);
        }
    }

    @Test
    void requestTravelsByHttp2OverTls() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.startTls(certificates.serverContext())) {
            Answer answer = new Answer();
            transport.exchange(Requests.http2(peer.uri("/")), answer);
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings());
            connection.respond(connection.awaitRequest().stream(), 200, "hello");
            answer.await();
            assertThat(answer.text()).isEqualTo("hello");
            assertThat(answer.exchange().sslSession()).isNotNull();
        }
    }

    @Test
    void requestTravelsByHttp1() {
        try (ScriptedHttp1Peer peer = ScriptedHttp1Peer.start()) {
            Answer answer = new Answer();
            transport.exchange(Requests.http1(peer.uri("/a")), answer);
            ScriptedHttp1Connection connection = peer.accept();
            assertThat(connection.expectHead().uri()).isEqualTo("/a");
            connection.respond(200, "hello");
            answer.await();
            assertThat(answer.text()).isEqualTo("hello");
            assertThat(answer.protocol).isEqualTo(Protocol.HTTP_1_1);
        }
    }
}
