package dev.clearway.lab.chaos;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One chaos. {@link #run} may be called once; {@link #stop} by any thread. */
@SuppressWarnings("FutureReturnValueIgnored") // of schedule: the timer ends with the run
public final class Chaos {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final ChaosPlan plan;
    private final ChaosListener listener;
    private final Histories histories;
    private final List<String> objections = new ArrayList<>();
    private volatile @Nullable Caller caller;
    private volatile boolean stopped;

    /** A chaos by that plan. */
    public Chaos(ChaosPlan plan, ChaosListener listener) {
        this.plan = plan;
        this.listener = listener;
        this.histories = new Histories(plan.requests());
    }

    /** Sends no more requests: {@link #run} ends when those under way have. */
    public void stop() {
        stopped = true;
        Caller current = caller;
        if (current != null) {
            current.stop();
        }
    }

    /**
     * Runs it, waits until everything is quiet, and judges.
     *
     * @throws IOException if the origin could not be started
     */
    public ChaosReport run() throws IOException, InterruptedException {
        warm();
        Census census = new Census();
        ScheduledExecutorService timer =
                new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("clearway-chaos-timer", true));
        Ran ran;
        try (ChaosOrigin origin = new ChaosOrigin(plan.seed(), histories)) {
            ran = run(origin, timer);
            objections.addAll(origin.objections());
        } finally {
            timer.shutdownNow();
        }
        objections.addAll(census.left(plan.patience()));
        objections.addAll(BufferLeaks.find());
        return report(ran);
    }

    /** Loads what the process keeps: it is not to count as left behind. */
    private void warm() throws IOException, InterruptedException {
        Histories none = new Histories(1);
        try (ChaosOrigin origin = new ChaosOrigin(plan.seed(), none)) {
            ChaosClients clients = new ChaosClients(origin.authority(), none);
            clients.close(plan.patience());
        }
    }

    private Ran run(ChaosOrigin origin, ScheduledExecutorService timer) throws InterruptedException {
        ChaosClients clients = new ChaosClients(origin.authority(), histories);
        Caller calling = new Caller(plan, origin, clients, timer);
        caller = calling;
        if (stopped) {
            calling.stop();
        }
        long began = System.nanoTime();
        timer.scheduleAtFixedRate(
                () -> listener.progress(calling.done(), plan.requests(), Duration.ofNanos(System.nanoTime() - began)),
                1,
                1,
                TimeUnit.SECONDS);
        int sent = calling.run();
        double seconds = (System.nanoTime() - began) / 1e9;
        awaitQuiet(origin, clients);
        if (!clients.close(plan.patience())) {
            objections.add("a client that was shut down did not end");
        }
        Map<String, Long> connections = new TreeMap<>();
        for (Watcher watcher : clients.watchers()) {
            watcher.connections().forEach((what, times) -> connections.merge(what, times, Long::sum));
            objections.addAll(watcher.objections(watcher == clients.watchers().get(0) ? "negotiating" : "h2c"));
        }
        objections.addAll(Whole.objections(
                histories,
                clients.watchers().stream().mapToLong(Watcher::broken).sum()));
        return new Ran(sent, seconds, calling.failures(), connections);
    }

    private void awaitQuiet(ChaosOrigin origin, ChaosClients clients) {
        long deadline = System.nanoTime() + plan.patience().toNanos();
        while (!(clients.isQuiet() && origin.openExchanges() == 0) && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        if (!clients.isQuiet()) {
            clients.snapshot().forEach(pool -> objections.add("a pool is not empty in the end: " + pool));
        }
        if (origin.openExchanges() != 0) {
            objections.add("the origin has " + origin.openExchanges() + " requests that are not over in the end");
        }
    }

    private ChaosReport report(Ran ran) {
        long wrongRequests = 0;
        List<Violation> violations = new ArrayList<>();
        for (int request = 0; request < ran.sent; request++) {
            Ask ask = Ask.of(plan.seed(), request);
            List<Happening> history = histories.of(request);
            List<String> wrong = Judge.judge(ask, history);
            if (!wrong.isEmpty()) {
                wrongRequests++;
                if (violations.size() < ChaosReport.MOST_VIOLATIONS) {
                    violations.add(Violation.of(request, ask, history, wrong));
                }
            }
        }
        Map<Happening, Long> counts = new EnumMap<>(Happening.class);
        for (Happening each : Happening.values()) {
            counts.put(each, histories.counted(each));
        }
        return new ChaosReport(
                plan,
                ran.sent,
                ran.seconds,
                counts,
                ran.failures,
                ran.connections,
                wrongRequests,
                violations,
                objections,
                BufferLeaks.isInstalled());
    }

    private record Ran(int sent, double seconds, Map<String, Long> failures, Map<String, Long> connections) {}
}
