package dev.clearway.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.clearway.lab.measure.FailureKind;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.Work;
import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Protocol;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SimulationTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Limits SINGLE = Limits.DEFAULT.withGrowth(Growth.SINGLE);

    private static SimulationPlan burst(long requests, Limits limits, @Nullable Duration timeout, boolean warm) {
        return new SimulationPlan(
                1,
                Arrivals.burst(requests),
                ServiceTimes.fixed(SECOND),
                timeout,
                Protocol.HTTP_2,
                100,
                Network.of(Duration.ZERO, 2),
                limits,
                warm,
                1);
    }

    private static SimulationPlan over(Network network, SimulationPlan plan) {
        return new SimulationPlan(
                plan.clients(),
                plan.arrivals(),
                plan.service(),
                plan.timeout(),
                plan.protocol(),
                plan.streams(),
                network,
                plan.limits(),
                plan.warm(),
                plan.seed());
    }

    private static SimulationPlan steady(int clients, double rate, long requests, ServiceTimes service) {
        return new SimulationPlan(
                clients,
                new Arrivals(requests, rate, Arrivals.Spacing.POISSON),
                service,
                null,
                Protocol.HTTP_2,
                100,
                Network.of(Duration.ofMillis(10), 2),
                Limits.DEFAULT,
                false,
                7);
    }

    @Test
    void threeHundredRequestsOnOneConnectionGoInThreeWaves() throws InterruptedException {
        Simulated result = Simulation.run(burst(300, SINGLE, null, true));
        Measured measured = result.measured();
        assertThat(measured.succeeded()).isEqualTo(300);
        assertThat(measured.slowestSeconds()).isEqualTo(3);
        assertThat(measured.p50Seconds()).isCloseTo(2, within(0.002));
        assertThat(measured.connections()).isEqualTo(1);
        assertThat(measured.queued()).isEqualTo(200);
        assertThat(measured.longestQueueSeconds()).isEqualTo(2);
        assertThat(measured.waitSecondsByReason()).containsOnlyKeys("STREAM_LIMIT");
        assertThat(measured.waitSecondsByReason().get("STREAM_LIMIT")).isEqualTo(300);
        assertThat(measured.server().requests()).isEqualTo(300);
        assertThat(measured.server().longestSeconds()).isEqualTo(1);
        assertThat(measured.spans()).hasSize(300);
        assertThat(result.load().peakInService()).isEqualTo(100);
    }

    @Test
    void coldBurstPaysForHandshakeAndSettingsAndThenForTheOthers() throws InterruptedException {
        Network network = Network.of(Duration.ofMillis(100), 2);
        Simulated result = Simulation.run(over(network, burst(300, Limits.DEFAULT, null, false)));
        // 200 ms of handshake, 100 until SETTINGS, 200 of the other handshakes, and its own round trip and answer.
        assertThat(result.measured().slowestSeconds())
                .isGreaterThanOrEqualTo(1.6)
                .isLessThan(1.7);
        assertThat(result.opened()).isEqualTo(3);
        assertThat(result.measured().queued()).isEqualTo(300);
        assertThat(result.measured().waitSecondsByReason()).containsOnlyKeys("CONNECTING");
        assertThat(result.load().handshakes().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(3);
    }

    @Test
    void connectionsAreMadeOneAfterTheOtherWhereThatIsWork() throws InterruptedException {
        Work work = new Work(Duration.ofMillis(8), Duration.ZERO);
        Network network = Network.of(Duration.ofMillis(10), 2).withWork(work);
        SimulationPlan plan = new SimulationPlan(
                1,
                Arrivals.burst(20),
                ServiceTimes.fixed(SECOND),
                null,
                Protocol.HTTP_1_1,
                1,
                network,
                Limits.DEFAULT,
                false,
                1);
        Measured measured = Simulation.run(plan).measured();
        // Handshakes of 20 ms side by side, then 8 ms for each, then the round trip and the answer.
        assertThat(measured.longestQueueSeconds()).isCloseTo(0.18, within(1e-9));
        assertThat(measured.slowestSeconds()).isCloseTo(1.19, within(1e-9));
        assertThat(measured.connections()).isEqualTo(20);
    }

    @Test
    void requestsLeaveOneAfterTheOtherWhereThatIsWork() throws InterruptedException {
        Work work = new Work(Duration.ZERO, Duration.ofMillis(1));
        SimulationPlan plan = burst(200, SINGLE, null, true);
        Measured measured =
                Simulation.run(over(plan.network().withWork(work), plan)).measured();
        assertThat(measured.slowestSeconds()).isCloseTo(2.101, within(0.002));
        assertThat(measured.connections()).isEqualTo(1);
    }

    @Test
    void timeoutsStrikeInTheLineAndOnTheWire() throws InterruptedException {
        Limits patient = SINGLE.withOverload(false);
        Measured measured = Simulation.run(burst(300, patient, Duration.ofMillis(1500), true))
                .measured();
        assertThat(measured.succeeded()).isEqualTo(100);
        assertThat(measured.failed()).isEqualTo(200);
        assertThat(measured.neverSent()).isEqualTo(100);
        assertThat(measured.server().requests()).isEqualTo(200);
        assertThat(measured.longestQueueSeconds()).isEqualTo(1.5);
        assertThat(measured.failures())
                .extracting(FailureKind::type)
                .containsExactlyInAnyOrder("TIMEOUT_AFTER_SENT", "TIMEOUT_IN_QUEUE");
    }

    @Test
    void refusalsAreCountedByTheirReason() throws InterruptedException {
        Measured measured = Simulation.run(burst(300, SINGLE.withQueueLength(50), null, true))
                .measured();
        assertThat(measured.succeeded()).isEqualTo(150);
        assertThat(measured.failures())
                .containsExactly(new FailureKind("QUEUE_FULL", "refused by the queue (QUEUE_FULL), never sent", 150));
    }

    @Test
    void http1HasOneRequestAConnection() throws InterruptedException {
        SimulationPlan plan = new SimulationPlan(
                2,
                Arrivals.burst(20),
                ServiceTimes.fixed(SECOND),
                null,
                Protocol.HTTP_1_1,
                100,
                Network.of(Duration.ZERO, 2),
                Limits.DEFAULT.withHttp1Connections(6),
                true,
                1);
        Measured measured = Simulation.run(plan).measured();
        assertThat(measured.connections()).isEqualTo(12);
        assertThat(measured.slowestSeconds()).isEqualTo(4);
        assertThat(measured.protocol()).isEqualTo("HTTP/1.1");
    }

    @Test
    void sameSeedGivesTheSameFiguresHoweverThreadsTakeTurns() throws InterruptedException {
        SimulationPlan plan = steady(20, 200, 500, ServiceTimes.exponential(Duration.ofMillis(50)));
        Simulated first = Simulation.run(plan);
        assertThat(Simulation.run(plan)).isEqualTo(first);
        assertThat(first.measured().succeeded()).isEqualTo(10_000);
    }

    @Test
    void loadIsWhatLittlesLawSays() throws InterruptedException {
        Simulated result = Simulation.run(steady(50, 100, 2000, ServiceTimes.exponential(Duration.ofMillis(40))));
        double mean = result.load().inService().stream()
                .limit((long) (15 / result.load().intervalSeconds()))
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        // 5,000 requests a second for 40 ms each.
        assertThat(mean).isCloseTo(200, within(10.0));
        assertThat(result.load().requests().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(100_000);
        assertThat(result.spanSeconds()).isCloseTo(20, within(3.0));
    }

    @Test
    void samplesAreDrawnAsTheyOccur() throws InterruptedException {
        ServiceTimes samples = ServiceTimes.samples("a test", new double[] {0.1, 0.1, 0.1, 0.5});
        assertThat(samples.meanSeconds()).isCloseTo(0.2, within(1e-9));
        Measured measured = Simulation.run(steady(1, 50, 4000, samples)).measured();
        assertThat(measured.p50Seconds()).isCloseTo(0.11, within(0.01));
        assertThat(measured.server().longestSeconds()).isEqualTo(0.5);
    }

    @Test
    void plansOutOfBoundsAreRefused() {
        assertThatThrownBy(() -> burst(0, SINGLE, null, true)).hasMessageContaining("requests must be at least 1");
        assertThatThrownBy(() -> burst(2_000_000, SINGLE, null, true)).hasMessageContaining("give a rate");
        assertThatThrownBy(() -> steady(1_000_000, 1, 2000, ServiceTimes.fixed(SECOND)))
                .hasMessageContaining("of all clients together");
        assertThatThrownBy(() -> ServiceTimes.uniform(SECOND, Duration.ZERO)).hasMessageContaining("shorter");
        assertThatThrownBy(() -> ServiceTimes.samples("it", new double[] {-1})).hasMessageContaining("-1");
        assertThatThrownBy(() -> Network.of(Duration.ofHours(1), 2)).hasMessageContaining("round trip");
    }
}
