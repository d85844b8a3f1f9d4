package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_1_1;
import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Limits;
import dev.clearway.transport.WaitReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Attempts that fail and connections that end. */
class FailureTest {
    @Test
    void onlyAttemptThatFailsDoomsTheWholeLineAtOnce() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        List<Script.Caller> callers = script.acquire(3);
        script.effects();
        script.connectFailed(1);
        assertThat(script.effects()).containsExactly("fail 1 by 1", "fail 2 by 1", "fail 3 by 1");
        assertThat(callers).allMatch(caller -> caller.state() == Waiter.State.DONE);
        assertThat(script.pool.waitingFor()).isNull();
        assertThat(script.snapshot().connecting()).isZero();
    }

    @Test
    void pausesBetweenAttemptsGrowAndEndWithASuccess() {
        Script script = new Script(Need.HTTP_1_1, Limits.DEFAULT);
        script.acquire();
        script.connectFailed(1);
        script.afterMillis(1).acquire();
        script.connectFailed(2);
        script.effects();
        Script.Caller third = script.acquire();
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.CONNECTING);
        long pause = BackOff.pause(2, 2) / 1_000_000;
        assertThat(pause).isBetween(25L, 50L);
        assertThat(script.effects()).containsExactly("wake in " + pause + " ms");
        script.afterMillis(pause + 1).wake();
        assertThat(script.effects()).containsExactly("open 3");
        script.connected(3, HTTP_1_1);
        script.release(third);
        script.closed(3);
        script.effects();
        script.acquire();
        assertThat(script.effects()).containsExactly("open 4");
    }

    @Test
    void pausesAreBoundedAndDiffer() {
        assertThat(BackOff.pause(1, 7)).isZero();
        assertThat(BackOff.pause(1000, 7)).isBetween(BackOff.LONGEST_NANOS / 2, BackOff.LONGEST_NANOS);
        assertThat(BackOff.pause(5, 7)).isNotEqualTo(BackOff.pause(5, 8));
    }

    @Test
    void attemptsThatFailTogetherCountAsOne() {
        Script script = Script.http2(Limits.DEFAULT, 1);
        script.acquire(4);
        script.afterMillis(10).connectFailed(2);
        script.connectFailed(3);
        script.connectFailed(4);
        script.effects();
        script.acquire();
        assertThat(script.effects()).containsExactly("open 5");
    }

    @Test
    void failureThatDoomsAllIsNotWaitedForTwice() {
        Script script = new Script(Need.HTTP_1_1, Limits.DEFAULT);
        script.acquire(3);
        script.effects();
        script.pool.connectFailed(script.peer(2), true, script.now(), script);
        assertThat(script.effects()).containsExactly("fail 1 by 2", "fail 2 by 2", "fail 3 by 2");
    }

    @Test
    void openConnectionIsHopeEvenThen() {
        Script script = Script.http2(Limits.DEFAULT, 1);
        script.acquire(2);
        script.effects();
        script.pool.connectFailed(script.peer(2), true, script.now(), script);
        assertThat(script.effects()).isEmpty();
        assertThat(script.snapshot().waiting()).isEqualTo(1);
    }

    @Test
    void poolIsEmptyWithoutConnectionsAndWaiters() {
        Script script = new Script(Need.HTTP_1_1, Limits.DEFAULT);
        assertThat(script.pool.isEmpty()).isTrue();
        script.acquire();
        assertThat(script.pool.isEmpty()).isFalse();
        script.connected(1, HTTP_1_1);
        assertThat(script.pool.isEmpty()).isFalse();
        script.closed(1);
        assertThat(script.pool.isEmpty()).isTrue();
    }

    @Test
    void nextRequestAfterAFailureTriesAgain() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        script.acquire();
        script.connectFailed(1);
        script.effects();
        script.acquire();
        assertThat(script.effects()).containsExactly("open 2");
    }

    @Test
    void cancelledCallerDoesNotTakeItsConnectionFromTheOthers() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        List<Script.Caller> callers = script.acquire(2);
        script.effects();
        script.cancel(callers.get(0));
        assertThat(script.effects()).isEmpty();
        script.connected(1, HTTP_2);
        assertThat(script.effects()).containsExactly("grant 2 on 1");
    }

    @Test
    void attemptWhoseCallersAllCancelledFailsNobody() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        script.cancel(script.acquire());
        script.effects();
        script.connectFailed(1);
        assertThat(script.effects()).isEmpty();
    }

    @Test
    void attemptWhoseCallersAllCancelledIsThereForTheNext() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        script.cancel(script.acquire());
        script.connected(1, HTTP_2);
        script.effects();
        script.acquire();
        assertThat(script.effects()).containsExactly("grant 2 on 1");
    }

    @Test
    void oneFailureAmongSeveralAttemptsDoomsNobodyWhileAnotherMaySucceed() {
        Script script = new Script(Need.HTTP_1_1, Limits.DEFAULT);
        script.acquire(3);
        script.effects();
        script.connectFailed(2);
        script.connectFailed(1);
        assertThat(script.effects()).isEmpty();
        script.connected(3, HTTP_1_1);
        assertThat(script.granted()).isEqualTo(1);
    }

    @Test
    void lastOfSeveralFailuresDoomsThoseWhoStillWait() {
        Script script = new Script(Need.HTTP_1_1, Limits.DEFAULT);
        script.acquire(3);
        script.connectFailed(1);
        script.connectFailed(2);
        script.effects();
        script.connectFailed(3);
        assertThat(script.effects()).containsExactly("fail 1 by 3", "fail 2 by 3", "fail 3 by 3");
    }

    @Test
    void failedGrowthLeavesTheLineToWhatIsOpen() {
        Script script = Script.http2(Limits.DEFAULT, 1);
        List<Script.Caller> callers = script.acquire(2);
        assertThat(script.effects()).containsExactly("grant 2 on 1", "open 2");
        script.connectFailed(2);
        assertThat(script.effects()).isEmpty();
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.STREAM_LIMIT);
        script.release(callers.get(0));
        assertThat(script.effects()).containsExactly("grant 3 on 1");
    }

    @Test
    void afterAFailureOneAttemptAtATimeUntilOneSucceeds() {
        Script script = new Script(Need.HTTP_1_1, Limits.DEFAULT);
        script.acquire(3);
        script.connected(1, HTTP_1_1);
        script.connectFailed(2);
        script.connectFailed(3);
        script.effects();
        script.acquire();
        assertThat(script.effects()).containsExactly("open 4");
        script.acquire();
        assertThat(script.effects()).isEmpty();
        script.connected(4, HTTP_1_1);
        assertThat(script.effects()).contains("grant 2 on 4", "open 5", "open 6", "open 7");
    }

    @Test
    void attemptsAreSideBySideAgainWhenAnHttp2ConnectionIsOfUse() {
        Script script = Script.http2(Limits.DEFAULT, 1);
        script.acquire(4);
        for (int peer = 2; peer <= 4; peer++) {
            script.connectFailed(peer);
        }
        script.acquire();
        assertThat(script.opened()).isEqualTo(5);
        script.connected(5, HTTP_2);
        assertThat(script.opened()).isEqualTo(6);
        script.limit(5, 1);
        assertThat(script.opened()).isEqualTo(8);
    }

    @Test
    void closedConnectionIsReplacedForThoseWhoWait() {
        Script script = Script.http2(Limits.DEFAULT.withHttp2Connections(1), 2);
        script.acquire(5);
        script.effects();
        script.closed(1);
        assertThat(script.effects()).containsExactly("open 2");
        assertThat(script.snapshot().active()).isZero();
        script.connected(2, HTTP_2);
        assertThat(script.effects()).containsExactly("grant 4 on 2", "grant 5 on 2");
    }

    @Test
    void placesOfAClosedConnectionAreGivenBackWithIt() {
        Script script = Script.http2(Limits.DEFAULT, 2);
        List<Script.Caller> callers = script.acquire(2);
        script.closed(1);
        script.effects();
        script.release(callers);
        assertThat(script.effects()).isEmpty();
        assertThat(script.snapshot().active()).isZero();
        assertThat(callers).allMatch(caller -> caller.state() == Waiter.State.DONE);
    }

    @Test
    void connectionThatClosesBeforeItsSettingsDoomsTheLineAsAFailedAttemptDoes() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        script.acquire(3);
        script.connected(1, HTTP_2);
        script.effects();
        script.closed(1);
        assertThat(script.effects()).containsExactly("fail 2 by 1", "fail 3 by 1");
        assertThat(script.opened()).isEqualTo(1);
    }

    @Test
    void connectionThatClosesBeforeItsSettingsDoomsNobodyWhileAnotherIsOpen() {
        Script script = Script.http2(Limits.DEFAULT.withHttp2Connections(2), 1);
        script.acquire(3);
        script.connected(2, HTTP_2);
        script.effects();
        script.closed(2);
        assertThat(script.effects()).containsExactly("open 3");
        assertThat(script.snapshot().waiting()).isEqualTo(1);
    }

    @Test
    void drainingConnectionDoesNotKeepTheLineFromItsFate() {
        Script script = Script.http2(Limits.DEFAULT, 1);
        script.acquire();
        script.goneAway(1);
        script.acquire();
        script.effects();
        script.connectFailed(2);
        assertThat(script.effects()).containsExactly("fail 3 by 2");
    }

    @Test
    void goneAwayConnectionTakesNoNewRequestAndClosesAfterItsLast() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        List<Script.Caller> callers = script.acquire(2);
        script.effects();
        script.goneAway(1);
        script.goneAway(1);
        script.acquire();
        assertThat(script.effects()).containsExactly("open 2");
        script.release(callers.get(0));
        assertThat(script.effects()).isEmpty();
        script.release(callers.get(1));
        assertThat(script.effects()).containsExactly("close 1");
    }

    @Test
    void goneAwayConnectionWithoutRequestsClosesAtOnce() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        script.goneAway(1);
        assertThat(script.effects()).containsExactly("close 1");
    }

    @Test
    void drainingConnectionDoesNotBlockItsReplacement() {
        Script script = Script.http2(Limits.DEFAULT.withHttp2Connections(1), 1);
        script.acquire(2);
        script.effects();
        script.goneAway(1);
        assertThat(script.effects()).containsExactly("open 2");
    }

    @Test
    void closedWhileDrainingGivesBackItsPlaces() {
        Script script = Script.http2(Limits.DEFAULT, 1);
        script.acquire();
        script.goneAway(1);
        script.closed(1);
        assertThat(script.snapshot().active()).isZero();
        assertThat(script.snapshot().connections()).isEmpty();
    }

    @Test
    void inputsAboutAConnectionOutOfThePoolAreIgnored() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        script.acquire();
        script.connectFailed(1);
        script.effects();
        script.connected(1, HTTP_2);
        script.connectFailed(1);
        script.limit(1, 5);
        script.goneAway(1);
        script.closed(1);
        assertThat(script.effects()).isEmpty();
    }
}
