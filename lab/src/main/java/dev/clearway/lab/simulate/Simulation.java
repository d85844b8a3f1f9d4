package dev.clearway.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs plans. */
public final class Simulation {
    private Simulation() {}

    /**
     * Runs a plan to its end, on as many threads as there are processors and clients for them.
     *
     * @throws InterruptedException if this thread is interrupted meanwhile; the work is given up then
     */
    public static Simulated run(SimulationPlan plan) throws InterruptedException {
        int threads = Math.min(Runtime.getRuntime().availableProcessors(), plan.clients());
        AtomicInteger next = new AtomicInteger();
        ExecutorService workers = Executors.newFixedThreadPool(threads, Simulation::daemon);
        try {
            List<Future<Totals>> parts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                parts.add(workers.submit(() -> part(plan, next)));
            }
            Totals totals = new Totals(plan);
            for (Future<Totals> part : parts) {
                totals.add(part.get());
            }
            return totals.figures(plan);
        } catch (ExecutionException e) {
            throw new CompletionException("the simulation failed", e.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    private static Totals part(SimulationPlan plan, AtomicInteger next) throws InterruptedException {
        Totals totals = new Totals(plan);
        for (int client = next.getAndIncrement(); client < plan.clients(); client = next.getAndIncrement()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            new ClientRun(plan, client, totals).run();
        }
        return totals;
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "clearway-simulation");
        thread.setDaemon(true);
        return thread;
    }
}
