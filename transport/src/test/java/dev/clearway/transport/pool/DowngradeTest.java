package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_1_1;
import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.observe.PoolSnapshot;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Connections that speak HTTP/1.1 although HTTP/2 was offered. */
class DowngradeTest {
    private static final Duration PROBE = Duration.ofMinutes(5);

    private static Script script(Limits limits) {
        Upkeep upkeep = new Upkeep(Pool.NEVER, Duration.ofHours(1).toNanos(), PROBE.toNanos());
        return new Script(Need.NEGOTIATED, limits, upkeep);
    }

    @Test
    void areCounted() {
        Script script = script(Limits.DEFAULT);
        script.acquire(2);
        script.downgraded(1);
        script.downgraded(2);
        assertThat(script.snapshot().downgrades()).isEqualTo(2);
    }

    @Test
    void areGivenUpEarlySoThatHttp2IsOfferedAgain() {
        Script script = script(Limits.DEFAULT);
        Script.Caller first = script.acquire();
        script.downgraded(1);
        script.after(PROBE).wake();
        assertThat(script.peer(1).state()).isEqualTo(PooledConnection.State.DRAINING);
        script.release(first);
        assertThat(script.effects()).endsWith("close 1");
        script.acquire();
        assertThat(script.opened()).isEqualTo(2);
    }

    @Test
    void otherConnectionsKeepTheirTime() {
        Script script = script(Limits.DEFAULT);
        script.acquire();
        script.connected(1, HTTP_1_1);
        script.after(PROBE).wake();
        assertThat(script.peer(1).state()).isEqualTo(PooledConnection.State.OPEN);
    }

    @Test
    void withoutAnIntervalTheyKeepTheirTimeToo() {
        Upkeep upkeep = new Upkeep(Pool.NEVER, Pool.NEVER);
        Script script = new Script(Need.NEGOTIATED, Limits.DEFAULT, upkeep);
        script.acquire();
        script.downgraded(1);
        script.after(Duration.ofDays(1)).wake();
        assertThat(script.peer(1).state()).isEqualTo(PooledConnection.State.OPEN);
    }

    @Test
    void allGoOnceHttp2IsTaken() {
        Script script = script(Limits.DEFAULT);
        script.acquire(3);
        script.downgraded(1);
        script.downgraded(2);
        script.connected(3, HTTP_2);
        assertThat(script.snapshot().connections())
                .extracting(PoolSnapshot.Connection::state)
                .containsOnly(PoolSnapshot.State.OPEN);
        script.limit(3, 100);
        assertThat(script.peer(1).state()).isEqualTo(PooledConnection.State.DRAINING);
        assertThat(script.peer(2).state()).isEqualTo(PooledConnection.State.DRAINING);
        script.release(script.caller(1));
        assertThat(script.peer(1).state()).isEqualTo(PooledConnection.State.CLOSED);
        script.acquire(50);
        assertThat(script.peer(3).used()).isEqualTo(51);
    }

    @Test
    void http2ThatCarriesNothingDrivesNoneAway() {
        Script script = script(Limits.DEFAULT);
        script.acquire(2);
        script.downgraded(1);
        script.connected(2, HTTP_2);
        script.limit(2, 0);
        assertThat(script.peer(1).state()).isEqualTo(PooledConnection.State.OPEN);
    }

    @Test
    void oneThatIsOutOfThePoolDoesNotCount() {
        Script script = script(Limits.DEFAULT);
        script.acquire();
        script.shutdownNow();
        script.downgraded(1);
        assertThat(script.snapshot().downgrades()).isZero();
    }

    @Test
    void concurrencyIsWhatThePoolCanComeToCarry() {
        Script script = script(Limits.DEFAULT.withHttp1Connections(8));
        assertThat(script.pool.concurrency(HTTP_2)).isEqualTo(1000);
        assertThat(script.pool.concurrency(HTTP_1_1)).isEqualTo(8);
        script.acquire();
        script.connected(1, HTTP_2);
        script.limit(1, 30);
        assertThat(script.pool.concurrency(HTTP_2)).isEqualTo(300);
        script = script(Limits.DEFAULT.withGrowth(Growth.SINGLE).withConcurrentRequests(50));
        assertThat(script.pool.concurrency(HTTP_2)).isEqualTo(50);
        assertThat(script.pool.concurrency(HTTP_1_1)).isEqualTo(50);
    }
}
