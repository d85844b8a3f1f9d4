package dev.clearway.lab.expect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.lab.scenario.Catalogue;
import dev.clearway.lab.scenario.Overrides;
import dev.clearway.lab.scenario.Scenario;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BurstExpectationTest {
    @ParameterizedTest
    @CsvSource({
        // name, connections, waves of the delay, requests queued at most
        "h2-100, 1, 1, 0",
        "h2-150, 1, 2, 50",
        "h2-300, 1, 3, 200",
        "h2-grow-150, 2, 1, 50",
        "h2-grow-300, 3, 1, 200",
        "h2-ceiling-300, 2, 2, 200",
        "h2-limit-300, 1, 1, 0",
        "h1-150, 150, 1, 149",
        "mux-h1-20, 20, 1, 19",
        "mux-h1-6-20, 6, 4, 19",
        "mux-h2-20, 1, 1, 0",
        "mux-h2-200, 1, 2, 100",
        "mux-h2-grow-200, 2, 1, 100",
        "mux-limit10-50, 1, 5, 40",
        "mux-limit10-grow-50, 5, 1, 40"
    })
    void connectionsWavesAndQueueFollowFromRequestsAndLimit(String name, int connections, int waves, int queued) {
        Scenario scenario = Catalogue.find(name).orElseThrow();
        Expectation expectation = Expectations.of(scenario);
        double delay = scenario.delay().toMillis() / 1000.0;
        assertThat(expectation.ranges())
                .containsEntry(Figure.CONNECTIONS, Range.exactly(connections))
                .containsEntry(Figure.SUCCEEDED, Range.exactly(scenario.requests()))
                .containsEntry(Figure.FAILED, Range.exactly(0))
                .containsEntry(Figure.SERVER_REQUESTS, Range.exactly(scenario.requests()));
        Range slowest = range(expectation, Figure.SLOWEST);
        assertThat(slowest.min()).isEqualTo(waves * delay);
        assertThat(slowest.max()).as("one wave more is seen").isLessThan((waves + 1) * delay);
        assertThat(range(expectation, Figure.QUEUED).max()).isEqualTo(queued);
        assertThat(range(expectation, Figure.LONGEST_QUEUE).min()).isEqualTo((waves - 1) * delay);
    }

    @ParameterizedTest
    @CsvSource({"h2-100, 0", "h2-150, 50", "h2-300, 200", "h1-150, 149", "mux-h1-6-20, 19", "mux-limit10-50, 40"})
    void queueIsExactWhereNoConnectionOfManyPlacesIsOpenedMeanwhile(String name, int queued) {
        Expectation expectation = Expectations.of(Catalogue.find(name).orElseThrow());
        assertThat(range(expectation, Figure.QUEUED)).isEqualTo(Range.exactly(queued));
        assertThat(expectation.steadyCounts()).contains(Figure.QUEUED, Figure.CONNECTIONS, Figure.SUCCEEDED);
    }

    @Test
    void whoFindsASecondConnectionOpenIsAMatterOfTheMoment() {
        Expectation expectation =
                Expectations.of(Catalogue.find("h2-ceiling-300").orElseThrow());
        assertThat(range(expectation, Figure.QUEUED)).isEqualTo(new Range(100, 200));
        assertThat(expectation.steadyCounts()).contains(Figure.CONNECTIONS).doesNotContain(Figure.QUEUED);
    }

    @Test
    void overriddenFiguresChangeWhatIsExpected() {
        Expectation expectation = Expectations.of(overridden("h2-300", 500, 50, 1000));
        assertThat(range(expectation, Figure.SLOWEST).min()).isEqualTo(10);
        assertThat(range(expectation, Figure.QUEUED)).isEqualTo(Range.exactly(450));
        assertThat(range(expectation, Figure.LONGEST_QUEUE).min()).isEqualTo(9);
        assertThat(expectation.text()).contains("10 waves").contains("450 queued");
    }

    @Test
    void timeoutInTheLineSplitsRequestsIntoThree() {
        Expectation expectation =
                Expectations.of(Catalogue.find("h2-300-timeout").orElseThrow());
        assertThat(expectation.ranges())
                .containsEntry(Figure.SUCCEEDED, Range.exactly(100))
                .containsEntry(Figure.FAILED, Range.exactly(200))
                .containsEntry(Figure.NEVER_SENT, Range.exactly(100))
                .containsEntry(Figure.SERVER_REQUESTS, Range.exactly(200))
                .containsEntry(Figure.QUEUED, Range.exactly(200))
                .containsEntry(Figure.CONNECTIONS, Range.exactly(1));
        assertThat(range(expectation, Figure.LONGEST_QUEUE).contains(1.5)).isTrue();
        assertThat(range(expectation, Figure.LONGEST_QUEUE).contains(1.35)).isFalse();
    }

    @Test
    void timeoutThatEveryWaveMeetsFailsNobody() {
        Expectation expectation = Expectations.of(overridden("h2-300-timeout", 300, 100, 200));
        assertThat(expectation.ranges())
                .containsEntry(Figure.SUCCEEDED, Range.exactly(300))
                .containsEntry(Figure.NEVER_SENT, Range.exactly(0));
        assertThat(range(expectation, Figure.LONGEST_QUEUE).contains(0.41)).isTrue();
    }

    @Test
    void timeoutOnTheEdgeOfAWaveLeavesBothOutcomesOpen() {
        Expectation expectation = Expectations.of(overridden("h2-300-timeout", 300, 100, 500));
        assertThat(range(expectation, Figure.SUCCEEDED)).isEqualTo(new Range(200, 300));
        assertThat(expectation.steadyCounts()).doesNotContain(Figure.SUCCEEDED, Figure.FAILED);
    }

    @Test
    void coldBurstPaysHandshakesButNotOneAfterAnother() {
        Expectation expectation =
                Expectations.of(Catalogue.find("h2-grow-1000-wan").orElseThrow());
        assertThat(range(expectation, Figure.CONNECTIONS)).isEqualTo(new Range(1, 10));
        assertThat(range(expectation, Figure.SLOWEST).max()).isEqualTo(1.8);
        double serial = range(
                        Expectations.of(Catalogue.find("h2-serial-1000-wan").orElseThrow()), Figure.SLOWEST)
                .min();
        assertThat(serial).as("the popular rule is told apart").isGreaterThan(1.8);
    }

    @Test
    void jdkClientAnswersWhatFitsAndFailsTheRest() {
        Expectation expectation = Expectations.of(overridden("jdk-300", 250, 40, 1000));
        assertThat(expectation.ranges())
                .containsEntry(Figure.SUCCEEDED, Range.exactly(40))
                .containsEntry(Figure.FAILED, Range.exactly(210))
                .containsEntry(Figure.SERVER_REQUESTS, Range.exactly(40));
    }

    @Test
    void countsAreBoundsWhereAnswersComeBeforeTheBurstIsHandedOver() {
        Expectation expectation = Expectations.of(overridden("h2-grow-300", 300, 100, 1));
        assertThat(range(expectation, Figure.CONNECTIONS)).isEqualTo(new Range(1, 3));
        assertThat(range(expectation, Figure.QUEUED).min()).isZero();
        assertThat(expectation.steadyCounts())
                .doesNotContain(Figure.CONNECTIONS)
                .contains(Figure.SUCCEEDED);
    }

    private static Scenario overridden(String name, int requests, int limit, int delayMillis) {
        return Catalogue.find(name).orElseThrow().with(new Overrides(requests, limit, Duration.ofMillis(delayMillis)));
    }

    private static Range range(Expectation expectation, Figure figure) {
        return Objects.requireNonNull(expectation.ranges().get(figure), figure.label());
    }
}
