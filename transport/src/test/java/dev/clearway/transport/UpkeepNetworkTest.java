package dev.clearway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.FrameKind;
import dev.clearway.testkit.Http2Frame;
import dev.clearway.testkit.Http2Frames;
import dev.clearway.testkit.ScriptedHttp2Connection;
import dev.clearway.testkit.ScriptedHttp2Peer;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Rule 7 on the wire: PING, suspicion, age, and the good-bye of an orderly close. */
class UpkeepNetworkTest extends NetworkTest {
    private static final Duration SOON = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofMinutes(10);

    @AutoClose
    private final ScriptedHttp2Peer peer = ScriptedHttp2Peer.start();

    private ScriptedHttp2Connection accept(long streams) {
        ScriptedHttp2Connection connection = peer.accept();
        connection.handshake(new Http2Settings().maxConcurrentStreams(streams));
        return connection;
    }

    private Answer get() {
        return send(Requests.http2(peer.uri("/")));
    }

    private static Http2Frame awaitPing(ScriptedHttp2Connection connection) {
        return connection.await("PING", frame -> frame.kind() == FrameKind.PING && (frame.flags() & 1) == 0);
    }

    @Test
    void silentConnectionIsAskedAndGivenUpWhereNoAnswerComes() throws Exception {
        use(builder().pingDelay(SOON).pingTimeout(Duration.ofMillis(200)));
        Answer answer = get();
        ScriptedHttp2Connection connection = accept(1);
        connection.awaitRequest();
        // Full: its one stream is taken. It is asked all the same.
        awaitPing(connection);
        assertThat(answer.awaitFailure())
                .isInstanceOf(ConnectionLostException.class)
                .hasMessageContaining("does not answer");
        assertThat(((TransportFailure) answer.awaitFailure()).delivery()).isEqualTo(Delivery.MAYBE_PROCESSED);
        connection.awaitEnd();
        assertThat(pool().connections()).isEmpty();
    }

    @Test
    void anyByteIsAnAnswer() throws Exception {
        use(builder().pingDelay(SOON).pingTimeout(LONG));
        Answer answer = get();
        ScriptedHttp2Connection connection = accept(10);
        int stream = connection.awaitRequest().stream();
        Http2Frame first = awaitPing(connection);
        connection.send(Http2Frames.pingAck(first.opaque()));
        connection.respond(stream, 200);
        answer.await();
    }

    @Test
    void drainingConnectionIsAskedToo() throws Exception {
        use(builder().pingDelay(SOON).pingTimeout(LONG));
        Answer answer = get();
        ScriptedHttp2Connection connection = accept(10);
        int stream = connection.awaitRequest().stream();
        connection.send(Http2Frames.goAway(stream, Http2Error.NO_ERROR, ""));
        awaitPing(connection);
        connection.respond(stream, 200);
        answer.await();
    }

    @Test
    void unusedConnectionIsAskedOnRequestOnly() throws Exception {
        use(builder().pingDelay(SOON).pingTimeout(LONG).pingPolicy(PingPolicy.ALWAYS));
        Answer answer = get();
        ScriptedHttp2Connection connection = accept(10);
        connection.respond(connection.awaitRequest().stream(), 200);
        answer.await();
        awaitPing(connection);
    }

    @Test
    void nobodyIsAskedByDefault() {
        Answer answer = get();
        ScriptedHttp2Connection connection = accept(10);
        connection.respond(connection.awaitRequest().stream(), 200);
        answer.await();
        connection.barrier();
        assertThat(connection.untaken(FrameKind.PING)).isEmpty();
    }

    /** A connection that has served a request. */
    private ScriptedHttp2Connection used() {
        Answer answer = get();
        ScriptedHttp2Connection connection = accept(10);
        connection.respond(connection.awaitRequest().stream(), 200);
        answer.await();
        connection.barrier();
        return connection;
    }

    @Test
    void connectionWithoutAByteSinceARequestTimedOutIsNotUsedUntilItShowsLife() {
        ScriptedHttp2Connection silent = used();
        Answer late = send(Requests.within(Requests.http2(peer.uri("/late")), Duration.ofMillis(400)));
        silent.awaitRequest();
        assertThat(late.awaitFailure()).isInstanceOf(ExchangeTimeoutException.class);
        Http2Frame ping = awaitPing(silent);
        while (pool().connections().stream().noneMatch(each -> each.draining())) {
            Thread.onSpinWait();
        }
        Answer next = get();
        ScriptedHttp2Connection second = accept(10);
        second.respond(second.awaitRequest().stream(), 200);
        next.await();
        silent.send(Http2Frames.pingAck(ping.opaque()));
        silent.barrier();
        assertThat(pool().connections()).hasSize(2).noneMatch(each -> each.draining());
    }

    @Test
    void connectionWhosePeerIsSlowAndAnswersPingIsUsedOn() {
        ScriptedHttp2Connection slow = used();
        Answer late = send(Requests.within(Requests.http2(peer.uri("/late")), Duration.ofMillis(300)));
        slow.awaitRequest();
        late.awaitFailure();
        slow.send(Http2Frames.pingAck(awaitPing(slow).opaque()));
        slow.barrier();
        Answer next = get();
        slow.respond(slow.awaitRequest().stream(), 200);
        next.await();
        assertThat(peer.connections()).isEqualTo(1);
    }

    @Test
    void silentConnectionIsGivenUpAfterASuspicion() throws Exception {
        use(builder().pingTimeout(Duration.ofMillis(100)));
        ScriptedHttp2Connection silent = used();
        Answer late = send(Requests.within(Requests.http2(peer.uri("/late")), Duration.ofMillis(300)));
        silent.awaitRequest();
        late.awaitFailure();
        silent.awaitEnd();
        events.await("closed 1");
        assertThat(pool().connections()).isEmpty();
    }

    @Test
    void connectionTooOldIsReplacedAndFinishesWhatItCarries() throws Exception {
        use(builder().maxAge(Duration.ofMillis(300)));
        Answer old = get();
        ScriptedHttp2Connection first = accept(10);
        int stream = first.awaitRequest().stream();
        Answer next;
        ScriptedHttp2Connection second;
        // What is sent now and then goes to the first connection until that is too old.
        do {
            next = get();
            second = arrived(first);
        } while (second == null);
        second.respond(second.awaitRequest().stream(), 200);
        next.await();
        first.respond(stream, 200, "still");
        assertThat(old.await().text()).isEqualTo("still");
        assertThat(first.await(FrameKind.GOAWAY).errorCode()).isEqualTo(Http2Error.NO_ERROR.code());
        first.awaitEnd();
    }

    /** The second connection, if the request that was just sent opened it; else answers it on the first. */
    private @Nullable ScriptedHttp2Connection arrived(ScriptedHttp2Connection first) {
        while (true) {
            if (peer.connections() > 1) {
                return accept(10);
            }
            first.barrier();
            var requests = first.untaken(FrameKind.HEADERS);
            if (!requests.isEmpty()) {
                first.respond(first.awaitRequest().stream(), 200);
                return null;
            }
        }
    }

    @Test
    void orderlyCloseSaysGoAway() throws Exception {
        Answer answer = get();
        ScriptedHttp2Connection connection = accept(10);
        connection.respond(connection.awaitRequest().stream(), 200);
        answer.await();
        transport.shutdown();
        assertThat(connection.await(FrameKind.GOAWAY).errorCode()).isEqualTo(Http2Error.NO_ERROR.code());
        connection.awaitEnd();
    }
}
