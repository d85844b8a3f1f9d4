package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_1_1;
import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Limits;
import dev.clearway.transport.WaitReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule 4: no new connection when the line will be gone sooner than a handshake takes. */
class ForecastTest {
    /**
     * A pool that took 300 ms to connect and has so many requests under way on one connection with room for 100; for a
     * second, each millisecond one has ended and one has come.
     */
    private static List<Script.Caller> busy(Script script, int underWay) {
        script.acquire();
        script.afterMillis(300).connected(1, HTTP_2);
        script.limit(1, 100);
        script.release(script.caller(1));
        List<Script.Caller> callers = new ArrayList<>(script.acquire(underWay));
        passOn(script, callers, 1000);
        script.effects();
        return callers;
    }

    private static void passOn(Script script, List<Script.Caller> callers, int times) {
        for (int i = 0; i < times; i++) {
            script.afterMillis(1).release(callers.remove(0));
            callers.add(script.acquire());
        }
    }

    @Test
    void shortLineBeforeAServiceWithSpareCapacityOpensNothing() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        busy(script, 60);
        script.acquire(90);
        assertThat(script.snapshot().waiting()).isEqualTo(50);
        assertThat(script.opened()).isEqualTo(1);
        assertThat(script.effects())
                .filteredOn(effect -> effect.startsWith("wake"))
                .containsExactly("wake in 300 ms");
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.STREAM_LIMIT);
    }

    @Test
    void lineBeforeAServiceWithoutSpareCapacityOpensAtOnce() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        busy(script, 100);
        script.acquire();
        assertThat(script.opened()).isEqualTo(2);
    }

    @Test
    void lineThatGrowsBeyondTheForecastOpensForAllWhoWait() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        busy(script, 60);
        script.acquire(350);
        assertThat(script.snapshot().waiting()).isEqualTo(310);
        assertThat(script.opened()).isEqualTo(5);
    }

    @Test
    void forecastThatDoesNotComeTrueIsDroppedAfterAHandshakesTime() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        busy(script, 60);
        script.acquire(90);
        script.afterMillis(100).wake();
        assertThat(script.opened()).isEqualTo(1);
        script.afterMillis(200).wake();
        assertThat(script.opened()).isEqualTo(2);
    }

    @Test
    void lineThatIsPassedOnFromOneToTheNextIsNotGone() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        List<Script.Caller> callers = busy(script, 60);
        callers.addAll(script.acquire(50));
        assertThat(script.opened()).isEqualTo(1);
        passOn(script, callers, 300);
        // Nobody waits for long, and yet everybody does.
        assertThat(script.snapshot().oldestWait()).isLessThan(Duration.ofMillis(20));
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
        busy(script, 60);
        script.afterMillis(10_000).acquire(50);
        assertThat(script.opened()).isEqualTo(2);
    }

    @Test
    void requestsOnDrainingConnectionsAreNotWaitedFor() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        busy(script, 60);
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

    @Test
    void onlyThoseWhoWillNotBeServedAreOpenedFor() {
        Pace pace = new Pace();
        pace.connected(1_000_000, 0);
        for (int i = 0; i < 90; i++) {
            pace.came(i * 10_000L);
            pace.ended(100_000, i * 10_000L);
        }
        // 10 places give back 100 in a handshake's time, and 90 come.
        assertThat(pace.served(5, 10, 900_000)).isEqualTo(5);
        assertThat(pace.served(20, 10, 900_000)).isEqualTo(10);
        assertThat(pace.served(20, 9, 900_000)).isZero();
        assertThat(pace.served(20, 1, 900_000)).isZero();
        assertThat(pace.served(90, 100, 900_000)).isZero();
    }

    @Test
    void endsCountedOverALongHandshakeDoNotSpeakForAShortOne() {
        Pace pace = new Pace();
        pace.connected(1_000_000, 0);
        for (int i = 0; i < 90; i++) {
            pace.ended(1_000, i * 10_000L);
        }
        assertThat(pace.served(20, 10, 900_000)).isEqualTo(20);
        pace.connected(10_000, 900_000);
        assertThat(pace.served(1, 10, 900_000)).isZero();
    }

    @Test
    void whatOneRequestTakesIsSmoothed() {
        Pace pace = new Pace();
        pace.connected(1_000_000, 0);
        for (int i = 0; i < 30; i++) {
            pace.ended(800_000, i);
        }
        pace.ended(160_000, 30);
        // 720 microseconds by now: 18 places give back 25 in a millisecond.
        assertThat(pace.served(30, 18, 31)).isEqualTo(25);
    }

    @Test
    void endsFadeFromOneWindowToTheNext() {
        assertThat(servedAfterThirtyEnds(14, 1_500_000)).isEqualTo(14);
        assertThat(servedAfterThirtyEnds(15, 1_500_000)).isZero();
        assertThat(servedAfterThirtyEnds(29, 1_000_000)).isEqualTo(29);
        assertThat(servedAfterThirtyEnds(1, 2_000_000)).isZero();
        assertThat(servedAfterThirtyEnds(1, 2_500_000)).isZero();
    }

    private static int servedAfterThirtyEnds(int waiting, long nowNanos) {
        Pace pace = new Pace();
        pace.connected(1_000_000, 0);
        for (int i = 0; i < 30; i++) {
            pace.ended(1_000, i);
        }
        return pace.served(waiting, 10, nowNanos);
    }
}
