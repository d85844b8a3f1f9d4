package dev.clearway.lab.expect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.lab.Samples;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.scenario.Overload;
import dev.clearway.lab.simulate.Arrivals;
import dev.clearway.lab.simulate.Network;
import dev.clearway.lab.simulate.ServiceTimes;
import dev.clearway.lab.simulate.Simulation;
import dev.clearway.lab.simulate.SimulationPlan;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the overload scenarios expect, against the pool itself in virtual time. */
class OverloadExpectationTest {
    private static Measured simulated(Overload overload, Overload.Line line) throws InterruptedException {
        Overload other = new Overload(
                overload.name(), line, overload.times(), overload.requests(), overload.limit(), overload.delay());
        return Simulation.run(new SimulationPlan(
                        1,
                        new Arrivals(other.requests(), other.rate(), Arrivals.Spacing.EVEN),
                        ServiceTimes.uniform(other.least(), other.most()),
                        other.timeout(),
                        other.wire().protocol(),
                        other.limit(),
                        Network.of(Duration.ofMillis(1), 2),
                        other.limits(),
                        true,
                        1))
                .measured();
    }

    @ParameterizedTest
    @ValueSource(strings = {"overload", "overload-spread", "overload-fifo"})
    void scenarioHoldsForItsOwnLineAndNotForTheOther(String name) throws InterruptedException {
        Overload overload = (Overload) Samples.scenario(name);
        Expectation expectation = Expectations.of(overload);
        Overload.Line opposite = overload.line() == Overload.Line.FIFO ? Overload.Line.REFUSES : Overload.Line.FIFO;
        assertThat(expectation.check(simulated(overload, overload.line()))).allMatch(Check::holds);
        assertThat(expectation.check(simulated(overload, opposite))).anyMatch(check -> !check.holds());
    }

    @Test
    void textSaysWhatGoodputIs() {
        assertThat(Expectations.of(Samples.scenario("overload")).text())
                .contains("at least 90 % of capacity: at least 900 of 2000 succeed")
                .contains("200 a second come, 100 can be answered");
        assertThat(Expectations.of(Samples.scenario("overload-fifo")).text())
                .contains("at most 50 % of capacity: at most 500 of 2000 succeed");
    }
}
