package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.clearway.testkit.ScriptedHttp1Connection;
import dev.clearway.testkit.ScriptedHttp1Peer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection that HTTP/1.1 gives over to another protocol (RFC 9110, section 7.8). */
class UpgradeTest extends NetworkTest {
    private static final String SWITCH =
            "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: WebSocket\r\n\r\n";

    private static ScriptedHttp1Peer peer(boolean tls) {
        return tls ? ScriptedHttp1Peer.startTls(CERTIFICATES.serverContext(), "http/1.1") : ScriptedHttp1Peer.start();
    }

    private static Request upgrade(ScriptedHttp1Peer peer, RequestBody body) {
        return Requests.http1(peer.uri("/chat")).upgrading("websocket", body);
    }

    static ByteBuf text(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bytesAreRawBothWaysAndEachSideEndsByItself(boolean tls) {
        try (ScriptedHttp1Peer peer = peer(tls)) {
            ManualBody body = new ManualBody(-1);
            Answer answer = send(upgrade(peer, body));
            ScriptedHttp1Connection connection = peer.accept();
            HttpRequest head = connection.expectHead();
            assertThat(head.headers().getAll("upgrade")).containsExactly("websocket");
            assertThat(head.headers().getAll("connection")).containsExactly("Upgrade");
            assertThat(head.headers().contains("content-length")).isFalse();
            assertThat(head.headers().contains("transfer-encoding")).isFalse();
            connection.send(SWITCH + "HTTP/1.1 is over");
            assertThat(answer.awaitHead().status).isEqualTo(101);
            assertThat(answer.fields.first("upgrade")).hasToString("WebSocket");
            body.sink().write(text("to the peer"));
            assertThat(connection.read(11)).asString().isEqualTo("to the peer");
            connection.send(", and on");
            connection.finish();
            assertThat(answer.await().text()).isEqualTo("HTTP/1.1 is over, and on");
            assertThat(pool().active()).isEqualTo(1);
            body.sink().write(text(" goes on"));
            body.sink().end(Fields.EMPTY);
            assertThat(connection.read(8)).asString().isEqualTo(" goes on");
            connection.awaitEnd();
            events.await("closed 1");
            assertThat(pool().connections()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thisSideMayEndFirst(boolean tls) {
        try (ScriptedHttp1Peer peer = peer(tls)) {
            ManualBody body = new ManualBody(-1);
            Answer answer = send(upgrade(peer, body));
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.send(SWITCH);
            body.sink().write(text("last words"));
            body.sink().end(Fields.EMPTY);
            assertThat(connection.read(10)).asString().isEqualTo("last words");
            connection.awaitEnd();
            connection.send("heard");
            connection.finish();
            assertThat(answer.await().text()).isEqualTo("heard");
            events.await("closed 1");
            assertThat(answer.ends).hasValue(1);
        }
    }

    @Test
    void anotherAnswerIsAnOrdinaryResponseAndTheConnectionIsKept() {
        try (ScriptedHttp1Peer peer = peer(false)) {
            ManualBody body = new ManualBody(-1);
            Answer answer = send(upgrade(peer, body));
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.respond(426, "not here");
            assertThat(answer.await().text()).isEqualTo("not here");
            assertThat(answer.status).isEqualTo(426);
            Answer next = send(Requests.http1(peer.uri("/")));
            connection.expectHead();
            connection.respond(200, "next");
            next.await();
            assertThat(peer.connections()).isEqualTo(1);
            assertThat(body.demanded).hasValue(0);
        }
    }

    @Test
    void tunnelHoldsItsPlaceAndIsNeverPooledAgain() throws Exception {
        use(builder().limits(Limits.DEFAULT.withHttp1Connections(1)));
        try (ScriptedHttp1Peer peer = peer(false)) {
            ManualBody body = new ManualBody(-1);
            Answer tunnel = send(upgrade(peer, body));
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.send(SWITCH);
            tunnel.awaitHead();
            Answer waiting = send(Requests.http1(peer.uri("/")));
            assertThat(pool().waiting()).isEqualTo(1);
            body.sink().end(Fields.EMPTY);
            connection.finish();
            tunnel.await();
            ScriptedHttp1Connection next = peer.accept();
            next.expectHead();
            next.respond(200, "");
            waiting.await();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 101 Switching Protocols\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n",
            })
    void switchToAnythingElseFails(String response) {
        try (ScriptedHttp1Peer peer = peer(false)) {
            Answer answer = send(upgrade(peer, new ManualBody(-1)));
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.send(response);
            assertThat(answer.awaitFailure())
                    .isInstanceOf(PeerProtocolException.class)
                    .hasMessageContaining("not asked for");
            connection.awaitEnd();
        }
    }

    @Test
    void tunnelThatBreaksFailsAndStopsTheBody() {
        try (ScriptedHttp1Peer peer = peer(false)) {
            ManualBody body = new ManualBody(-1);
            Answer answer = send(upgrade(peer, body));
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.send(SWITCH + "half");
            answer.awaitHead();
            body.sink();
            connection.reset();
            assertThat(answer.awaitFailure()).isInstanceOf(ConnectionLostException.class);
            body.awaitStop();
            assertThat(pool().connections()).isEmpty();
        }
    }

    @Test
    void cancelEndsBothSidesEvenAfterThePeersEnd() {
        try (ScriptedHttp1Peer peer = peer(false)) {
            ManualBody body = new ManualBody(-1);
            Answer answer = send(upgrade(peer, body));
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.send(SWITCH);
            connection.finish();
            answer.await();
            body.sink();
            answer.exchange().cancel();
            body.awaitStop();
            connection.awaitEnd();
            events.await("closed 1");
            assertThat(pool().connections()).isEmpty();
        }
    }

    @Test
    void timeoutEndsWithTheHead() {
        try (ScriptedHttp1Peer peer = peer(false)) {
            ManualBody body = new ManualBody(-1);
            Answer answer = send(Requests.within(Requests.http1(peer.uri("/")), Duration.ofMillis(400))
                    .upgrading("websocket", body));
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.send(SWITCH);
            answer.awaitHead();
            // A request that is sent later and runs into the same timeout shows that it has passed.
            Answer late = send(Requests.within(Requests.http1(peer.uri("/late")), Duration.ofMillis(400)));
            assertThat(late.awaitFailure()).isInstanceOf(ExchangeTimeoutException.class);
            connection.send("still here");
            body.sink().end(Fields.EMPTY);
            connection.finish();
            assertThat(answer.await().text()).isEqualTo("still here");
        }
    }

    @Test
    void slowHandlerHoldsTheTunnelBack() {
        try (ScriptedHttp1Peer peer = peer(false)) {
            ManualBody body = new ManualBody(-1);
            Answer answer = new Answer(0);
            transport.exchange(upgrade(peer, body), answer);
            ScriptedHttp1Connection connection = peer.accept();
            connection.expectHead();
            connection.send(SWITCH + "held");
            answer.awaitHead();
            body.sink().write(text("x"));
            connection.read(1);
            assertThat(answer.received).hasValue(0);
            answer.exchange().request(Long.MAX_VALUE);
            connection.finish();
            body.sink().end(Fields.EMPTY);
            assertThat(answer.await().text()).isEqualTo("held");
        }
    }

    @Test
    void whatIsNoUpgradeIsRefusedAtOnce() {
        try (ScriptedHttp1Peer peer = peer(false)) {
            Request get = Requests.http1(peer.uri("/"));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> send(get.upgrading("web socket", new ManualBody(-1))));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> send(get.upgrading("websocket\r\nx: y", new ManualBody(-1))));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> send(get.upgrading("websocket", RequestBody.of(new byte[3]))));
        }
    }
}
