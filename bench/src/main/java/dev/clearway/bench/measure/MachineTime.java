package dev.clearway.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * CPU time of the whole machine so far.
 *
 * @param busyNanos time in which its processors worked, summed over processors
 * @param allNanos time that there was, summed over processors; 0 when unknown
 */
public record MachineTime(long busyNanos, long allNanos) {
    /** The machine's CPU time now; all zero when it cannot be read. */
    public static MachineTime now() {
        try {
            ProcStat.Machine machine = ProcStat.machine(Files.readAllLines(Path.of("/proc/stat")));
            if (machine != null) {
                return new MachineTime(
                        machine.busyTicks() * ProcStat.TICK_NANOS, machine.allTicks() * ProcStat.TICK_NANOS);
            }
        } catch (IOException e) {
            // No such file: not Linux.
        }
        return new MachineTime(0, 0);
    }

    /**
     * The share of the machine, 0 to 1, that others used since an earlier reading.
     *
     * @param ownNanos CPU time of the measured processes in that time
     * @return NaN when unknown
     */
    public double othersShare(MachineTime earlier, long ownNanos) {
        long all = allNanos - earlier.allNanos;
        if (all <= 0) {
            return Double.NaN;
        }
        return Math.max(0, (double) (busyNanos - earlier.busyNanos - ownNanos) / all);
    }
}
