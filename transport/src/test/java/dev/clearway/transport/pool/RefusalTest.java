package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.WaitReason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules 2 and 10: the line is first come first served, bounded in length and time, and gives no place to who cannot use it. */
class RefusalTest {
    private static final Limits SINGLE = Limits.DEFAULT.withGrowth(Growth.SINGLE);

    @Test
    void requestBeyondTheLengthOfTheLineIsRefused() {
        Script script = Script.http2(SINGLE.withQueueLength(2), 1);
        List<Script.Caller> callers = script.acquire(4);
        assertThat(script.effects()).containsExactly("grant 2 on 1", "refuse 5 QUEUE_FULL");
        assertThat(callers.get(3).state()).isEqualTo(Waiter.State.DONE);
        assertThat(callers.get(3).queued()).isFalse();
        assertThat(script.snapshot().refusals()).containsOnly(entry(Refusal.QUEUE_FULL, 1L));
    }

    @Test
    void lineWithoutLengthStillLetsARequestWaitForTheConnectionThatItOpens() {
        Script script = new Script(Need.HTTP_2, SINGLE.withQueueLength(0));
        script.acquire(2);
        assertThat(script.effects()).containsExactly("open 1", "refuse 2 QUEUE_FULL");
        script.connected(1, HTTP_2);
        assertThat(script.granted()).isEqualTo(1);
    }

    @Test
    void placeInTheLineIsFreeWhenAWaiterLeaves() {
        Script script = Script.http2(SINGLE.withQueueLength(1), 1);
        List<Script.Caller> callers = script.acquire(2);
        assertThat(script.cancel(callers.get(1))).isTrue();
        script.effects();
        assertThat(script.acquire().state()).isEqualTo(Waiter.State.WAITING);
    }

    @Test
    void requestIsRefusedWhenItHasWaitedAsLongAsTheLineAllows() {
        Script script = Script.http2(SINGLE.withQueueTime(Duration.ofMillis(250)), 1);
        script.acquire(2);
        assertThat(script.effects()).containsExactly("grant 2 on 1", "wake in 250 ms");
        script.afterMillis(100).acquire();
        script.afterMillis(150).wake();
        assertThat(script.effects()).containsExactly("refuse 3 QUEUE_TIME", "wake in 100 ms");
        assertThat(script.caller(3).waits()).containsOnly(entry(WaitReason.STREAM_LIMIT, Duration.ofMillis(250)));
        script.afterMillis(100).wake();
        assertThat(script.effects()).containsExactly("refuse 4 QUEUE_TIME");
        assertThat(script.snapshot().refusals()).containsOnly(entry(Refusal.QUEUE_TIME, 2L));
    }

    @Test
    void wakeThatComesEarlyIsAskedForAgain() {
        Script script = Script.http2(SINGLE.withQueueTime(Duration.ofMillis(250)), 1);
        script.acquire(2);
        script.effects();
        script.afterMillis(249).wake();
        assertThat(script.effects()).containsExactly("wake in 1 ms");
    }

    @Test
    void placeThatComesTooLateIsNotGranted() {
        Script script = Script.http2(SINGLE.withQueueTime(Duration.ofMillis(250)), 1);
        List<Script.Caller> callers = script.acquire(2);
        script.effects();
        script.afterMillis(300).release(callers.get(0));
        assertThat(script.effects()).contains("refuse 3 QUEUE_TIME");
        assertThat(script.granted()).isZero();
    }

    @Test
    void lineIsFirstComeFirstServed() {
        Script script = Script.http2(SINGLE, 1);
        List<Script.Caller> callers = script.acquire(4);
        script.effects();
        script.cancel(callers.get(2));
        for (Script.Caller caller : List.of(callers.get(0), callers.get(1), callers.get(3))) {
            script.release(caller);
        }
        assertThat(script.effects()).startsWith("grant 3 on 1", "grant 5 on 1");
    }

    @Test
    void cancelledWaiterLeavesFromAnywhereInTheLine() {
        Script script = Script.http2(SINGLE, 1);
        List<Script.Caller> callers = script.acquire(6);
        script.cancel(callers.get(1));
        script.cancel(callers.get(5));
        script.cancel(callers.get(3));
        assertThat(script.snapshot().waiting()).isEqualTo(2);
        script.effects();
        script.release(callers.get(0));
        script.release(callers.get(2));
        assertThat(script.effects()).containsExactly("grant 4 on 1", "grant 6 on 1");
        script.cancel(callers.get(4));
        assertThat(script.snapshot().waiting()).isZero();
    }

    @Test
    void cancellingWhoDoesNotWaitDoesNothing() {
        Script script = Script.http2(SINGLE, 1);
        Script.Caller granted = script.acquire();
        assertThat(script.cancel(granted)).isFalse();
        assertThat(script.deadline(granted)).isFalse();
        assertThat(granted.state()).isEqualTo(Waiter.State.GRANTED);
        script.release(granted);
        assertThat(script.cancel(granted)).isFalse();
    }

    @Test
    void waiterWithLessThanATenthOfItsTimeoutLeftIsRefusedAndFreesTheLineAtOnce() {
        Script script = Script.http2(SINGLE, 1);
        Script.Caller holder = script.acquire();
        script.acquireWithin(Duration.ofSeconds(1));
        script.afterMillis(1).acquireWithin(Duration.ofSeconds(1));
        script.acquireWithin(Duration.ofMillis(1001));
        script.effects();
        script.afterMillis(900).release(holder);
        assertThat(script.effects()).containsExactly("refuse 3 DEADLINE", "grant 4 on 1");
        assertThat(script.snapshot().refusals()).containsOnly(entry(Refusal.DEADLINE, 1L));
    }

    @Test
    void deadlineShareOfZeroGrantsWhoeverHasTimeLeft() {
        Script script = Script.http2(SINGLE.withDeadlineShare(0), 1);
        Script.Caller holder = script.acquire();
        script.acquireWithin(Duration.ofMillis(998));
        script.acquireWithin(Duration.ofSeconds(1));
        script.effects();
        script.afterMillis(999).release(holder);
        assertThat(script.effects()).containsExactly("refuse 3 DEADLINE", "grant 4 on 1");
    }

    @Test
    void freshRequestIsGrantedAtOnceWhateverItsTimeout() {
        Script script = Script.http2(SINGLE, 1);
        assertThat(script.acquireWithin(Duration.ofNanos(1)).state()).isEqualTo(Waiter.State.GRANTED);
    }

    @Test
    void timeoutInTheLineIsCountedApartFromRefusals() {
        Script script = Script.http2(SINGLE, 1);
        script.acquire();
        Script.Caller waiter = script.acquireWithin(Duration.ofMillis(100));
        script.afterMillis(100);
        assertThat(script.deadline(waiter)).isTrue();
        assertThat(waiter.state()).isEqualTo(Waiter.State.DONE);
        assertThat(waiter.waits()).containsOnly(entry(WaitReason.STREAM_LIMIT, Duration.ofMillis(100)));
        assertThat(script.snapshot().expired()).isEqualTo(1);
        assertThat(script.snapshot().refusals()).isEmpty();
    }
}
