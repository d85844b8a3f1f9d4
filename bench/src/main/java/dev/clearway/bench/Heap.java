package dev.clearway.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sizes of heaps as {@code -Xmx} takes them. */
final class Heap {
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,11})([kmg]?)");
    private static final int MEGABYTE_BITS = 20;

    private Heap() {}

    /** What is wrong with a size, to be put behind the option's name; else {@code null}. */
    static @Nullable String fault(String size, long leastMegabytes) {
        Matcher parts = SIZE.matcher(size.toLowerCase(Locale.ROOT));
        if (!parts.matches()) {
            return "is a size as in 512m or 2g, not " + size + ".";
        }
        int bits = "kmg".indexOf(parts.group(2)) * 10 + 10;
        double bytes = Double.parseDouble(parts.group(1)) * (parts.group(2).isEmpty() ? 1 : 1L << bits);
        if (bytes < leastMegabytes << MEGABYTE_BITS) {
            return "must be " + leastMegabytes + "m or more, not " + size + ".";
        }
        long most =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return bytes > most
                ? "is " + size + ", and this machine has " + (most >> MEGABYTE_BITS) + "m of memory."
                : null;
    }
}
