package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_1_1;
import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.clearway.transport.Limits;
import dev.clearway.transport.WaitReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule 3: every wait has a reason, and its parts sum to the whole. */
class WaitTest {
    private static final Limits ONE_CONNECTION = Limits.DEFAULT.withHttp2Connections(1);

    @Test
    void grantedAtOnceNeverWaited() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        Script.Caller caller = script.acquire();
        assertThat(caller.queued()).isFalse();
        assertThat(caller.waitedFor()).isNull();
        assertThat(caller.waits()).isEmpty();
        assertThat(script.pool.waits(caller, script.now())).isEmpty();
        assertThat(script.pool.waitingFor()).isNull();
    }

    @Test
    void waitChangesItsReasonWithTheLine() {
        Script script = new Script(Need.HTTP_2, ONE_CONNECTION);
        List<Script.Caller> callers = script.acquire(3);
        script.afterMillis(30).connected(1, HTTP_2);
        script.afterMillis(20).limit(1, 1);
        Script.Caller third = callers.get(2);
        script.afterMillis(100);
        assertThat(script.pool.waits(third, script.now()))
                .containsOnly(
                        entry(WaitReason.CONNECTING, Duration.ofMillis(50)),
                        entry(WaitReason.STREAM_LIMIT, Duration.ofMillis(100)));
        assertThat(third.waits()).isEmpty();
        script.release(callers.get(0));
        script.afterMillis(100).release(callers.get(1));
        assertThat(third.queued()).isTrue();
        assertThat(third.waitedFor()).isEqualTo(WaitReason.STREAM_LIMIT);
        assertThat(third.waits())
                .containsOnly(
                        entry(WaitReason.CONNECTING, Duration.ofMillis(50)),
                        entry(WaitReason.STREAM_LIMIT, Duration.ofMillis(200)));
        assertThat(callers.get(0).waits()).containsOnly(entry(WaitReason.CONNECTING, Duration.ofMillis(30)));
    }

    @Test
    void waiterCountsOnlyItsOwnTime() {
        Script script = Script.http2(ONE_CONNECTION, 1);
        Script.Caller holder = script.acquire();
        script.acquire();
        script.afterMillis(50);
        Script.Caller later = script.acquire();
        script.afterMillis(5).release(holder);
        script.afterMillis(5).cancel(later);
        assertThat(later.waits()).containsOnly(entry(WaitReason.STREAM_LIMIT, Duration.ofMillis(10)));
    }

    @Test
    void lineThatWasEmptyDoesNotCountTheTimeBefore() {
        Script script = Script.http2(ONE_CONNECTION, 1);
        Script.Caller holder = script.acquire();
        Script.Caller waiter = script.acquire();
        script.afterMillis(1).release(holder);
        script.afterMillis(5000);
        Script.Caller next = script.acquire();
        script.afterMillis(2).release(waiter);
        assertThat(next.waits()).containsOnly(entry(WaitReason.STREAM_LIMIT, Duration.ofMillis(2)));
    }

    @Test
    void timeThatRunsALittleBackwardsTakesNothingAway() {
        Script script = Script.http2(ONE_CONNECTION, 1);
        Script.Caller holder = script.acquire();
        Script.Caller first = script.acquire();
        script.afterMillis(10).acquire();
        script.afterMillis(-3).acquire();
        script.afterMillis(-2).acquire();
        script.release(holder);
        assertThat(first.waits()).containsOnly(entry(WaitReason.STREAM_LIMIT, Duration.ofMillis(10)));
    }

    @Test
    void waitIsConnectingWhileAnyConnectionIsBeingOpened() {
        Script script = Script.http2(Limits.DEFAULT, 1);
        script.acquire(2);
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.CONNECTING);
    }

    @Test
    void refusedNewcomerForWhomAConnectionIsOpenedChangesTheReasonForTheOthers() {
        Script script = new Script(Need.HTTP_1_1, Limits.DEFAULT.withQueueLength(1));
        script.acquire(3);
        script.connected(1, HTTP_1_1);
        script.connectFailed(2);
        script.connectFailed(3);
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.CONNECTION_LIMIT);
        script.effects();
        script.acquire();
        assertThat(script.effects()).containsExactly("open 4", "refuse 4 QUEUE_FULL");
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.CONNECTING);
    }

    @Test
    void waitIsForConnectionsWhereEachCarriesOneRequest() {
        Script script = new Script(Need.HTTP_1_1, Limits.DEFAULT.withHttp1Connections(1));
        script.acquire(2);
        script.connected(1, HTTP_1_1);
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.CONNECTION_LIMIT);
    }

    @Test
    void waitIsForDrainingWhereTooManyConnectionsFinishAndNoneIsOpen() {
        Script script = Script.http2(ONE_CONNECTION, 1);
        List<Script.Caller> holders = drainAsManyAsThereMayBe(script);
        script.acquire();
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.DRAINING);
        script.effects();
        script.release(holders.get(0));
        assertThat(script.effects()).contains("close 1", "open 18");
        assertThat(script.pool.waitingFor()).isEqualTo(WaitReason.CONNECTING);
    }

    /** With a ceiling of 1: 17 connections with a request each, all of them gone away. */
    private static List<Script.Caller> drainAsManyAsThereMayBe(Script script) {
        List<Script.Caller> holders = new ArrayList<>();
        for (int peer = 1; peer <= 17; peer++) {
            if (peer > 1) {
                Script.Caller waiting = script.acquire();
                script.connected(peer, HTTP_2);
                holders.add(waiting);
            } else {
                holders.add(script.acquire());
            }
            script.goneAway(peer);
        }
        assertThat(script.granted()).isEqualTo(17);
        return holders;
    }
}
