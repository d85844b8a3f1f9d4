package dev.clearway.transport.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.ExchangeHandler;
import dev.clearway.transport.Fields;
import dev.clearway.transport.Origin;
import dev.clearway.transport.PingPolicy;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Request;
import dev.clearway.transport.RequestBody;
import dev.clearway.transport.Retry;
import dev.clearway.transport.VersionPolicy;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.TransportListener;
import dev.clearway.transport.pool.Waiter;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineWheelTest {
    private static final long START = -5_000_000_000L;
    private static final Origin ORIGIN = new Origin("http", "localhost", 80);

    private final Shared shared = new Shared(TransportListener.NONE, 1 << 20, Set.of(), 1 << 20);
    private final DeadlineWheel wheel = new DeadlineWheel(START);
    private final List<ActiveExchange> struck = new ArrayList<>();

    private ActiveExchange exchange(long startNanos, long timeoutNanos) {
        Request request = new Request(
                ORIGIN,
                VersionPolicy.HTTP_1_1,
                "GET",
                "/",
                Fields.EMPTY,
                RequestBody.NONE,
                Duration.ofNanos(timeoutNanos));
        return new ActiveExchange(new NoDriver(), request, new NoHandler(), startNanos);
    }

    @Test
    void timeoutStrikesOnceNotEarlyAndAtMostATickLate() {
        ActiveExchange exchange = exchange(START, 100_000_000);
        long wake = wheel.add(exchange);
        assertThat(wake - START).isBetween(100_000_000L, 100_000_000L + DeadlineWheel.TICK_NANOS);
        wheel.expire(START + 99_000_000, struck::add);
        assertThat(struck).isEmpty();
        wheel.expire(wake, struck::add);
        wheel.expire(wake + 1_000_000_000, struck::add);
        assertThat(struck).containsExactly(exchange);
        assertThat(wheel.nextWake()).isEqualTo(DeadlineWheel.NEVER);
    }

    @Test
    void removedTimeoutDoesNotStrike() {
        ActiveExchange exchange = exchange(START, 100_000_000);
        wheel.add(exchange);
        wheel.remove(exchange);
        wheel.remove(exchange);
        wheel.expire(START + 1_000_000_000, struck::add);
        assertThat(struck).isEmpty();
        assertThat(wheel.nextWake()).isEqualTo(DeadlineWheel.NEVER);
    }

    @Test
    void timeoutOfManyTurnsStrikesInItsOwn() {
        ActiveExchange exchange = exchange(START, 60_000_000_000L);
        wheel.add(exchange);
        long now = START;
        int wakes = 0;
        while (struck.isEmpty()) {
            assertThat(wheel.nextWake()).isGreaterThan(now);
            now = wheel.nextWake();
            wheel.expire(now, struck::add);
            wakes++;
        }
        assertThat(now - START).isBetween(60_000_000_000L, 60_000_000_000L + DeadlineWheel.TICK_NANOS);
        assertThat(wakes).isLessThan(30);
    }

    @Test
    void whatStrikesMayDisarmOthersOfItsSlot() {
        List<ActiveExchange> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            all.add(exchange(START, 100_000_000));
            wheel.add(all.get(i));
        }
        wheel.expire(START + 200_000_000, exchange -> {
            struck.add(exchange);
            all.forEach(wheel::remove);
        });
        assertThat(struck).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void behavesAsASortedMap(long seed) {
        Random random = new Random(seed);
        TreeMap<Long, ActiveExchange> model = new TreeMap<>();
        long now = START;
        for (int step = 0; step < 3000; step++) {
            if (random.nextInt(3) > 0) {
                ActiveExchange exchange = exchange(now, 1 + random.nextLong(1L << (10 + random.nextInt(26))));
                if (model.putIfAbsent(exchange.deadlineNanos, exchange) == null) {
                    wheel.add(exchange);
                }
            } else if (!model.isEmpty() && random.nextBoolean()) {
                Map.Entry<Long, ActiveExchange> any = model.ceilingEntry(now + random.nextInt(1 << 30));
                if (any != null) {
                    model.remove(any.getKey());
                    wheel.remove(any.getValue());
                }
            } else {
                now += random.nextLong(1L << 31);
                struck.clear();
                wheel.expire(now, struck::add);
                long time = now;
                assertThat(struck).allMatch(exchange -> exchange.deadlineNanos <= time);
                struck.forEach(exchange -> model.remove(exchange.deadlineNanos));
                assertThat(model.headMap(now - DeadlineWheel.TICK_NANOS)).isEmpty();
            }
            assertThat(wheel.nextWake() == DeadlineWheel.NEVER).isEqualTo(model.isEmpty());
        }
    }

    private static final class NoHandler implements ExchangeHandler {
        @Override
        public void onHead(Protocol protocol, int status, Fields fields) {}

        @Override
        public void onData(ByteBuf data) {}

        @Override
        public void onEnd(Fields trailers) {}

        @Override
        public void onFailure(Throwable cause) {}
    }

    /** For exchanges that never meet a pool. */
    private final class NoDriver implements Driver {
        @Override
        public Origin origin() {
            return ORIGIN;
        }

        @Override
        public Shared shared() {
            return shared;
        }

        @Override
        public void connected(Connection connection, Protocol protocol) {}

        @Override
        public void connectFailed(Connection connection) {}

        @Override
        public void limitChanged(Connection connection, int limit) {}

        @Override
        public void goneAway(Connection connection) {}

        @Override
        public void closed(Connection connection) {}

        @Override
        public void released(ActiveExchange exchange) {}

        @Override
        public boolean again(ActiveExchange exchange, Retry why) {
            return false;
        }

        @Override
        public @Nullable Driver http1() {
            return null;
        }

        @Override
        public PingPace pings() {
            return new PingPace(PingPace.NEVER, 1, PingPolicy.ALWAYS);
        }

        @Override
        public void suspected(Connection connection) {}

        @Override
        public void trusted(Connection connection) {}

        @Override
        public boolean cancelled(ActiveExchange exchange) {
            return false;
        }

        @Override
        public Map<WaitReason, Duration> waits(Waiter exchange) {
            return Map.of();
        }

        @Override
        public @Nullable WaitReason waitingFor(Waiter exchange) {
            return null;
        }
    }
}
