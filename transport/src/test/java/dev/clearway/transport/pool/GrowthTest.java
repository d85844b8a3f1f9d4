package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.WaitReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule 4: HTTP/2 connections grow with demand, by arithmetic. */
class GrowthTest {
    private static Script cold() {
        return new Script(Need.HTTP_2, Limits.DEFAULT);
    }

    @Test
    void firstRequestOpensOneConnectionAndLeavesWithThePreface() {
        Script script = cold();
        script.acquire();
        assertThat(script.effects()).containsExactly("open 1");
        script.connected(1, HTTP_2);
        assertThat(script.effects()).containsExactly("grant 1 on 1");
    }

    @Test
    void restOfAColdBurstWaitsForSettings() {
        Script script = cold();
        script.acquire(100);
        script.connected(1, HTTP_2);
        assertThat(script.granted()).isEqualTo(1);
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.CONNECTING);
        script.limit(1, 100);
        assertThat(script.granted()).isEqualTo(100);
        assertThat(script.opened()).isEqualTo(1);
    }

    @Test
    void coldBurstThatFitsOneConnectionOpensExactlyOneEvenIfAnAnswerComesBeforeSettings() {
        Script script = cold();
        List<Script.Caller> burst = script.acquire(100);
        script.connected(1, HTTP_2);
        script.release(burst.get(0));
        assertThat(burst.get(1).state()).isEqualTo(Waiter.State.GRANTED);
        assertThat(script.granted()).isEqualTo(1);
        script.limit(1, 100);
        assertThat(script.granted()).isEqualTo(99);
        assertThat(script.opened()).isEqualTo(1);
    }

    @Test
    void warmBurstThatFitsOneConnectionOpensNone() {
        Script script = Script.http2(Limits.DEFAULT, 100);
        script.acquire(100);
        assertThat(script.granted()).isEqualTo(100);
        assertThat(script.opened()).isEqualTo(1);
    }

    @Test
    void requestBeyondTheLimitOpensTheSecondConnection() {
        Script script = Script.http2(Limits.DEFAULT, 100);
        script.acquire(100);
        script.effects();
        script.acquire();
        assertThat(script.effects()).containsExactly("open 2");
    }

    @Test
    void burstReusesTheRememberedLimitAfterAllConnectionsAreGone() {
        Script script = Script.http2(Limits.DEFAULT, 100);
        script.closed(1);
        script.acquire(100);
        assertThat(script.effects()).containsExactly("open 2");
        script.connected(2, HTTP_2);
        assertThat(script.granted()).isEqualTo(100);
    }

    @Test
    void differenceIsOpenedAtOnceWhenSettingsArrive() {
        Script script = cold();
        script.acquire(1000);
        script.connected(1, HTTP_2);
        assertThat(script.opened()).isEqualTo(1);
        script.limit(1, 100);
        assertThat(script.opened()).isEqualTo(10);
        assertThat(script.granted()).isEqualTo(100);
        for (int peer = 2; peer <= 10; peer++) {
            script.connected(peer, HTTP_2);
        }
        assertThat(script.granted()).isEqualTo(1000);
        assertThat(script.opened()).isEqualTo(10);
    }

    @Test
    void connectionsBeingOpenedCountWithTheRememberedLimit() {
        Script script = Script.http2(Limits.DEFAULT, 100);
        script.acquire(200);
        assertThat(script.opened()).isEqualTo(2);
        script.acquire();
        assertThat(script.opened()).isEqualTo(3);
        script.acquire(99);
        assertThat(script.opened()).isEqualTo(3);
    }

    @Test
    void newConnectionIsFilledToTheRememberedLimitBeforeItsSettings() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        script.acquire(20);
        script.connected(2, HTTP_2);
        assertThat(script.peer(2).used()).isEqualTo(10);
    }

    @Test
    void rememberedLimitThatTurnsOutTooHighMakesUpForTheDifference() {
        Script script = Script.http2(Limits.DEFAULT, 100);
        script.acquire(300);
        assertThat(script.opened()).isEqualTo(3);
        script.connected(2, HTTP_2);
        script.limit(2, 50);
        // 100 wait, and one connection comes for them with 50 places.
        assertThat(script.opened()).isEqualTo(4);
    }

    @Test
    void ceilingHolds() {
        Script script = Script.http2(Limits.DEFAULT.withHttp2Connections(2), 100);
        script.acquire(300);
        assertThat(script.opened()).isEqualTo(2);
        script.connected(2, HTTP_2);
        assertThat(script.granted()).isEqualTo(200);
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.STREAM_LIMIT);
    }

    @Test
    void singleNeverOpensASecond() {
        Script script = Script.http2(Limits.DEFAULT.withGrowth(Growth.SINGLE), 100);
        List<Script.Caller> burst = script.acquire(300);
        assertThat(script.opened()).isEqualTo(1);
        assertThat(script.granted()).isEqualTo(100);
        script.release(burst.subList(0, 100));
        assertThat(script.granted()).isEqualTo(100);
        script.release(burst.subList(100, 200));
        script.release(burst.subList(200, 300));
        assertThat(script.opened()).isEqualTo(1);
    }

    @Test
    void oneAtATimeOpensTheNextWhenTheLastIsUp() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT.withGrowth(Growth.ONE_AT_A_TIME));
        script.acquire(1000);
        script.connected(1, HTTP_2);
        script.limit(1, 100);
        assertThat(script.opened()).isEqualTo(2);
        script.connected(2, HTTP_2);
        assertThat(script.opened()).isEqualTo(3);
    }

    @Test
    void peerWithoutALimitNeedsOneConnection() {
        Script script = cold();
        script.acquire(5000);
        script.connected(1, HTTP_2);
        script.limit(1, Integer.MAX_VALUE);
        assertThat(script.granted()).isEqualTo(5000);
        assertThat(script.opened()).isEqualTo(1);
        script.closed(1);
        script.acquire(5000);
        assertThat(script.opened()).isEqualTo(2);
    }

    @Test
    void largestCeilingsDoNotOverflow() {
        Limits limits = Limits.DEFAULT
                .withHttp2Connections(Integer.MAX_VALUE)
                .withHttp1Connections(Integer.MAX_VALUE)
                .withQueueLength(Integer.MAX_VALUE);
        Script script = Script.http2(limits, 1);
        script.acquire(5);
        assertThat(script.opened()).isEqualTo(5);
    }

    @Test
    void requestsThatTheCapHoldsBackOpenNothing() {
        Script script = Script.http2(Limits.DEFAULT.withConcurrentRequests(150), 100);
        script.acquire(300);
        assertThat(script.opened()).isEqualTo(2);
        script.connected(2, HTTP_2);
        assertThat(script.granted()).isEqualTo(150);
        assertThat(script.opened()).isEqualTo(2);
    }
}
