package dev.clearway.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.lab.Samples;
import dev.clearway.lab.expect.Expectations;
import dev.clearway.lab.expect.Figure;
import dev.clearway.lab.measure.Work;
import dev.clearway.lab.report.AgreementText;
import dev.clearway.lab.report.Paint;
import dev.clearway.lab.scenario.Burst;
import dev.clearway.lab.scenario.Catalogue;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AgreementTest {
    static Stream<Burst> bursts() {
        return Catalogue.all().stream().filter(Agreement::covers).map(Burst.class::cast);
    }

    @ParameterizedTest
    @MethodSource("bursts")
    void simulationOfEveryBurstShowsWhatTheBurstMustShow(Burst burst) throws InterruptedException {
        assertThat(Expectations.of(burst)
                        .check(Simulation.run(Agreement.plan(burst, Work.NONE)).measured()))
                .allSatisfy(
                        check -> assertThat(check.holds()).as(check.toString()).isTrue());
    }

    @Test
    void quietMachineAgrees() throws InterruptedException {
        Agreement agreement = Agreement.of((Burst) Samples.scenario("h2-300"), Samples.h2With300(), Work.NONE);
        assertThat(agreement.rows())
                .extracting(Agreement.Row::figure)
                .contains(Figure.SUCCEEDED, Figure.CONNECTIONS, Figure.QUEUED, Figure.SLOWEST, Figure.LONGEST_QUEUE);
        assertThat(agreement.holds()).isTrue();
    }

    @Test
    void otherCountOrTimeDiffers() throws InterruptedException {
        Burst other = (Burst) Samples.scenario("h2-100");
        Agreement agreement = Agreement.of(other, Samples.h2With300(), Work.NONE);
        assertThat(agreement.holds()).isFalse();
        List<String> lines = AgreementText.lines(List.of(agreement), 120, Paint.NONE);
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).containsPattern("^h2-100 +succeeded +300 +100 +DIFFERS"))
                .anySatisfy(line -> assertThat(line).containsPattern("^ +slowestSeconds +3.02 s +1 s +DIFFERS"))
                .anySatisfy(line -> assertThat(line).startsWith("0 of 1 run agree"));
    }

    @Test
    void onlyOwnBurstsHaveASimulation() {
        assertThat(bursts())
                .extracting(Burst::name)
                .contains("h1-150", "mux-h2-20")
                .doesNotContain("jdk-300");
        assertThat(Agreement.covers(Samples.scenario("reuse-h2"))).isFalse();
        assertThat(Agreement.covers(Samples.scenario("overload"))).isFalse();
    }
}
