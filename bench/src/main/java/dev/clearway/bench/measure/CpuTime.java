package dev.clearway.bench.measure;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * CPU time of a process so far.
 *
 * @param nanos user and system time of all its threads, those that have ended included
 * @param jitNanos what of it the JIT compilers took, if it is a JVM started with {@code -XX:-UseDynamicNumberOfCompilerThreads}
 * @param gcNanos what of it the garbage collector took
 */
public record CpuTime(long nanos, long jitNanos, long gcNanos) {
    private static final CpuTime ZERO = new CpuTime(0, 0, 0);

    /** The CPU time of the process with that id; all zero when it cannot be read. */
    public static CpuTime of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        ProcStat.Task whole = read(process.resolve("stat"));
        if (whole == null) {
            return ZERO;
        }
        long jit = 0;
        long gc = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
            for (Path thread : threads) {
                ProcStat.Task task = read(thread.resolve("stat"));
                if (task != null && isJit(task.name())) {
                    jit += task.ticks();
                } else if (task != null && isGc(task.name())) {
                    gc += task.ticks();
                }
            }
        } catch (IOException e) {
            return new CpuTime(whole.ticks() * ProcStat.TICK_NANOS, 0, 0);
        }
        return new CpuTime(whole.ticks() * ProcStat.TICK_NANOS, jit * ProcStat.TICK_NANOS, gc * ProcStat.TICK_NANOS);
    }

    /** The CPU time of all processes that this one has started and that have ended; zero when it cannot be read. */
    public static CpuTime ofEndedChildren() {
        ProcStat.Task own = read(Path.of("/proc/self/stat"));
        return own == null ? ZERO : new CpuTime(own.endedTicks() * ProcStat.TICK_NANOS, 0, 0);
    }

    private static ProcStat.@Nullable Task read(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            return lines.isEmpty() ? null : ProcStat.task(lines.get(0));
        } catch (IOException e) {
            return null;
        }
    }

    /** Thread names are cut to 15 characters by the kernel. */
    private static boolean isJit(String name) {
        return name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler");
    }

    private static boolean isGc(String name) {
        return name.startsWith("GC Thread") || name.startsWith("G1 ");
    }

    /** What has been used since an earlier reading. */
    public CpuTime since(CpuTime earlier) {
        return new CpuTime(nanos - earlier.nanos, jitNanos - earlier.jitNanos, gcNanos - earlier.gcNanos);
    }

    /** CPU time without the JIT compilers'. */
    public long workNanos() {
        return Math.max(0, nanos - jitNanos);
    }
}
