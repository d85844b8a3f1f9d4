package dev.clearway.transport.pool;

import static dev.clearway.transport.Protocol.HTTP_2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Limits;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rule 4: a cold start is no storm, and no queue for handshakes either. In virtual time on the pool itself. */
class RampTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000L;
    private static final long HANDSHAKE = 300 * MILLI;

    @Test
    void steadyLoadOfShortRequestsOpensNoMoreThanTwiceWhatItNeeds() {
        for (int seed = 1; seed <= 5; seed++) {
            Cold cold = new Cold(seed, 5 * MILLI);
            cold.arrive(20_000, 3 * SECOND);
            // 100 requests at once on average: one connection's places, and a second for when there are more.
            assertThat(cold.opened).as("seed " + seed).isBetween(2, 4);
            assertThat(cold.refused).isZero();
        }
    }

    @Test
    void loadThatFitsOneConnectionOpensTwoAtMostWhateverHasPiledUpMeanwhile() {
        Cold cold = new Cold(1, 5 * MILLI);
        cold.arrive(10_000, 2 * SECOND);
        assertThat(cold.opened).isLessThanOrEqualTo(2);
    }

    @Test
    void coldBurstOfSlowRequestsPaysForTwoHandshakesAndAnEighth() {
        Cold cold = new Cold(1, SECOND);
        cold.burst(1000);
        assertThat(cold.opened).isEqualTo(10);
        assertThat(cold.last).isEqualTo(2 * HANDSHAKE + HANDSHAKE / 8 + SECOND);
    }

    @Test
    void coldBurstBeyondAllPlacesPaysForNoMoreHandshakes() {
        Cold cold = new Cold(1, SECOND);
        cold.burst(3000);
        assertThat(cold.opened).isEqualTo(10);
        assertThat(cold.last).isEqualTo(2 * HANDSHAKE + HANDSHAKE / 8 + 3 * SECOND);
    }

    @Test
    void connectionsDoubleAtOnceAndTheRestFollowsWhenNothingHasEnded() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        script.acquire(1000);
        script.afterMillis(200).connected(1, HTTP_2);
        script.limit(1, 100);
        assertThat(script.opened()).isEqualTo(2);
        assertThat(script.effects()).contains("wake in 25 ms");
        script.afterMillis(24).acquire();
        assertThat(script.opened()).isEqualTo(2);
        script.afterMillis(1).wake();
        assertThat(script.opened()).isEqualTo(10);
    }

    @Test
    void firstConnectionOfAllIsNeverHeldBack() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        script.acquire(2);
        script.afterMillis(200).connected(1, HTTP_2);
        script.limit(1, 1);
        script.goneAway(1);
        script.closed(1);
        assertThat(script.snapshot().connecting()).isPositive();
    }

    @Test
    void burstOnAWarmPoolIsNotHeldBack() {
        Script script = new Script(Need.HTTP_2, Limits.DEFAULT);
        script.acquire();
        script.afterMillis(200).connected(1, HTTP_2);
        script.limit(1, 100);
        script.afterMillis(50).release(script.caller(1));
        script.acquire(1000);
        assertThat(script.opened()).isEqualTo(10);
    }

    /** A pool that has seen nothing, and a server that allows 100 streams and takes the same time for each on average. */
    private static final class Cold implements Effects {
        private record Event(long at, long order, Runnable what) {}

        private static final class Call extends Waiter {
            Call(long now) {
                super(now, NO_TIMEOUT);
            }
        }

        private final Random random;
        private final long service;
        private final Pool pool = new Pool(Script.ORIGIN, Need.HTTP_2, Limits.DEFAULT, Pool.NEVER);
        private final PriorityQueue<Event> events =
                new PriorityQueue<>((a, b) -> a.at == b.at ? Long.compare(a.order, b.order) : Long.compare(a.at, b.at));
        private long now;
        private long order;
        int opened;
        int refused;
        long last;

        Cold(int seed, long service) {
            random = new Random(seed);
            this.service = service;
        }

        void burst(int requests) {
            for (int i = 0; i < requests; i++) {
                call();
            }
            play();
        }

        void arrive(int rate, long until) {
            LongUnaryOperator next = from -> from + (long) (-Math.log(1 - random.nextDouble()) * SECOND / rate);
            for (long at = next.applyAsLong(0); at < until; at = next.applyAsLong(at)) {
                put(at, this::call);
            }
            play();
        }

        private void put(long at, Runnable what) {
            events.add(new Event(at, order++, what));
        }

        private void play() {
            while (!events.isEmpty()) {
                Event next = events.remove();
                now = next.at;
                next.what.run();
            }
        }

        private void call() {
            pool.acquire(new Call(now), null, now, this);
        }

        @Override
        public void grant(Waiter waiter, PooledConnection connection) {
            put(now + service, () -> {
                last = now;
                pool.released(waiter, now, this);
            });
        }

        @Override
        public PooledConnection open() {
            opened++;
            PooledConnection connection = new PooledConnection(opened) {};
            put(now + HANDSHAKE, () -> {
                pool.connected(connection, Protocol.HTTP_2, now, this);
                pool.limitChanged(connection, 100, now, this);
            });
            return connection;
        }

        @Override
        public void close(PooledConnection connection) {
            throw new AssertionError("nothing closes here");
        }

        @Override
        public void refuse(Waiter waiter, Refusal refusal) {
            refused++;
        }

        @Override
        public void fail(Waiter waiter, @Nullable PooledConnection connection) {
            throw new AssertionError("nothing fails here");
        }

        @Override
        public void wakeAt(long nanos) {
            put(Math.max(now, nanos), () -> pool.woken(now, this));
        }

        @Override
        public void terminated() {}
    }
}
