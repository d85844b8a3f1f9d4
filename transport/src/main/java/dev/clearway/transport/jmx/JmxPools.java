package dev.clearway.transport.jmx;

import dev.clearway.transport.observe.PoolSnapshot;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * The pools of a transport in the platform's MBean server, until closed. Any thread.
 *
 * <pre>{@code
 * try (JmxPools shown = JmxPools.register("shop", transport::snapshot)) { … }
 * }</pre>
 */
public final class JmxPools implements AutoCloseable {
    private final MBeanServer server;
    private final ObjectName name;

    private JmxPools(MBeanServer server, ObjectName name) {
        this.server = server;
        this.name = name;
    }

    /**
     * Shows these pools under {@code dev.clearway:type=Pools,name="…"}.
     *
     * @param name tells them from those of other transports; any text
     * @param pools asked at each read
     * @throws IllegalStateException if that name is taken, or the MBean server refuses
     */
    public static JmxPools register(String name, Supplier<List<PoolSnapshot>> pools) {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            ObjectName full = new ObjectName("dev.clearway:type=Pools,name=" + ObjectName.quote(name));
            server.registerMBean(new Bean(pools), full);
            return new JmxPools(server, full);
        } catch (InstanceAlreadyExistsException taken) {
            throw new IllegalStateException("a JMX bean of pools is named so already: " + name, taken);
        } catch (JMException refused) {
            throw new IllegalStateException("the JMX bean could not be registered: " + refused.getMessage(), refused);
        }
    }

    /** The bean's full name. */
    public String name() {
        return name.getCanonicalName();
    }

    /** Takes the bean out. May be called again. */
    @Override
    public void close() {
        try {
            server.unregisterMBean(name);
        } catch (InstanceNotFoundException gone) {
            // As it is to be.
        } catch (JMException refused) {
            throw new IllegalStateException("the JMX bean could not be taken out: " + refused.getMessage(), refused);
        }
    }

    static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    private record Bean(Supplier<List<PoolSnapshot>> pools) implements PoolsMXBean {
        @Override
        public String getText() {
            return pools.get().stream().map(PoolSnapshot::toString).collect(Collectors.joining());
        }

        @Override
        public List<PoolFigures> getPools() {
            return pools.get().stream().map(PoolFigures::new).toList();
        }

        @Override
        public int getConnections() {
            return sum(pool -> pool.connections().size());
        }

        @Override
        public int getConnecting() {
            return sum(PoolSnapshot::connecting);
        }

        @Override
        public int getActiveRequests() {
            return sum(PoolSnapshot::active);
        }

        @Override
        public int getWaitingRequests() {
            return sum(PoolSnapshot::waiting);
        }

        @Override
        public double getOldestWaitSeconds() {
            return seconds(pools.get().stream()
                    .map(PoolSnapshot::oldestWait)
                    .max(Comparator.naturalOrder())
                    .orElse(Duration.ZERO));
        }

        @Override
        public long getRefusals() {
            return total(PoolSnapshot::refused);
        }

        @Override
        public long getRetries() {
            return total(pool ->
                    pool.retries().values().stream().mapToLong(Long::longValue).sum());
        }

        @Override
        public long getDowngrades() {
            return total(PoolSnapshot::downgrades);
        }

        private int sum(ToIntFunction<PoolSnapshot> figure) {
            return pools.get().stream().mapToInt(figure).sum();
        }

        private long total(ToLongFunction<PoolSnapshot> figure) {
            return pools.get().stream().mapToLong(figure).sum();
        }
    }
}
