package dev.clearway.transport.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.PingPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PingPaceTest {
    private static final long TEN = Duration.ofSeconds(10).toNanos();

    private static PingPace objected(long delayNanos, int times) {
        PingPace pace = new PingPace(delayNanos, TEN, PingPolicy.ALWAYS);
        for (int i = 0; i < times; i++) {
            pace.objected();
        }
        return pace;
    }

    @Test
    void eachObjectionHalvesThePace() {
        assertThat(objected(TEN, 1).delayNanos()).isEqualTo(2 * TEN);
        assertThat(objected(TEN, 3).delayNanos()).isEqualTo(8 * TEN);
    }

    @Test
    void paceIsNeverBelowOneAnHour() {
        assertThat(objected(TEN, 100).delayNanos())
                .isEqualTo(Duration.ofHours(1).toNanos());
        assertThat(objected(Duration.ofDays(1).toNanos(), 1).delayNanos())
                .isEqualTo(Duration.ofDays(1).toNanos());
    }

    @Test
    void whoSendsNoneSendsNone() {
        assertThat(objected(PingPace.NEVER, 2).delayNanos()).isEqualTo(PingPace.NEVER);
    }
}
