package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_1_1;
import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Rule 7, as far as idle connections go, and when the pool asks to be woken. */
class UpkeepTest {
    @Test
    void connectionUnusedForTheIdleTimeoutIsClosed() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        Script.Caller caller = script.acquire();
        script.connected(1, HTTP_2);
        script.limit(1, 10);
        script.effects();
        script.release(caller);
        assertThat(script.effects()).containsExactly("wake in 60000 ms");
        script.after(Script.IDLE).wake();
        assertThat(script.effects()).containsExactly("close 1");
        assertThat(script.snapshot().connections()).isEmpty();
    }

    @Test
    void useInBetweenStartsTheIdleTimeoutAnew() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        script.afterMillis(50_000);
        script.release(script.acquire());
        script.effects();
        script.afterMillis(10_000).wake();
        assertThat(script.effects()).containsExactly("wake in 50000 ms");
        script.afterMillis(50_000).wake();
        assertThat(script.effects()).containsExactly("close 1");
    }

    @Test
    void connectionInUseIsNotClosed() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        script.acquire();
        script.effects();
        script.after(Script.IDLE).wake();
        assertThat(script.effects()).isEmpty();
    }

    @Test
    void sequentialRequestsAskForOneWakeOnly() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        for (int i = 0; i < 10; i++) {
            script.release(script.afterMillis(1).acquire());
        }
        assertThat(script.effects()).noneMatch(effect -> effect.startsWith("wake"));
    }

    private static Script ageing(Duration age) {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT, new Upkeep(Pool.NEVER, age.toNanos()));
        script.acquire();
        script.connected(1, HTTP_2);
        script.limit(1, 10);
        return script;
    }

    @Test
    void connectionTooOldDrainsAndIsReplacedWhenNeeded() {
        Script script = ageing(Duration.ofSeconds(100));
        script.effects();
        script.afterMillis(79_000).wake();
        assertThat(script.effects()).hasSize(1).allMatch(effect -> effect.startsWith("wake in"));
        script.afterMillis(21_000).wake();
        assertThat(script.effects()).isEmpty();
        assertThat(script.snapshot().connections()).allMatch(each -> each.draining());
        Script.Caller next = script.acquire();
        assertThat(script.effects()).containsExactly("open 2");
        script.release(script.caller(1));
        assertThat(script.effects()).containsExactly("close 1");
        script.connected(2, HTTP_2);
        assertThat(next.connection()).isSameAs(script.peer(2));
    }

    @Test
    void unusedConnectionTooOldIsClosed() {
        Script script = ageing(Duration.ofSeconds(100));
        script.release(script.caller(1));
        script.effects();
        script.afterMillis(100_000).wake();
        assertThat(script.effects()).containsExactly("close 1");
    }

    @Test
    void suspectedConnectionIsGivenNothingUntilItShowsLife() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        Script.Caller carried = script.acquire();
        script.suspected(1);
        assertThat(script.snapshot().connections()).allMatch(each -> each.draining());
        script.effects();
        Script.Caller waiting = script.acquire();
        assertThat(script.effects()).containsExactly("open 2");
        script.trusted(1);
        assertThat(waiting.connection()).isSameAs(script.peer(1));
        assertThat(script.snapshot().connections()).noneMatch(each -> each.draining());
        script.release(carried);
        assertThat(script.snapshot().connections()).hasSize(1);
    }

    @Test
    void suspectedConnectionIsKeptWithoutRequestsUntilItsPeerAnswers() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        Script.Caller carried = script.acquire();
        script.suspected(1);
        script.release(carried);
        assertThat(script.snapshot().connections()).hasSize(1);
        script.trusted(1);
        script.effects();
        script.after(Script.IDLE).wake();
        assertThat(script.effects()).containsExactly("close 1");
    }

    @Test
    void suspectedConnectionWhosePlaceIsTakenDrains() {
        Script script = Script.http2(Limits.DEFAULT.withHttp2Connections(1), 10);
        Script.Caller carried = script.acquire();
        script.suspected(1);
        script.acquire();
        script.connected(2, HTTP_2);
        script.trusted(1);
        assertThat(script.snapshot().connections())
                .filteredOn(each -> each.draining())
                .hasSize(1);
        script.effects();
        script.release(carried);
        assertThat(script.effects()).contains("close 1");
    }

    @Test
    void suspectedConnectionWithoutRequestsWhosePlaceIsTakenClosesOnceItsPeerAnswers() {
        Script script = Script.http2(Limits.DEFAULT.withHttp2Connections(1), 10);
        script.suspected(1);
        script.acquire();
        script.connected(2, HTTP_2);
        script.effects();
        script.trusted(1);
        assertThat(script.effects()).contains("close 1");
    }

    @Test
    void suspectedConnectionThatGoesAwayClosesWithItsLastRequest() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        Script.Caller carried = script.acquire();
        script.suspected(1);
        script.suspected(1);
        script.goneAway(1);
        script.trusted(1);
        script.effects();
        script.release(carried);
        assertThat(script.effects()).containsExactly("close 1");
    }

    @Test
    void suspectedConnectionWithoutRequestsThatGoesAwayCloses() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        script.suspected(1);
        script.effects();
        script.goneAway(1);
        assertThat(script.effects()).containsExactly("close 1");
    }

    @Test
    void agesDifferByAFifthAtMost() {
        Upkeep upkeep = new Upkeep(Pool.NEVER, 1_000_000);
        long[] ages = LongStream.range(1, 200)
                .map(upkeep::ageNanos)
                .distinct()
                .sorted()
                .toArray();
        assertThat(ages).hasSizeGreaterThan(190);
        assertThat(ages[0]).isBetween(800_000L, 810_000L);
        assertThat(ages[ages.length - 1]).isBetween(990_000L, 1_000_000L);
    }

    @Test
    void surplusConnectionsFallIdleAndOneIsKeptByTheLoad() {
        Script script = Script.http2(Limits.DEFAULT, 10);
        List<Script.Caller> burst = script.acquire(30);
        script.connected(2, HTTP_2);
        script.connected(3, HTTP_2);
        script.release(burst);
        for (int second = 0; second < 61; second++) {
            script.release(script.afterMillis(1000).acquire());
        }
        script.effects();
        script.wake();
        assertThat(script.effects()).startsWith("close 3", "close 2");
        assertThat(script.snapshot().connections())
                .extracting(each -> each.id())
                .containsExactly(1L);
    }

    @Test
    void connectionThatNobodyNeedsAnyMoreWhenItComesUpFallsIdleToo() {
        Script script = new Script(Need.HTTP_1_1, Limits.DEFAULT);
        script.cancel(script.acquire());
        script.effects();
        script.connected(1, HTTP_1_1);
        assertThat(script.effects()).containsExactly("wake in 60000 ms");
    }

    @Test
    void withoutIdleTimeoutNothingIsClosed() {
        for (long never : new long[] {Pool.NEVER, Duration.ofDays(100_000).toNanos()}) {
            Script script = new Script(Need.HTTP_1_1, Limits.DEFAULT, never);
            Script.Caller caller = script.acquire();
            script.connected(1, HTTP_1_1);
            script.release(caller);
            script.after(Duration.ofDays(365)).wake();
            assertThat(script.effects()).containsExactly("open 1", "grant 1 on 1");
        }
    }

    @Test
    void earlierWishReplacesTheLaterOne() {
        Script script = Script.http2(Limits.DEFAULT.withGrowth(Growth.SINGLE).withQueueTime(Duration.ofMillis(100)), 1);
        List<Script.Caller> callers = script.acquire(2);
        assertThat(script.effects()).containsExactly("grant 2 on 1", "wake in 100 ms");
        script.afterMillis(10);
        script.cancel(callers.get(1));
        script.release(callers.get(0));
        // The idle connection is looked at when the wish that is out comes true.
        assertThat(script.effects()).isEmpty();
        script.afterMillis(90).wake();
        assertThat(script.effects()).containsExactly("wake in 59910 ms");
    }

    @Test
    void queueTimeBeyondAllMeasureIsNone() {
        Script script = Script.http2(
                Limits.DEFAULT.withGrowth(Growth.SINGLE).withQueueTime(Duration.ofSeconds(Long.MAX_VALUE)), 1);
        script.acquire(2);
        assertThat(script.effects()).containsExactly("grant 2 on 1");
    }
}
