package dev.clearway.transport.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.Retry;
import dev.clearway.transport.WaitReason;
import dev.clearway.transport.observe.PoolSnapshot;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;

/** What a JMX client reads, through the platform's MBean server. */
class JmxPoolsTest {
    private static final PoolSnapshot POOL = new PoolSnapshot(
            new Origin("https", "shop.example", 443),
            Set.of(Protocol.HTTP_2),
            List.of(new PoolSnapshot.Connection(
                    7, Protocol.HTTP_2, 100, 100, PoolSnapshot.State.DRAINING, Duration.ofMillis(1500))),
            2,
            100,
            50,
            WaitReason.STREAM_LIMIT,
            Duration.ofMillis(250),
            Map.of(Refusal.QUEUE_FULL, 3L),
            1,
            Map.of(Retry.GOAWAY, 4L),
            5);

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    private Object attribute(JmxPools pools, String name) throws Exception {
        return server.getAttribute(new ObjectName(pools.name()), name);
    }

    @Test
    void totalsAndTextAreAttributes() throws Exception {
        try (JmxPools pools = JmxPools.register("totals", () -> List.of(POOL, POOL))) {
            assertThat(attribute(pools, "Text")).isEqualTo(POOL.toString() + POOL);
            assertThat(attribute(pools, "Connections")).isEqualTo(2);
            assertThat(attribute(pools, "Connecting")).isEqualTo(4);
            assertThat(attribute(pools, "ActiveRequests")).isEqualTo(200);
            assertThat(attribute(pools, "WaitingRequests")).isEqualTo(100);
            assertThat(attribute(pools, "OldestWaitSeconds")).isEqualTo(0.25);
            assertThat(attribute(pools, "Refusals")).isEqualTo(6L);
            assertThat(attribute(pools, "Retries")).isEqualTo(8L);
            assertThat(attribute(pools, "Downgrades")).isEqualTo(10L);
        }
    }

    @Test
    void poolsAreOpenTypesThatNeedNoClassOfOurs() throws Exception {
        try (JmxPools pools = JmxPools.register("open types", () -> List.of(POOL))) {
            CompositeData pool = ((CompositeData[]) attribute(pools, "Pools"))[0];
            assertThat(pool.get("origin")).isEqualTo("https://shop.example");
            assertThat(pool.get("waitingFor")).isEqualTo("STREAM_LIMIT");
            assertThat(pool.get("timedOutWaiting")).isEqualTo(1L);
            CompositeData connection = ((CompositeData[]) pool.get("connections"))[0];
            assertThat(connection.get("id")).isEqualTo(7L);
            assertThat(connection.get("protocol")).isEqualTo("HTTP/2");
            assertThat(connection.get("used")).isEqualTo(100);
            assertThat(connection.get("allowed")).isEqualTo(100);
            assertThat(connection.get("state")).isEqualTo("DRAINING");
            assertThat(connection.get("ageSeconds")).isEqualTo(1.5);
            PoolFigures figures = new PoolFigures(POOL);
            assertThat(figures.getRefusals()).containsExactly(Map.entry("QUEUE_FULL", 3L));
            assertThat(figures.getRetries()).containsExactly(Map.entry("GOAWAY", 4L));
        }
    }

    @Test
    void closingTakesItOutAndMayBeRepeated() throws Exception {
        JmxPools pools = JmxPools.register("closed", List::of);
        assertThat(server.isRegistered(new ObjectName(pools.name()))).isTrue();
        pools.close();
        pools.close();
        assertThat(server.isRegistered(new ObjectName(pools.name()))).isFalse();
    }

    @Test
    void nameIsAnyTextButNotTakenTwice() throws Exception {
        String odd = "a,b=\"c\" *?\n:";
        try (JmxPools pools = JmxPools.register(odd, List::of)) {
            assertThat(attribute(pools, "OldestWaitSeconds")).isEqualTo(0.0);
            assertThatThrownBy(() -> JmxPools.register(odd, List::of))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(odd);
        }
    }
}
