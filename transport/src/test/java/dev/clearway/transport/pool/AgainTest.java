package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.entry;

import dev.clearway.transport.Limits;
import dev.clearway.transport.Retry;
import dev.clearway.transport.WaitReason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule 6: what provably was not processed is sent again. */
class AgainTest {
    @Test
    void anotherConnectionIsTakenFirst() {
        Script script = Script.http2(Limits.DEFAULT, 2);
        List<Script.Caller> callers = script.acquire(3);
        script.connected(2, HTTP_2);
        script.limit(2, 2);
        script.release(callers.get(1));
        script.effects();
        assertThat(script.again(callers.get(0), Retry.REFUSED_STREAM)).isTrue();
        assertThat(script.effects()).contains("grant 2 on 2");
        assertThat(callers.get(0).retries()).isEqualTo(1);
        assertThat(script.snapshot().retries()).containsOnly(entry(Retry.REFUSED_STREAM, 1L));
    }

    @Test
    void theSameConnectionIsTakenWhereNoOtherHasRoom() {
        Script script = Script.http2(Limits.DEFAULT, 2);
        Script.Caller caller = script.acquire();
        script.effects();
        assertThat(script.again(caller, Retry.REFUSED_STREAM)).isTrue();
        assertThat(script.effects()).contains("grant 2 on 1");
    }

    @Test
    void placeThatWasGivenBackIsNotGivenBackTwice() {
        Script script = Script.http2(Limits.DEFAULT, 2);
        Script.Caller caller = script.acquire();
        script.release(caller);
        assertThat(script.again(caller, Retry.REFUSED_STREAM)).isTrue();
        assertThat(script.snapshot().active()).isEqualTo(1);
    }

    @Test
    void comesBeforeAllWhoWaitAndWaitsForTheSameReason() {
        Script script = Script.http2(Limits.DEFAULT.withHttp2Connections(1).withQueueLength(1), 1);
        Script.Caller first = script.acquire();
        Script.Caller second = script.acquire();
        script.limit(1, 0);
        script.effects();
        assertThat(script.afterMillis(5).again(first, Retry.REFUSED_STREAM)).isTrue();
        assertThat(script.snapshot().waiting()).isEqualTo(2);
        script.afterMillis(3).limit(1, 2);
        assertThat(script.effects()).containsExactly("grant 2 on 1", "grant 3 on 1");
        assertThat(first.waits()).containsOnly(entry(WaitReason.STREAM_LIMIT, Duration.ofMillis(3)));
        assertThat(second.waits()).containsOnly(entry(WaitReason.STREAM_LIMIT, Duration.ofMillis(8)));
    }

    @Test
    void waitsOfEachTryAddUp() {
        Script script = Script.http2(Limits.DEFAULT.withHttp2Connections(1), 1);
        Script.Caller first = script.acquire();
        Script.Caller second = script.acquire();
        script.afterMillis(10).release(first);
        script.limit(1, 0);
        script.again(second, Retry.REFUSED_STREAM);
        script.afterMillis(20).limit(1, 1);
        assertThat(second.waits()).containsOnly(entry(WaitReason.STREAM_LIMIT, Duration.ofMillis(30)));
    }

