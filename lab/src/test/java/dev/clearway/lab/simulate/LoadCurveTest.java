package dev.clearway.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LoadCurveTest {
    private static final long MILLI = 1_000_000;

    @Test
    void meansAreThoseOfTheTimeThatTheIntervalLasts() {
        LoadCurve curve = new LoadCurve();
        curve.step(0, 4);
        curve.step(MILLI / 2, -4);
        curve.step(2 * MILLI, 10);
        curve.step(3 * MILLI, -10);
        assertThat(curve.length()).isEqualTo(4);
        assertThat(curve.means(4)).containsExactly(2, 0, 10, 0);
    }

    @Test
    void longerIntervalsKeepTheSum() {
        Random random = new Random(1);
        LoadCurve curve = new LoadCurve();
        double seconds = 0;
        for (int i = 0; i < 1000; i++) {
            long from = MILLI * (long) (random.nextDouble() * 60_000);
            long took = MILLI * (long) (random.nextDouble() * 2000);
            curve.step(from, 1);
            curve.step(from + took, -1);
            curve.event(from);
            seconds += took / 1e9;
        }
        assertThat(curve.widthMicros()).isGreaterThan(100_000);
        double area = Arrays.stream(curve.means(curve.length())).sum() * curve.widthMicros() / 1e6;
        assertThat(area).isCloseTo(seconds, within(1e-6));
        assertThat(Arrays.stream(curve.counts(curve.length())).sum()).isEqualTo(1000);
    }

    @Test
    void sumOfTwoIsThatOfAllTheirEvents() {
        LoadCurve both = new LoadCurve();
        LoadCurve one = new LoadCurve();
        LoadCurve other = new LoadCurve();
        Random random = new Random(2);
        for (int i = 0; i < 500; i++) {
            LoadCurve part = i % 2 == 0 ? one : other;
            long most = i % 2 == 0 ? 50 : 5000;
            long from = MILLI * (long) (random.nextDouble() * most);
            part.step(from, 1);
            part.step(from + 20 * MILLI, -1);
            both.step(from, 1);
            both.step(from + 20 * MILLI, -1);
        }
        one.add(other);
        assertThat(one.widthMicros()).isEqualTo(both.widthMicros());
        assertThat(one.means(LoadCurve.MOST)).containsExactly(both.means(LoadCurve.MOST));
        LoadCurve narrow = new LoadCurve();
        narrow.step(0, 1);
        one.add(narrow);
        assertThat(one.means(1)[0]).isCloseTo(both.means(1)[0] + 1, within(1e-9));
    }
}
