package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_1_1;
import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Limits;
import dev.clearway.transport.WaitReason;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule 4: no new connection when the line will be gone sooner than a handshake takes. */
class ForecastTest {
    /** A pool that took 300 ms to connect and has 100 requests under way, one of which has ended each millisecond for a while. */
    private static List<Script.Caller> busy(Script script) {
        script.acquire();
        script.afterMillis(300).connected(1, HTTP_2);
        script.limit(1, 100);
        List<Script.Caller> underWay = new ArrayList<>(script.acquire(99));
        script.release(script.caller(1));
        underWay.add(script.acquire());
        for (int i = 0; i < 1000; i++) {
            script.afterMillis(1).release(underWay.remove(0));
            underWay.add(script.acquire());
        }
        script.effects();
        return underWay;
    }

    @Test
    void shortLineBeforeAFastServiceOpensNothing() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        busy(script);
        script.acquire(50);
        assertThat(script.opened()).isEqualTo(1);
        assertThat(script.effects()).containsExactly("wake in 300 ms");
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.STREAM_LIMIT);
    }

    @Test
    void lineThatGrowsBeyondTheForecastOpensForAllWhoWait() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        busy(script);
        script.acquire(350);
        assertThat(script.opened()).isEqualTo(5);
    }

    @Test
    void forecastThatDoesNotComeTrueIsDroppedAfterAHandshakesTime() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        busy(script);
        script.acquire(50);
        script.afterMillis(299).wake();
        assertThat(script.opened()).isEqualTo(1);
        script.afterMillis(1).wake();
        assertThat(script.opened()).isEqualTo(2);
    }

    @Test
    void burstAfterABurstOfSlowRequestsIsNotTakenForAFastService() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        script.acquire(100);
        script.afterMillis(100).connected(1, HTTP_2);
        script.limit(1, 100);
        script.afterMillis(1000);
        for (int i = 1; i <= 100; i++) {
            script.release(script.caller(i));
        }
        script.acquire(130);
        assertThat(script.opened()).isEqualTo(2);
    }

    @Test
    void burstOfSlowRequestsAfterOneFastRequestIsNotTakenForAFastService() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        script.acquire();
        script.afterMillis(100).connected(1, HTTP_2);
        script.limit(1, 100);
        script.afterMillis(1).release(script.caller(1));
        script.acquire(101);
        assertThat(script.opened()).isEqualTo(2);
    }

    @Test
    void endsOfLongAgoDoNotCount() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        busy(script);
        script.afterMillis(10_000).acquire(50);
        assertThat(script.opened()).isEqualTo(2);
    }

    @Test
    void requestsOnDrainingConnectionsAreNotWaitedFor() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        busy(script);
        script.goneAway(1);
        script.acquire(50);
        assertThat(script.opened()).isEqualTo(2);
    }

    @Test
    void handshakeThatHungIsForgottenWhenAFasterOneIsSeen() {
        Script script = new Script(Need.HTTP_1_1, Limits.DEFAULT);
        script.acquire(2);
        script.afterMillis(20).connected(1, HTTP_1_1);
        script.afterMillis(30_000).connected(2, HTTP_1_1);
        script.acquire(1);
        script.afterMillis(10).connected(3, HTTP_1_1);
        for (int i = 0; i < 100; i++) {
            script.release(script.caller(i == 0 ? 3 : 3 + i));
            script.afterMillis(1).acquire();
        }
        script.effects();
        script.acquire();
        assertThat(script.effects()).containsExactly("wake in 10 ms");
    }

    @Test
    void slowerHandshakesCountByAndBy() {
        Script script = new Script(Need.HTTP_1_1, Limits.DEFAULT);
        script.acquire(2);
        script.afterMillis(80).connected(1, HTTP_1_1);
        script.afterMillis(80).connected(2, HTTP_1_1);
        for (int i = 0; i < 100; i++) {
            script.release(script.caller(i == 0 ? 1 : 2 + i));
            script.afterMillis(1).acquire();
        }
        script.effects();
        script.acquire();
        assertThat(script.effects()).containsExactly("wake in 90 ms");
    }
}
