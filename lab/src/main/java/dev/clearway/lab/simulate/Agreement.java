package dev.clearway.lab.simulate;

import dev.clearway.lab.expect.Expectations;
import dev.clearway.lab.expect.Figure;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.Work;
import dev.clearway.lab.scenario.Burst;
import dev.clearway.lab.scenario.Caller;
import dev.clearway.lab.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/**
 * A burst as it was measured beside its simulation. Counts that the scenario says are the same in every run must be equal;
 * times must lie within the larger of a tenth and 150 ms of each other.
 *
 * @param name the scenario
 * @param rows figure by figure
 */
public record Agreement(String name, List<Row> rows) {
    private static final double SHARE = 0.1;
    private static final double SECONDS = 0.15;
    private static final List<Figure> TIMES = List.of(Figure.SLOWEST, Figure.MEDIAN, Figure.LONGEST_QUEUE);

    /**
     * One figure.
     *
     * @param figure which
     * @param measured on real sockets
     * @param simulated in virtual time
     * @param agrees whether the two are near enough
     */
    public record Row(Figure figure, double measured, double simulated, boolean agrees) {}

    public Agreement {
        rows = List.copyOf(rows);
    }

    /** Whether there is a simulation of it: of bursts of our own client there is. */
    public static boolean covers(Scenario scenario) {
        return scenario instanceof Burst burst && burst.caller() == Caller.CLEARWAY;
    }

    /** Whether every figure agrees. */
    public boolean holds() {
        return rows.stream().allMatch(Row::agrees);
    }

    /**
     * Simulates a burst and compares.
     *
     * @param work what code costs on the machine that measured
     * @throws InterruptedException if this thread is interrupted meanwhile
     */
    public static Agreement of(Burst burst, Measured measured, Work work) throws InterruptedException {
        Measured simulated = Simulation.run(plan(burst, work)).measured();
        List<Row> rows = new ArrayList<>();
        for (Figure figure : Expectations.of(burst).steadyCounts()) {
            double real = figure.of(measured);
            double model = figure.of(simulated);
            rows.add(new Row(figure, real, model, real == model));
        }
        for (Figure figure : TIMES) {
            double real = figure.of(measured);
            double model = figure.of(simulated);
            rows.add(new Row(figure, real, model, near(real, model)));
        }
        return new Agreement(burst.name(), rows);
    }

    private static boolean near(double real, double model) {
        boolean neither = Double.isNaN(real) && Double.isNaN(model);
        return neither || Math.abs(real - model) <= Math.max(SECONDS, SHARE * Math.max(real, model));
    }

    /**
     * The plan of a burst. The relay of a cold one holds a connection's first bytes back for a round trip in place of TCP's
     * own, so a handshake takes two, as over a wire; without a relay there is no round trip to speak of.
     */
    static SimulationPlan plan(Burst burst, Work work) {
        return new SimulationPlan(
                1,
                Arrivals.burst(burst.requests()),
                ServiceTimes.fixed(burst.delay()),
                burst.timeout(),
                burst.wire().protocol(),
                burst.limit(),
                Network.of(burst.roundTrip(), Network.HANDSHAKE_ROUND_TRIPS).withWork(work),
                burst.limits(),
                !burst.cold(),
                1);
    }
}
