package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
                .containsExactly("wake in 37 ms");
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
    void forecastThatDoesNotComeTrueIsDroppedWithinAHandshakesTime() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        busy(script, 60);
        script.acquire(90);
        script.afterMillis(10).wake();
        assertThat(script.opened()).isEqualTo(1);
        script.afterMillis(290).wake();
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
    void newConnectionCountsForAllThatItServesInAHandshakesTime() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        // 60 places serve 1,000 a second: each of a new connection's 100 serves 5 in the 300 ms of a handshake.
        busy(script, 60);
        script.acquire(440);
        assertThat(script.snapshot().waiting()).isEqualTo(400);
        assertThat(script.opened()).isEqualTo(2);
        script.acquire(1000);
        assertThat(script.opened()).isEqualTo(4);
    }

    @Test
    void slowRequestsAreNoticedBeforeTheyEnd() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        busy(script, 60);
        script.acquire(440);
        assertThat(script.opened()).isEqualTo(2);
        for (int i = 0; i < 8; i++) {
            script.afterMillis(75).wake();
        }
        // Nothing has ended for two handshakes' time: 400 wait for 300 places that are still missing.
        assertThat(script.opened()).isEqualTo(5);
    }

    @Test
    void handshakeThatHungIsForgottenWhenAFasterOneIsSeen() {
        Pace pace = new Pace();
        pace.connected(20_000_000, 0);
        pace.connected(30_000_000_000L, 0);
        assertThat(pace.handshakeNanos()).isGreaterThan(3_000_000_000L);
        pace.connected(10_000_000, 0);
        assertThat(pace.handshakeNanos()).isEqualTo(10_000_000);
    }

    @Test
    void slowerHandshakesCountByAndBy() {
        Pace pace = new Pace();
        pace.connected(80, 0);
        pace.connected(160, 0);
        assertThat(pace.handshakeNanos()).isEqualTo(90);
        pace.connected(-5, 0);
        assertThat(pace.handshakeNanos()).isZero();
    }

    /** A pace that has seen a millisecond, the time of a handshake, in which 10 places were held and 90 requests came and ended. */
    private static Pace steady() {
        Pace pace = new Pace();
        pace.connected(1_000_000, 0);
        for (int i = 0; i < 90; i++) {
            pace.came(10, i * 10_000L);
            pace.ended(10, i * 10_000L);
        }
        return pace;
    }

    @Test
    void placesServeWhatTheyServedOfLate() {
        Pace pace = steady();
        // 90 ends in 0.89 ms: 100 in a whole one, on 10 places.
        assertThat(pace.each(10, 10, 890_000)).isCloseTo(10.1, within(0.1));
        // What comes takes its part of what is served.
        assertThat(pace.served(50, 10, 10.1, 890_000)).isZero();
        assertThat(pace.served(50, 20, 10.1, 890_000)).isEqualTo(50);
        assertThat(pace.served(500, 20, 10.1, 890_000)).isEqualTo(100);
    }

    @Test
    void noMoreThanTwiceTheEndsAreBelievedIn() {
        assertThat(steady().each(10, 1000, 890_000)).isCloseTo(0.2, within(0.01));
        Pace pace = new Pace();
        pace.connected(1_000_000, 0);
        pace.ended(1, 1_000);
        assertThat(pace.each(1, 100, 1_000)).isEqualTo(0.08);
        assertThat(pace.each(1, 100, 1_000_000)).isEqualTo(0.02);
    }

    @Test
    void placesThatAreStillHeldCount() {
        Pace pace = steady();
        assertThat(pace.each(10, 10, 1_390_000)).isLessThan(7);
        assertThat(pace.each(10, 10, 1_890_000)).isLessThan(1.2);
        assertThat(pace.each(10, 10, 2_000_000)).isZero();
    }

    @Test
    void nothingIsKnownWhereNothingEndedOrWasHeld() {
        Pace pace = new Pace();
        assertThat(pace.each(0, 100, 5)).isZero();
        pace.ended(0, 5);
        assertThat(pace.each(0, 100, 5)).isZero();
        pace.connected(1_000_000, 10);
        assertThat(pace.each(100, 100, 500_000)).isZero();
    }

    @Test
    void timeThatRunsBackwardsALittleCountsOnce() {
        Pace pace = new Pace();
        pace.connected(1_000_000, 1_000);
        pace.came(4, 500_000);
        pace.ended(4, 400_000);
        assertThat(pace.each(4, 4, 501_000)).isCloseTo(0.5, within(0.01));
    }

    @Test
    void longSilenceLeavesNothingBehind() {
        Pace pace = steady();
        assertThat(pace.each(0, 10, 50_000_000)).isZero();
        assertThat(pace.served(10, 10, 5, 50_000_000)).isEqualTo(10);
    }
}