    @Test
    void lostConnectionIsReplacedForThem() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        List<Script.Caller> callers = script.acquire(2);
        script.effects();
        script.closed(1);
        assertThat(callers).allMatch(each -> script.again(each, Retry.GOAWAY));
        assertThat(script.effects()).containsExactly("open 2");
        script.connected(2, HTTP_2);
        script.limit(2, 10);
        assertThat(script.effects()).contains("grant 2 on 2", "grant 3 on 2");
    }

    @Test
    void drainingConnectionClosesWithItsLastPlace() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        Script.Caller caller = script.acquire();
        script.goneAway(1);
        script.effects();
        script.again(caller, Retry.GOAWAY);
        assertThat(script.effects()).containsExactly("close 1", "open 2");
    }

    @Test
    void triesAreBounded() {
        Script script = Script.http2(Limits.DEFAULT.withRetries(2), 10);
        Script.Caller caller = script.acquire();
        assertThat(script.again(caller, Retry.REFUSED_STREAM)).isTrue();
        assertThat(script.again(caller, Retry.GOAWAY)).isTrue();
        assertThat(script.again(caller, Retry.GOAWAY)).isFalse();
        assertThat(caller.state()).isEqualTo(Waiter.State.GRANTED);
        assertThat(script.snapshot().retries()).containsOnly(entry(Retry.REFUSED_STREAM, 1L), entry(Retry.GOAWAY, 1L));
    }

    private static long permitted(Script script, int requests, Retry why) {
        List<Script.Caller> callers = script.acquire(requests);
        return callers.stream().filter(each -> script.again(each, why)).count();
    }

    @Test
    void refusalsAreSentAgainWithinAShareOfTheRequestsOfTheLastSeconds() {
        Script script = Script.http2(Limits.DEFAULT.withRetryShare(0.25), 1000);
        script.afterMillis(60_000);
        assertThat(permitted(script, 200, Retry.REFUSED_STREAM)).isEqualTo(RetryBudget.LEAST + 50);
        script.afterMillis(10_000);
        assertThat(permitted(script, 100, Retry.REFUSED_STREAM)).isEqualTo(25);
        script.afterMillis(10_000);
        assertThat(permitted(script, 4, Retry.CONNECTION_REUSED)).isEqualTo(4);
        script.afterMillis(60_000);
        assertThat(permitted(script, 0, Retry.REFUSED_STREAM)).isZero();
        assertThat(permitted(script, 40, Retry.REFUSED_STREAM)).isEqualTo(RetryBudget.LEAST + 10);
    }

    @Test
    void orderlyRestartIsNotHeldAgainstTheBudget() {
        Script script = Script.http2(Limits.DEFAULT.withRetryShare(0), 1000);
        assertThat(permitted(script, 300, Retry.GOAWAY)).isEqualTo(300);
        assertThat(permitted(script, 300, Retry.NEVER_WRITTEN)).isEqualTo(300);
        assertThat(permitted(script, 300, Retry.HTTP_1_1_REQUIRED)).isEqualTo(300);
        assertThat(permitted(script, 300, Retry.REFUSED_STREAM)).isEqualTo(RetryBudget.LEAST);
    }

    @Test
    void isServedInAShutdownAndNotAfterIt() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        List<Script.Caller> callers = script.acquire(2);
        script.shutdown();
        assertThat(script.again(callers.get(0), Retry.REFUSED_STREAM)).isTrue();
        script.release(callers);
        assertThat(script.effects()).contains("terminated");
        assertThat(script.again(callers.get(1), Retry.REFUSED_STREAM)).isFalse();
    }

    @Test
    void oneFromAnotherPoolIsServed() {
        Script other = Script.http2(Limits.DEFAULT, 10);
        Script.Caller caller = other.acquire();
        other.release(caller);
        Script script = new Script(Need.HTTP_1_1, Limits.DEFAULT);
        assertThat(script.again(caller, Retry.HTTP_1_1_REQUIRED)).isTrue();
        script.connected(1, dev.clearway.transport.Protocol.HTTP_1_1);
        assertThat(caller.connection()).isSameAs(script.peer(1));
    }

    @Test
    void whoHasNoPlaceAndNeverHadOneAsksInVain() {
        Script script = Script.http2(Limits.DEFAULT.withHttp2Connections(1), 1);
        List<Script.Caller> callers = script.acquire(2);
        assertThatIllegalStateException().isThrownBy(() -> script.pool.again(callers.get(1), script.now(), script));
        Script.Caller unknown = new Script.Caller(9, script.now(), Waiter.NO_TIMEOUT);
        assertThatIllegalStateException().isThrownBy(() -> script.pool.again(unknown, script.now(), script));
    }
}
