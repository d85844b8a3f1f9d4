package dev.clearway.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rule by which a soak is flat or not. */
class FlatnessTest {
    private static final int INTERVALS = 20;
    private static final long HEAP = 50_000_000;

    private static SoakSample sample(double p50, double p99, long descriptors, int threads, long failed) {
        return new SoakSample(1, 1_000, failed, p50, p99, HEAP, descriptors, threads, 1, 1, 0);
    }

    private static List<SoakSample> samples(IntFunction<SoakSample> each) {
        return new ArrayList<>(IntStream.range(0, INTERVALS).mapToObj(each).toList());
    }

    private static List<String> notFlat(List<SoakSample> samples, long heapAfter) {
        return Flatness.judge(samples, HEAP, heapAfter).stream()
                .filter(verdict -> !verdict.flat())
                .map(Flatness.Verdict::what)
                .toList();
    }

    @Test
    void steadyFiguresAreFlatWhateverTheBeginningWasLike() {
        List<SoakSample> steady = samples(i -> i < 3 ? sample(900, 5_000, 500, 90, 400) : sample(5, 30, 60, 20, 0));
        assertThat(notFlat(steady, HEAP)).isEmpty();
    }

    @Test
    void oneBadIntervalIsNoTrend() {
        List<SoakSample> steady = samples(i -> sample(5, 30, 60, 20, 0));
        steady.set(INTERVALS - 2, sample(100, 2_000, 200, 60, 0));
        assertThat(notFlat(steady, HEAP)).isEmpty();
    }

    @Test
    void whatGrowsIsNotFlat() {
        assertThat(notFlat(samples(i -> sample(5 + i, 30, 60, 20, 0)), HEAP))
                .singleElement()
                .asString()
                .startsWith("p50");
        assertThat(notFlat(samples(i -> sample(5, 30 + 10 * i, 60, 20, 0)), HEAP))
                .singleElement()
                .asString()
                .startsWith("p99");
        assertThat(notFlat(samples(i -> sample(5, 30, 60 + 3 * i, 20, 0)), HEAP))
                .singleElement()
                .asString()
                .startsWith("descriptors");
        assertThat(notFlat(samples(i -> sample(5, 30, 60, 20 + i, 0)), HEAP))
                .singleElement()
                .asString()
                .startsWith("threads");
        assertThat(notFlat(samples(i -> sample(5, 30, 60, 20, 0)), HEAP * 3 / 2))
                .singleElement()
                .asString()
                .startsWith("heap");
    }

    @Test
    void oneFailureInAHundredIsTooMany() {
        assertThat(notFlat(samples(i -> sample(5, 30, 60, 20, 10)), HEAP))
                .containsExactly("170 of 17000 requests failed");
    }

    @Test
    void whatEndsTooSoonIsNotJudged() {
        List<SoakSample> few = List.of(sample(5, 30, 60, 20, 0), sample(5, 30, 60, 20, 0));
        assertThat(Flatness.judge(few, HEAP, HEAP)).singleElement().satisfies(verdict -> {
            assertThat(verdict.flat()).isFalse();
            assertThat(verdict.what()).startsWith("too short");
        });
    }
}
