package dev.clearway.bench.measure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines of {@code /proc} that hold CPU times, taken apart. Times are in ticks of 10 ms. */
final class ProcStat {
    /** One tick of the kernel's user-space clock (USER_HZ, 100 on every Linux platform with a JVM). */
    static final long TICK_NANOS = 10_000_000;

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final int ENDED_USER_TIME = 13;
    private static final int ENDED_SYSTEM_TIME = 14;
    private static final int MACHINE_TIMES = 8;
    private static final int IDLE = 4;
    private static final int IO_WAIT = 5;

    private ProcStat() {}

    /** Name and CPU ticks of a process or thread, and those of the children that have ended. */
    record Task(String name, long ticks, long endedTicks) {}

    /** CPU ticks of the machine since it started. */
    record Machine(long busyTicks, long allTicks) {}

    /**
     * A line of {@code /proc/PID/stat} or {@code /proc/PID/task/TID/stat}; the name may hold spaces and parentheses.
     *
     * @return {@code null} for a line that is not one
     */
    static @Nullable Task task(String line) {
        int open = line.indexOf('(');
        int close = line.lastIndexOf(')');
        if (open < 0 || close < open || close + 2 > line.length()) {
            return null;
        }
        String[] fields = line.substring(close + 2).split(" ", -1);
        if (fields.length <= ENDED_SYSTEM_TIME) {
            return null;
        }
        try {
            long ticks = Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
            long ended = Long.parseLong(fields[ENDED_USER_TIME]) + Long.parseLong(fields[ENDED_SYSTEM_TIME]);
            return new Task(line.substring(open + 1, close), ticks, ended);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The first line of {@code /proc/stat}. @return {@code null} for a file that is not one */
    static @Nullable Machine machine(List<String> lines) {
        if (lines.isEmpty()) {
            return null;
        }
        String[] fields = lines.get(0).trim().split("\\s+", -1);
        if (!fields[0].equals("cpu") || fields.length <= MACHINE_TIMES) {
            return null;
        }
        long all = 0;
        for (int i = 1; i <= MACHINE_TIMES; i++) {
            all += Long.parseLong(fields[i]);
        }
        long idle = Long.parseLong(fields[IDLE]) + Long.parseLong(fields[IO_WAIT]);
        return new Machine(all - idle, all);
    }
}
