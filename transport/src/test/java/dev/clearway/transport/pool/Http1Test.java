package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_1_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.WaitReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A pool whose connections carry one request each. */
class Http1Test {
    private static Script cold(Limits limits) {
        return new Script(Need.HTTP_1_1, limits);
    }

    @Test
    void eachWaitingRequestGetsAConnectionOfItsOwn() {
        Script script = cold(Limits.DEFAULT);
        script.acquire(3);
        assertThat(script.effects()).containsExactly("open 1", "open 2", "open 3");
        script.connected(2, HTTP_1_1);
        script.connected(1, HTTP_1_1);
        script.connected(3, HTTP_1_1);
        assertThat(script.effects()).containsExactly("grant 1 on 2", "grant 2 on 1", "grant 3 on 3");
    }

    @Test
    void releasedConnectionIsUsedAgain() {
        Script script = cold(Limits.DEFAULT);
        Script.Caller first = script.acquire();
        script.connected(1, HTTP_1_1);
        script.release(first);
        script.effects();
        script.acquire();
        assertThat(script.effects()).containsExactly("grant 2 on 1");
    }

    @Test
    void connectionThatCannotBeUsedAgainIsReplacedForThoseWhoWait() {
        Script script = cold(Limits.DEFAULT.withHttp1Connections(1));
        script.acquire(2);
        script.connected(1, HTTP_1_1);
        script.effects();
        script.closed(1);
        assertThat(script.effects()).containsExactly("open 2");
        script.connected(2, HTTP_1_1);
        assertThat(script.effects()).contains("grant 2 on 2");
    }

    @Test
    void ceilingIsItsOwn() {
        Script script = cold(Limits.DEFAULT.withHttp2Connections(1).withHttp1Connections(6));
        script.acquire(20);
        assertThat(script.opened()).isEqualTo(6);
        for (int peer = 1; peer <= 6; peer++) {
            script.connected(peer, HTTP_1_1);
        }
        assertThat(script.granted()).isEqualTo(6);
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.CONNECTION_LIMIT);
    }

    @Test
    void singleAndOneAtATimeAreForHttp2() {
        for (Growth growth : List.of(Growth.SINGLE, Growth.ONE_AT_A_TIME)) {
            Script script = cold(Limits.DEFAULT.withGrowth(growth));
            script.acquire(20);
            assertThat(script.opened()).isEqualTo(20);
        }
    }

    @Test
    void neverMoreConnectionsThanRequestsInFlightAndWaiting() {
        Script script = cold(Limits.DEFAULT);
        List<Script.Caller> callers = script.acquire(10);
        callers.subList(5, 10).forEach(script::cancel);
        script.acquire(5);
        assertThat(script.opened()).isEqualTo(10);
        for (int peer = 1; peer <= 10; peer++) {
            script.connected(peer, HTTP_1_1);
        }
        assertThat(script.granted()).isEqualTo(10);
        assertThat(script.opened()).isEqualTo(10);
    }

    @Test
    void idleConnectionIsTakenBeforeAnotherIsOpened() {
        Script script = cold(Limits.DEFAULT);
        List<Script.Caller> callers = script.acquire(3);
        for (int peer = 1; peer <= 3; peer++) {
            script.connected(peer, HTTP_1_1);
        }
        script.release(callers.get(1));
        script.effects();
        script.acquire(2);
        assertThat(script.effects()).containsExactly("grant 4 on 2", "open 4");
    }

    @Test
    void requestTakesTheOldestIdleConnection() {
        Script script = cold(Limits.DEFAULT);
        List<Script.Caller> callers = script.acquire(3);
        for (int peer = 1; peer <= 3; peer++) {
            script.connected(peer, HTTP_1_1);
        }
        script.release(callers.get(2));
        script.release(callers.get(0));
        script.effects();
        script.acquire();
        assertThat(script.effects()).containsExactly("grant 4 on 1");
    }
}
