package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_1_1;
import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.VersionPolicy;
import dev.clearway.transport.WaitReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A pool whose peer chooses the protocol, and what a request needs of a pool. */
class NegotiationTest {
    private static Script cold(Limits limits) {
        return new Script(Need.NEGOTIATED, limits);
    }

    @Test
    void oneConnectionFindsOutWhatThePeerSpeaks() {
        Script script = cold(Limits.DEFAULT);
        script.acquire(50);
        assertThat(script.effects()).containsExactly("open 1");
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.CONNECTING);
    }

    @Test
    void http1GivesEachOfTheOthersAConnection() {
        Script script = cold(Limits.DEFAULT);
        script.acquire(50);
        script.connected(1, HTTP_1_1);
        assertThat(script.granted()).isEqualTo(1);
        assertThat(script.opened()).isEqualTo(50);
    }

    @Test
    void http2LetsTheOthersWaitForSettings() {
        Script script = cold(Limits.DEFAULT);
        script.acquire(50);
        script.connected(1, HTTP_2);
        assertThat(script.granted()).isEqualTo(1);
        script.limit(1, 100);
        assertThat(script.granted()).isEqualTo(50);
        assertThat(script.opened()).isEqualTo(1);
    }

    @Test
    void laterConnectionMayAnswerOtherwise() {
        Script script = cold(Limits.DEFAULT);
        script.acquire(30);
        script.connected(1, HTTP_2);
        script.limit(1, 10);
        assertThat(script.opened()).isEqualTo(3);
        script.connected(2, HTTP_1_1);
        // 19 wait; the one being opened counts for one now, as the last that came up did.
        assertThat(script.granted()).isEqualTo(11);
        assertThat(script.opened()).isEqualTo(21);
        assertThat(script.snapshot().connections())
                .extracting(connection -> connection.protocol())
                .containsExactly(HTTP_2, HTTP_1_1);
    }

    @Test
    void connectionAboveTheCeilingOfWhatItTurnsOutToSpeakIsClosed() {
        Script script = cold(Limits.DEFAULT.withHttp2Connections(2));
        List<Script.Caller> callers = script.acquire(5);
        script.connected(1, HTTP_1_1);
        script.release(callers.get(0));
        assertThat(script.opened()).isEqualTo(5);
        script.connected(2, HTTP_2);
        script.connected(3, HTTP_2);
        script.effects();
        script.connected(4, HTTP_2);
        assertThat(script.effects()).containsExactly("close 4");
        assertThat(script.snapshot().connections()).hasSize(3);
    }

    @Test
    void eachProtocolHasItsOwnCeiling() {
        Script script = cold(Limits.DEFAULT.withHttp2Connections(1).withHttp1Connections(2));
        script.acquire(12);
        script.connected(1, HTTP_1_1);
        assertThat(script.opened()).isEqualTo(2);
        script.connected(2, HTTP_2);
        script.limit(2, 1);
        // The ceiling of what the last one speaks is reached, and the HTTP/1.1 connection does not count in it.
        assertThat(script.opened()).isEqualTo(2);
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.STREAM_LIMIT);
        script.closed(2);
        script.connected(3, HTTP_1_1);
        assertThat(script.opened()).isEqualTo(3);
        assertThat(script.granted()).isEqualTo(3);
        script.closed(1);
        script.connected(4, HTTP_2);
        script.limit(4, 1);
        script.closed(3);
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.STREAM_LIMIT);
    }

    @Test
    void singleMeansOneHttp2ConnectionAndLeavesHttp1Alone() {
        Script http2 = cold(Limits.DEFAULT.withGrowth(Growth.SINGLE));
        http2.acquire(50);
        http2.connected(1, HTTP_2);
        http2.limit(1, 10);
        assertThat(http2.opened()).isEqualTo(1);
        Script http1 = cold(Limits.DEFAULT.withGrowth(Growth.SINGLE));
        http1.acquire(50);
        http1.connected(1, HTTP_1_1);
        assertThat(http1.opened()).isEqualTo(50);
    }

    @Test
    void protocolIsRememberedWhenAllConnectionsAreGone() {
        Script script = cold(Limits.DEFAULT);
        script.acquire();
        script.connected(1, HTTP_1_1);
        script.closed(1);
        script.effects();
        script.acquire(3);
        assertThat(script.effects()).containsExactly("open 2", "open 3", "open 4");
    }

    @Test
    void cleartextIsHttp1UnlessKnownOtherwise() {
        assertThat(Need.of(VersionPolicy.HTTP_2_OR_LOWER, false)).isEqualTo(Need.HTTP_1_1);
        assertThat(Need.of(VersionPolicy.HTTP_1_1_OR_HIGHER, false)).isEqualTo(Need.HTTP_1_1);
        assertThat(Need.of(VersionPolicy.HTTP_2, false)).isEqualTo(Need.HTTP_2);
        assertThat(Need.of(VersionPolicy.HTTP_1_1, false)).isEqualTo(Need.HTTP_1_1);
    }

    @Test
    void tlsOffersWhatThePolicyAllows() {
        assertThat(Need.of(VersionPolicy.HTTP_2_OR_LOWER, true)).isEqualTo(Need.NEGOTIATED);
        assertThat(Need.of(VersionPolicy.HTTP_1_1_OR_HIGHER, true)).isEqualTo(Need.NEGOTIATED);
        assertThat(Need.of(VersionPolicy.HTTP_2, true)).isEqualTo(Need.HTTP_2);
        assertThat(Need.of(VersionPolicy.HTTP_1_1, true)).isEqualTo(Need.HTTP_1_1);
        assertThat(Need.NEGOTIATED.offered()).containsExactlyInAnyOrder(Protocol.values());
        assertThat(Need.HTTP_2.offered()).containsExactly(HTTP_2);
        assertThat(Need.HTTP_1_1.offered()).containsExactly(HTTP_1_1);
    }
}
