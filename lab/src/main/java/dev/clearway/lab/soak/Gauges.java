package dev.clearway.lab.soak;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What the JVM says of itself. Any thread. */
final class Gauges {
    private static final int COLLECTIONS = 2;

    private final Set<String> heap = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toUnmodifiableSet());

    /** Bytes of the heap in use right after the last collection of garbage, whichever part of the heap it was for; 0 before the first. */
    long heapAfterCollection() {
        long latest = -1;
        long used = 0;
        for (GarbageCollectorMXBean bean : ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class)) {
            GcInfo last = bean.getLastGcInfo();
            if (last != null && last.getEndTime() > latest) {
                latest = last.getEndTime();
                used = used(last.getMemoryUsageAfterGc());
            }
        }
        return used;
    }

    private long used(Map<String, MemoryUsage> after) {
        return after.entrySet().stream()
                .filter(pool -> heap.contains(pool.getKey()))
                .mapToLong(pool -> pool.getValue().getUsed())
                .sum();
    }

    /** Bytes of the heap in use after a full collection. */
    static long heapAfterFullCollection() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Open file descriptors; -1 where the system does not tell. */
    static long descriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : -1;
    }

    static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }
}
