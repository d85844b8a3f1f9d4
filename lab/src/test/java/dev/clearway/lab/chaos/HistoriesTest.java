package dev.clearway.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Histories in a few bytes, and what is drawn by a seed. */
class HistoriesTest {
    @Test
    void everythingThatCanHappenIsKeptInOrder() {
        Histories histories = new Histories(2);
        for (Happening each : Happening.values()) {
            Histories one = new Histories(1);
            one.add(0, each);
            assertThat(one.of(0)).containsExactly(each);
        }
        histories.add(1, Happening.REFUSED);
        histories.add(1, Happening.AGAIN_REFUSED);
        histories.add(1, Happening.PROCESSED);
        assertThat(histories.of(1)).containsExactly(Happening.REFUSED, Happening.AGAIN_REFUSED, Happening.PROCESSED);
        assertThat(histories.of(0)).isEmpty();
        assertThat(histories.counted(Happening.PROCESSED)).isEqualTo(1);
    }

    @Test
    void moreThanThereIsRoomForIsAViolation() {
        Histories histories = new Histories(1);
        IntStream.range(0, 100).forEach(i -> histories.add(0, Happening.PROCESSED));
        assertThat(histories.of(0)).hasSize(30).endsWith(Happening.TOO_MUCH);
        assertThat(histories.counted(Happening.PROCESSED)).isEqualTo(100);
    }

    @Test
    void sameSeedDrawsTheSamePlan() {
        for (int request = 0; request < 1_000; request++) {
            assertThat(Ask.of(5, request)).isEqualTo(Ask.of(5, request));
            assertThat(Blow.of(5, request, 1)).isEqualTo(Blow.of(5, request, 1));
        }
        assertThat(IntStream.range(0, 100).mapToObj(request -> Ask.of(5, request)))
                .isNotEqualTo(IntStream.range(0, 100).mapToObj(request -> Ask.of(6, request)));
    }

    @Test
    void everyFaultIsDrawnSoonerOrLater() {
        assertThat(IntStream.range(0, 200_000)
                        .mapToObj(request -> Blow.of(1, request, 0).fault())
                        .distinct())
                .hasSize(25);
    }
}
