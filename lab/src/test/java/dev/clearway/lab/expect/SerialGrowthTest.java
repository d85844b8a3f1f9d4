package dev.clearway.lab.expect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SerialGrowthTest {
    @Test
    void oneConnectionServesWavesAfterItsHandshake() {
        assertThat(new SerialGrowth(300, 1, 100, 0.2, 1).lastEnd()).isCloseTo(3.2, within(1e-9));
    }

    @Test
    void eachHandshakeIsWaitedForWhereServiceIsLong() {
        assertThat(new SerialGrowth(300, 3, 100, 0.2, 10).lastEnd()).isCloseTo(10.6, within(1e-9));
    }

    @Test
    void freedPlacesAreTakenBeforeALaterHandshake() {
        assertThat(new SerialGrowth(200, 2, 100, 2, 0.5).lastEnd()).isCloseTo(3, within(1e-9));
    }

    @Test
    void thousandAtAHundredMillisecondsAreServedByBothInTurn() {
        assertThat(new SerialGrowth(1000, 10, 100, 0.2, 1.1).lastEnd()).isCloseTo(2.7, within(1e-9));
    }
}
