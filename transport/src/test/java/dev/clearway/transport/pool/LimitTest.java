package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.WaitReason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule 5: a place is free when it is given back, and the peer may change how many there are. */
class LimitTest {
    private static Script single(int streams) {
        return Script.http2(Limits.DEFAULT.withGrowth(Growth.SINGLE), streams);
    }

    @Test
    void placeGivenBackGoesToTheFirstInTheLine() {
        Script script = single(2);
        List<Script.Caller> callers = script.acquire(4);
        script.effects();
        script.release(callers.get(1));
        assertThat(script.effects()).containsExactly("grant 4 on 1");
        assertThat(callers.get(2).connection()).isEqualTo(script.peer(1));
    }

    @Test
    void loweredLimitAbortsNothingAndTakesNoneUntilThereIsRoomAgain() {
        Script script = single(10);
        List<Script.Caller> callers = script.acquire(11);
        script.effects();
        script.limit(1, 8);
        assertThat(script.effects()).isEmpty();
        assertThat(script.peer(1).used()).isEqualTo(10);
        assertThat(script.peer(1).allowed()).isEqualTo(8);
        script.release(callers.get(0));
        script.release(callers.get(1));
        assertThat(script.effects()).isEmpty();
        script.release(callers.get(2));
        assertThat(script.effects()).containsExactly("grant 12 on 1");
    }

    @Test
    void raisedLimitWakesThoseWhoWait() {
        Script script = single(1);
        script.acquire(5);
        script.effects();
        script.limit(1, 3);
        assertThat(script.effects()).containsExactly("grant 3 on 1", "grant 4 on 1");
    }

    @Test
    void limitZeroMeansNoRoom() {
        Script script = single(0);
        script.acquire();
        assertThat(script.granted()).isZero();
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.STREAM_LIMIT);
        script.limit(1, 1);
        assertThat(script.granted()).isEqualTo(1);
    }

    @Test
    void peerThatOnlyEverAllowedNoneGetsOneConnectionThatWaitsForItsWord() {
        Script script = Script.http2(Limits.DEFAULT, 0);
        script.acquire(20);
        assertThat(script.opened()).isEqualTo(1);
        script.closed(1);
        assertThat(script.opened()).isEqualTo(2);
        script.connected(2, HTTP_2);
        assertThat(script.granted()).isZero();
        assertThat(script.opened()).isEqualTo(2);
        script.limit(2, 20);
        assertThat(script.granted()).isEqualTo(20);
    }

    @Test
    void connectionLoweredToNoneIsMadeUpForByOthers() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        List<Script.Caller> callers = script.acquire(10);
        script.limit(1, 0);
        script.release(callers);
        script.effects();
        script.acquire();
        assertThat(script.effects()).containsExactly("open 2");
    }

    @Test
    void limitOfADrainingConnectionIsNotRemembered() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        script.acquire(10);
        script.goneAway(1);
        script.limit(1, 1);
        script.effects();
        script.acquire(10);
        assertThat(script.effects()).containsExactly("open 2");
        assertThat(script.peer(1).allowed()).isEqualTo(1);
    }

    @Test
    void cappedRequestsWaitForTheCapAndNotForStreams() {
        Script script = Script.http2(Limits.DEFAULT.withConcurrentRequests(2), 100);
        List<Script.Caller> callers = script.acquire(3);
        assertThat(script.granted()).isEqualTo(2);
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.REQUEST_LIMIT);
        script.effects();
        script.afterMillis(7).release(callers.get(0));
        assertThat(script.effects()).containsExactly("grant 4 on 1");
        assertThat(callers.get(2).waits()).containsExactly(entry(WaitReason.REQUEST_LIMIT, Duration.ofMillis(7)));
    }

    @Test
    void cappedRequestOpensNothingEvenWhereNoConnectionIsOpen() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT.withConcurrentRequests(1));
        Script.Caller first = script.acquire();
        script.connected(1, HTTP_2);
        script.goneAway(1);
        script.effects();
        script.acquire();
        assertThat(script.effects()).isEmpty();
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.REQUEST_LIMIT);
        script.release(first);
        assertThat(script.effects()).containsExactly("close 1", "open 2");
    }
}
