package dev.clearway.lab;

import dev.clearway.lab.child.OriginProcess;
import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.Work;
import dev.clearway.lab.run.RunProgress;
import dev.clearway.lab.run.ScenarioRunner;
import dev.clearway.lab.scenario.Scenario;
import dev.clearway.lab.scenario.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs a plan, once. {@link #run} and {@link #close} are called by one thread; {@link #report} may be called by any at
 * any time. The listener is told under a lock of the lab, so one call at a time.
 */
public final class Lab implements AutoCloseable {
    private static final long PROGRESS_MILLIS = 200;
    private static final int WARM_REQUESTS = 200;

    private final Plan plan;
    private final LabListener listener;
    private final Machine machine = Machine.now();
    private final OriginProcess servers;
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(Lab::daemon);
    private final Object telling = new Object();
    private final List<Outcome> outcomes = new ArrayList<>(); // guarded by telling

    /**
     * A lab with that plan, which tells that listener. Starts the servers' process.
     *
     * @throws IOException if that cannot be started
     */
    public Lab(Plan plan, LabListener listener) throws IOException {
        this.plan = plan;
        this.listener = listener;
        servers = OriginProcess.start();
    }

    /**
     * Runs all of the plan.
     *
     * @throws IOException if a scenario could not be run, which is another thing than one that did not hold
     */
    public LabReport run() throws IOException {
        ScenarioRunner runner = new ScenarioRunner(servers);
        warm(runner);
        for (Scenario scenario : plan.scenarios()) {
            List<Outcome> earlier = new ArrayList<>();
            for (int run = 1; run <= plan.repeat(); run++) {
                Work work = plan.work() ? runner.work(scenario.wire()) : null;
                Outcome outcome = Outcome.judge(scenario, measure(runner, scenario, run), earlier)
                        .withWork(work);
                earlier.add(outcome);
                tell(outcome);
            }
        }
        return report();
    }

    /** Times are to be those of the wait, not of a JVM that reads its classes: on both sides. */
    private void warm(ScenarioRunner runner) throws IOException {
        Set<Wire> wires = EnumSet.noneOf(Wire.class);
        plan.scenarios().forEach(scenario -> wires.add(scenario.wire()));
        for (Wire wire : wires) {
            runner.warmCode(wire, WARM_REQUESTS);
        }
    }

    private Measured measure(ScenarioRunner runner, Scenario scenario, int run) throws IOException {
        RunProgress progress = new RunProgress();
        long start = System.nanoTime();
        synchronized (telling) {
            listener.started(scenario, run);
        }
        Runnable tick = () -> {
            Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
            synchronized (telling) {
                listener.progress(
                        new LabListener.Progress(scenario, run, elapsed, progress.answered(), progress.asked()));
            }
        };
        ScheduledFuture<?> ticks =
                ticker.scheduleAtFixedRate(tick, PROGRESS_MILLIS, PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
        try {
            return runner.run(scenario, progress);
        } catch (IOException e) {
            throw new IOException(scenario.name() + " could not be run: " + e.getMessage(), e);
        } finally {
            ticks.cancel(false);
        }
    }

    private void tell(Outcome outcome) {
        synchronized (telling) {
            outcomes.add(outcome);
            listener.ended(outcome);
        }
    }

    /** What has been found so far. */
    public LabReport report() {
        synchronized (telling) {
            int planned = plan.scenarios().size() * plan.repeat();
            return new LabReport(machine, outcomes, planned);
        }
    }

    /** Ends the servers' process. */
    @Override
    public void close() {
        ticker.shutdownNow();
        servers.close();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "clearway-lab-progress");
        thread.setDaemon(true);
        return thread;
    }
}
