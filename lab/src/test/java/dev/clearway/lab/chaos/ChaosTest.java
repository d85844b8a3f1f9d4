package dev.clearway.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.testkit.LeakExtension;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A short chaos: whatever the machine makes of it, every rule holds. */
@ExtendWith(LeakExtension.class)
class ChaosTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Test
    void everyRuleHoldsWhateverGoesWrong() throws IOException, InterruptedException {
        ChaosReport report = new Chaos(new ChaosPlan(1_000, 11, 100, PATIENCE), (over, all, elapsed) -> {}).run();
        assertThat(ChaosText.lines(report)).noneMatch(line -> line.startsWith("NOT HELD"));
        assertThat(report.holds()).isTrue();
        assertThat(report.sent()).isEqualTo(1_000);
        assertThat(report.of(Happening.Kind.OUTCOME).stream()
                        .mapToLong(each -> each.getValue())
                        .sum())
                .isEqualTo(1_000);
        assertThat(report.of(Happening.Kind.FAULT)).isNotEmpty();
        assertThat(report.counted(Happening.ANSWERED)).isPositive();
    }

    @Test
    void stoppedChaosJudgesWhatWasSent() throws IOException, InterruptedException {
        Chaos chaos = new Chaos(new ChaosPlan(1_000, 1, 10, PATIENCE), (over, all, elapsed) -> {});
        chaos.stop();
        ChaosReport report = chaos.run();
        assertThat(report.sent()).isZero();
        assertThat(report.holds()).isTrue();
    }
}
