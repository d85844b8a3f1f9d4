package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.transport.Limits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The end of a pool. */
class ShutdownTest {
    private static final Limits ONE_CONNECTION = Limits.DEFAULT.withHttp2Connections(1);

    @Test
    void emptyPoolIsTerminatedAtOnceAndSaysSoOnce() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        script.shutdown();
        assertThat(script.effects()).containsExactly("terminated");
        script.shutdown();
        script.shutdownNow();
        script.wake();
        assertThat(script.effects()).isEmpty();
    }

    @Test
    void noRequestIsTakenAfterAShutdown() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        script.shutdown();
        assertThatThrownBy(script::acquire)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("https://example.test");
    }

    @Test
    void thoseWhoWaitAreServedBeforeThePoolEnds() {
        Script script = Script.http2(ONE_CONNECTION, 1);
        List<Script.Caller> callers = script.acquire(2);
        script.effects();
        script.shutdown();
        assertThat(script.effects()).isEmpty();
        script.release(callers.get(0));
        assertThat(script.effects()).containsExactly("grant 3 on 1");
        script.release(callers.get(1));
        assertThat(script.effects()).containsExactly("close 1", "terminated");
    }

    @Test
    void idleConnectionsAndAttemptsThatNobodyWaitsForAreClosed() {
        Script script = Script.http2(Limits.DEFAULT, 1);
        List<Script.Caller> callers = script.acquire(2);
        script.cancel(callers.get(1));
        script.release(callers.get(0));
        script.effects();
        script.shutdown();
        assertThat(script.effects()).containsExactly("close 2", "close 1", "terminated");
        script.connected(2, HTTP_2);
        assertThat(script.effects()).isEmpty();
    }

    @Test
    void connectionIsStillOpenedForWhoWaits() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        List<Script.Caller> callers = script.acquire(2);
        script.shutdown();
        script.connected(1, HTTP_2);
        script.limit(1, 1);
        script.connected(2, HTTP_2);
        assertThat(script.granted()).isEqualTo(2);
        script.effects();
        script.release(callers);
        assertThat(script.effects()).containsExactly("close 1", "close 2", "terminated");
    }

    @Test
    void lastWaiterThatCancelsEndsThePool() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        Script.Caller caller = script.acquire();
        script.shutdown();
        script.effects();
        script.cancel(caller);
        assertThat(script.effects()).containsExactly("close 1", "terminated");
    }

    @Test
    void failedAttemptEndsThePool() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        script.acquire();
        script.shutdown();
        script.effects();
        script.connectFailed(1);
        assertThat(script.effects()).containsExactly("fail 1 by 1", "terminated");
    }

    @Test
    void drainingConnectionHoldsThePoolOpenUntilItIsDone() {
        Script script = Script.http2(Limits.DEFAULT, 1);
        Script.Caller caller = script.acquire();
        script.goneAway(1);
        script.shutdown();
        script.effects();
        script.release(caller);
        assertThat(script.effects()).containsExactly("close 1", "terminated");
    }

    @Test
    void shutdownNowFailsThoseWhoWaitAndClosesEverything() {
        Script script = Script.http2(ONE_CONNECTION, 1);
        Script.Caller draining = script.acquire();
        script.goneAway(1);
        Script.Caller granted = script.acquire();
        script.connected(2, HTTP_2);
        script.acquire(2);
        script.effects();
        script.shutdownNow();
        assertThat(script.effects()).containsExactly("fail 4", "fail 5", "close 1", "close 2", "terminated");
        script.release(draining);
        script.release(granted);
        script.closed(1);
        script.closed(2);
        assertThat(script.effects()).isEmpty();
        assertThat(script.snapshot().active()).isZero();
    }

    @Test
    void shutdownNowAfterShutdownDoesNotWait() {
        Script script = Script.http2(Limits.DEFAULT, 1);
        script.acquire(2);
        script.shutdown();
        script.effects();
        script.shutdownNow();
        assertThat(script.effects()).containsExactly("fail 3", "close 2", "close 1", "terminated");
    }
}
