package dev.clearway.cli;

import dev.clearway.lab.Lab;
import dev.clearway.lab.LabReport;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** What happens when the process is told to end while the lab runs: what was found so far is reported, once. */
final class Interruption {
    private static final long CTRL_C_MILLIS = 500;

    private final AtomicBoolean armed = new AtomicBoolean(true);
    private final CountDownLatch begun = new CountDownLatch(1);

    private Interruption() {}

    /** Reports what the lab has found by then to that consumer, unless disarmed before. */
    static Interruption reporting(Lab lab, Consumer<LabReport> reporter) {
        return doing(() -> {
            lab.close();
            reporter.accept(lab.report());
        });
    }

    /** Has a run stop, and lets it report what it has found by then. */
    static Interruption stopping(Runnable stop, CountDownLatch reported) {
        return doing(() -> {
            stop.run();
            try {
                reported.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Does that, unless disarmed before. */
    static Interruption doing(Runnable work) {
        Interruption interruption = new Interruption();
        Runnable end = () -> {
            interruption.begun.countDown();
            if (interruption.armed.getAndSet(false)) {
                work.run();
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
            }
        };
        Runtime.getRuntime().addShutdownHook(new Thread(end, "clearway-end"));
        return interruption;
    }

    /** Called when the lab is through: returns if the report is the caller's to make; else the process ends meanwhile. */
    void disarm() {
        if (!armed.getAndSet(false)) {
            waitForTheEnd();
        }
    }

    /**
     * As {@link #disarm}, after the lab has failed. Ctrl-C reaches the server's process too, and its end may be noticed
     * a moment before the interruption itself.
     */
    void disarmAfterFailure() {
        try {
            if (begun.await(CTRL_C_MILLIS, TimeUnit.MILLISECONDS)) {
                waitForTheEnd();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        disarm();
    }

    private static void waitForTheEnd() {
        boolean waiting = true;
        while (waiting) {
            try {
                waiting = !new CountDownLatch(1).await(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                waiting = false;
            }
        }
    }
}
