package dev.clearway.transport.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Limits;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rule 10 in virtual time: a service that gets twice what it can serve, by callers with timeouts. */
class OverloadTest {
    private static final int STREAMS = 100;
    private static final long SECOND = 1_000_000_000L;
    private static final long END = 60 * SECOND;
    private static final long WARM = 10 * SECOND;

    /** Requests that ended in time while the load was steady, as a share of what the service can do. */
    private static double goodput(Limits limits, LongSupplier service, double meanServiceSeconds) {
        Simulation simulation = new Simulation(limits, service);
        double capacity = STREAMS / meanServiceSeconds;
        simulation.run((long) (SECOND / (2 * capacity)));
        return simulation.good / (capacity * (END - WARM) / SECOND);
    }

    private static final Limits ONE = Limits.DEFAULT.withHttp2Connections(1);

    @Test
    void goodputStaysWhereEveryAnswerTakesOneSecond() {
        assertThat(goodput(ONE, () -> SECOND, 1)).isGreaterThan(0.9);
    }

    @Test
    void goodputStaysWhereAnswersDiffer() {
        Random random = new Random(1);
        LongSupplier spread = () -> (long) ((0.3 + 0.8 * random.nextDouble()) * SECOND);
        assertThat(goodput(ONE, spread, 0.7)).isGreaterThan(0.9);
    }

    @Test
    void withoutTheRuleNearlyEveryPlaceIsWasted() {
        assertThat(goodput(ONE.withOverload(false).withDeadlineShare(0), () -> SECOND, 1))
                .isLessThan(0.3);
    }

    @Test
    void nothingIsRefusedBelowCapacity() {
        Simulation simulation = new Simulation(ONE, () -> SECOND);
        simulation.run(SECOND / 90);
        assertThat(simulation.refused).isZero();
    }

    @Test
    void fewSlowAnswersSendNobodyAway() {
        Random random = new Random(1);
        Simulation simulation = new Simulation(ONE, () -> random.nextInt(100) < 2 ? 10 * SECOND : SECOND / 100);
        simulation.run(SECOND / 300);
        assertThat(simulation.refused).isZero();
    }

    @Test
    void nothingIsSaidOnFewAnswers() {
        Answers answers = new Answers();
        for (int i = 1; i < Answers.LEAST; i++) {
            answers.ended(SECOND);
        }
        assertThat(answers.quantileNanos()).isZero();
        answers.ended(SECOND);
        assertThat(answers.quantileNanos()).isEqualTo(SECOND);
        for (int i = 0; i < 2 * Answers.SEEN; i++) {
            answers.ended(-1);
        }
        assertThat(answers.quantileNanos()).isZero();
    }

    /** One pool, one connection, requests at a fixed rate with a timeout of 1.5 s each. */
    private static final class Simulation implements Effects {
        private static final long TIMEOUT = 3 * SECOND / 2;

        private record Event(long at, Runnable what) {}

        private static final class Call extends Waiter {
            Call(long now) {
                super(now, TIMEOUT);
            }
        }

        private final Pool pool;
        private final LongSupplier service;
        private final PriorityQueue<Event> events = new PriorityQueue<>((a, b) -> Long.compare(a.at, b.at));
        private long now;
        long good;
        long refused;

        Simulation(Limits limits, LongSupplier service) {
            this.service = service;
            pool = new Pool(Script.ORIGIN, Need.HTTP_2, limits, Pool.NEVER);
        }

        void run(long everyNanos) {
            for (long at = 0; at < END; at += everyNanos) {
                events.add(new Event(at, this::call));
            }
            while (!events.isEmpty()) {
                Event next = events.remove();
                now = next.at;
                next.what.run();
            }
        }

        private void call() {
            Call call = new Call(now);
            pool.acquire(call, null, now, this);
            if (call.state() == Waiter.State.WAITING) {
                events.add(new Event(now + TIMEOUT, () -> pool.deadlineReached(call, now, this)));
            }
        }

        @Override
        public void grant(Waiter waiter, PooledConnection connection) {
            long took = service.getAsLong();
            long left = waiter.startedNanos + TIMEOUT - now;
            boolean inTime = took <= left;
            events.add(new Event(now + Math.min(took, left), () -> {
                good += inTime && now > WARM && now <= END ? 1 : 0;
                pool.released(waiter, now, this);
            }));
        }

        @Override
        public PooledConnection open() {
            PooledConnection connection = new PooledConnection(1) {};
            events.add(new Event(now, () -> {
                pool.connected(connection, Protocol.HTTP_2, now, this);
                pool.limitChanged(connection, STREAMS, now, this);
            }));
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
        public void wakeAt(long nanos) {}

        @Override
        public void terminated() {}
    }
}
