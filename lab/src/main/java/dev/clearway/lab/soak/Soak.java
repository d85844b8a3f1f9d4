package dev.clearway.lab.soak;

import dev.clearway.client.ClearwayClient;
import dev.clearway.lab.chaos.Census;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** One soak. {@link #run} may be called once; {@link #stop} by any thread. */
public final class Soak {
    private static final List<String> BOTH = List.of("127.0.0.1", "127.0.0.2");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final SoakPlan plan;
    private final MovingName name;
    private final SoakListener listener;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Gauges gauges = new Gauges();
    private final Counts counts = new Counts();
    private final List<SoakSample> samples = new ArrayList<>();
    private final List<String> left = new ArrayList<>();
    private SoakSample totals = new SoakSample(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    private int moves;
    private long heapBefore;

    /** A soak by that plan, with a name that may move. */
    public Soak(SoakPlan plan, MovingName name, SoakListener listener) {
        this.plan = plan;
        this.name = name;
        this.listener = listener;
    }

    /** Ends it early: {@link #run} reports what it has. */
    public void stop() {
        stopped.countDown();
    }

    /**
     * Runs it and judges.
     *
     * @throws IOException if the servers could not be started, or restarted
     */
    public SoakReport run() throws IOException, InterruptedException {
        List<String> addresses = addresses();
        Census census = new Census();
        SoakReport report;
        try (Servers servers = new Servers(addresses)) {
            report = run(servers);
        }
        left.addAll(census.left(PATIENCE));
        return new SoakReport(
                plan,
                addresses.size(),
                moves,
                samples,
                heapBefore,
                report.heapAfter(),
                report.failures(),
                report.retries(),
                left);
    }

    /** Where the name can move: nowhere, if the JDK looks names up elsewhere or the system has no second loopback address. */
    private List<String> addresses() throws IOException {
        name.moveTo(BOTH.get(1));
        boolean moves = isLocal(BOTH.get(1)) && name.leadsTo(BOTH.get(1));
        name.moveTo(BOTH.get(0));
        return moves ? BOTH : BOTH.subList(0, 1);
    }

    private static boolean isLocal(String address) throws IOException {
        try (java.net.ServerSocket probe = new java.net.ServerSocket(0, 1, InetAddress.getByName(address))) {
            return probe.isBound();
        } catch (java.net.BindException unknown) {
            return false;
        }
    }

    private SoakReport run(Servers servers) throws IOException, InterruptedException {
        ClearwayClient client = ClearwayClient.newBuilder()
                .sslContext(servers.authority().clientContext())
                .maxAge(plan.maxAge())
                .idleTimeout(Duration.ofSeconds(10))
                .listener(counts)
                .build();
        String host = servers.addresses().size() > 1 ? MovingName.HOST : "localhost";
        Load load = new Load(client, "https://" + host + ":" + servers.port(), plan.rate());
        Thread sending = started("clearway-soak-load", load);
        Thread moving = started("clearway-soak-moves", () -> move(servers));
        watch(load);
        load.stop();
        stop();
        sending.join();
        moving.join();
        awaitEnd(load);
        client.shutdown();
        if (!client.awaitTermination(PATIENCE)) {
            left.add("the client that was shut down did not end");
            client.shutdownNow();
        }
        long heapAfter = Gauges.heapAfterFullCollection();
        return new SoakReport(plan, 1, moves, samples, heapBefore, heapAfter, load.failures(), counts.retries(), left);
    }

    private static Thread started(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Takes a sample an interval, until the time is up or it is stopped. */
    private void watch(Load load) throws InterruptedException {
        long began = System.nanoTime();
        int all = (int) (plan.duration().toNanos() / plan.interval().toNanos());
        for (int i = 1; i <= all; i++) {
            long due = began + i * plan.interval().toNanos();
            if (stopped.await(due - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return;
            }
            SoakSample sample = sample(load, (System.nanoTime() - began) / 1e9);
            samples.add(sample);
            listener.interval(sample);
            if (heapBefore == 0 && i >= all / SoakPlan.LEAST_INTERVALS) {
                heapBefore = Gauges.heapAfterFullCollection();
            }
        }
    }

    private SoakSample sample(Load load, double seconds) {
        Histogram latencies = load.latencies();
        SoakSample before = totals;
        totals = new SoakSample(
                seconds,
                load.ended(),
                load.failed(),
                0,
                0,
                0,
                0,
                0,
                counts.opened(),
                counts.closed(),
                counts.retried());
        return new SoakSample(
                seconds,
                totals.requests() - before.requests(),
                totals.failed() - before.failed(),
                latencies.getValueAtPercentile(50) / 1e3,
                latencies.getValueAtPercentile(99) / 1e3,
                gauges.heapAfterCollection(),
                Gauges.descriptors(),
                Gauges.threads(),
                totals.opened() - before.opened(),
                totals.closed() - before.closed(),
                totals.retried() - before.retried());
    }

    private void awaitEnd(Load load) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (load.open() > 0 && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        if (load.open() > 0) {
            left.add(load.open() + " requests have no outcome");
        }
    }

    /** Moves the name, and a while later restarts the server that it has left; does nothing where there is one alone. */
    private void move(Servers servers) {
        int at = 0;
        try {
            while (!stopped.await(plan.moves().toNanos(), TimeUnit.NANOSECONDS)) {
                int before = at;
                at = (at + 1) % servers.addresses().size();
                if (at == before) {
                    return;
                }
                name.moveTo(servers.addresses().get(at));
                moves++;
                if (stopped.await(plan.moves().toNanos() / 2, TimeUnit.NANOSECONDS)) {
                    return;
                }
                servers.restart(before);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            left.add("a server could not be restarted: " + e.getMessage());
        }
    }
}
