package dev.clearway.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcStatTest {
    @Test
    void ticksOfATaskAndItsEndedChildrenAreUserAndSystemTimeWhateverItsName() {
        ProcStat.Task task =
                ProcStat.task("4711 (C2 (odd) Comp) S 1 1 1 0 -1 4194560 45 22 0 522 20 4 607 413 20 0 1 0");

        assertThat(task).isEqualTo(new ProcStat.Task("C2 (odd) Comp", 24, 1020));
    }

    @Test
    void lineThatIsNoTaskIsNone() {
        assertThat(ProcStat.task("")).isNull();
        assertThat(ProcStat.task("12 (java")).isNull();
        assertThat(ProcStat.task("12 (java) S 1 2")).isNull();
        assertThat(ProcStat.task("12 (java) S 1 1 1 0 -1 1 1 1 0 1 x y 0")).isNull();
    }

    @Test
    void busyTimeOfTheMachineLeavesIdleAndWaitingOut() {
        ProcStat.Machine machine = ProcStat.machine(List.of("cpu  100 5 50 800 40 1 2 2 0 0", "cpu0 1 1 1 1"));

        assertThat(machine).isEqualTo(new ProcStat.Machine(160, 1000));
        assertThat(ProcStat.machine(List.of())).isNull();
        assertThat(ProcStat.machine(List.of("intr 5"))).isNull();
    }

    @Test
    void othersAreWhatTheMeasuredProcessesDidNotUse() {
        MachineTime before = new MachineTime(1_000, 10_000);
        MachineTime after = new MachineTime(4_000, 20_000);

        assertThat(after.othersShare(before, 2_000)).isEqualTo(0.1);
        assertThat(after.othersShare(before, 5_000)).isZero();
        assertThat(after.othersShare(after, 0)).isNaN();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void cpuTimeOfThisProcessGrowsWithWork() {
        long pid = ProcessHandle.current().pid();
        CpuTime before = CpuTime.of(pid);
        CpuTime used;
        long sum = 1;
        do {
            for (int j = 0; j < 100_000; j++) {
                sum = sum * 31 + j;
            }
            used = CpuTime.of(pid).since(before);
        } while (used.nanos() == 0 && sum != 0);

        assertThat(used.nanos()).isPositive();
        assertThat(used.jitNanos()).isNotNegative();
        assertThat(CpuTime.of(Long.MAX_VALUE)).isEqualTo(new CpuTime(0, 0, 0));
    }

    @Test
    void connectionsCountedAreOwnEstablishedAndToThePort() {
        String row = "  1: 0100007F:9C40 0100007F:20FB %s 00000000:00000000 00:00000000 00000000     0        0 %s 1";
        List<String> table = List.of(
                "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
                String.format(row, "01", "111"),
                String.format(row, "06", "112"),
                String.format(row, "01", "999"));

        assertThat(OwnConnections.count(table, 8443, Set.of("111", "112"))).isEqualTo(1);
        assertThat(OwnConnections.count(table, 8444, Set.of("111", "112"))).isZero();
    }
}
