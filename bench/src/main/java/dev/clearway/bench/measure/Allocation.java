package dev.clearway.bench.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Bytes that this JVM's threads have allocated on the heap. JDK 21 and later count them for the whole JVM; before,
 * the counts of the threads alive are summed, so what a thread allocated that ended between two readings is missed.
 */
public final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String TOTAL = "TotalThreadAllocatedBytes";

    private final boolean counted;
    private final Map<Long, Long> last = new HashMap<>();
    private long sum;

    /** A reader that starts at 0. For use by one thread. */
    public Allocation() {
        counted = total() >= 0;
        bytes();
    }

    /** Bytes allocated so far; only differences mean something. */
    public long bytes() {
        if (counted) {
            return total();
        }
        long[] ids = THREADS.getAllThreadIds();
        long[] bytes = THREADS.getThreadAllocatedBytes(ids);
        for (int i = 0; i < ids.length; i++) {
            if (bytes[i] >= 0) {
                Long before = last.put(ids[i], bytes[i]);
                sum += before == null ? bytes[i] : bytes[i] - before;
            }
        }
        return sum;
    }

    private static long total() {
        try {
            Object value = ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME), TOTAL);
            return (Long) value;
        } catch (AttributeNotFoundException e) {
            return -1;
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }
}
