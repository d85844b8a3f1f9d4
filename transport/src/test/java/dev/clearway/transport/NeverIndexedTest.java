package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which fields the bytes of a request's HEADERS leave out of HPACK's tables. */
class NeverIndexedTest extends NetworkTest {
    /** RFC 7541, section 6.2.3: 0001, then the index of the name in the static table: 23, authorization; 32, cookie. */
    private static final byte[] AUTHORIZATION = {0x1f, 23 - 15};

    private static final byte[] COOKIE = {0x1f, 32 - 15};

    private List<byte[]> headersOfTwoRequests() {
        try (ScriptedHttp2Peer peer = ScriptedHttp2Peer.start()) {
            Request request = Requests.fields(
                    Requests.http2(peer.uri("/")), "cookie", "id=" + "7".repeat(300), "authorization", "Bearer secret");
            Answer first = send(request);
            ScriptedHttp2Connection connection = peer.accept();
            connection.handshake(new Http2Settings());
            connection.respond(connection.awaitRequest().stream(), 200);
            first.await();
            Answer second = send(request);
            connection.respond(connection.awaitRequest().stream(), 200);
            second.await();
            return connection.received().stream()
                    .filter(frame -> frame.kind() == FrameKind.HEADERS)
                    .map(Http2Frame::payload)
                    .toList();
        }
    }

    @Test
    void secretsAreNeverIndexedByDefault() {
        List<byte[]> headers = headersOfTwoRequests();
        assertThat(headers)
                .hasSize(2)
                .allSatisfy(block ->
                        assertThat(block).containsSequence(AUTHORIZATION).containsSequence(COOKIE));
        assertThat(headers.get(1).length).isGreaterThan(150);
    }

    @Test
    void cookiesAreCompressedWhereTheyMayBe() throws Exception {
        use(builder().neverIndexed(Set.of("Authorization")));
        List<byte[]> headers = headersOfTwoRequests();
        assertThat(headers).hasSize(2).allSatisfy(block -> assertThat(block).containsSequence(AUTHORIZATION));
        assertThat(headers.get(0).length).isGreaterThan(150);
        assertThat(headers.get(1).length).isLessThan(50);
    }
}
