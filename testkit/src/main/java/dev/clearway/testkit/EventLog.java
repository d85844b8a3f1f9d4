package dev.clearway.testkit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * What happened during a test, in order, to be printed if it fails. Scripted peers write their dialogues into it, log
 * records come in by themselves, and a test can add its own lines: it gets the log as a parameter from
 * {@link LeakExtension}. Bounded: of a long test the latest lines are kept.
 *
 * <p>Thread-safe.
 */
public final class EventLog {
    private static final int MOST_LINES = 2_000;
    private static final EventLog STRAY = new EventLog();

    private static volatile EventLog current = STRAY;

    private final long start = System.nanoTime();
    private final Deque<String> lines = new ArrayDeque<>();
    private long dropped;

    EventLog() {}

    /** The log of the test that runs now; outside of a test with {@link LeakExtension}, one that nobody prints. */
    public static EventLog current() {
        return current;
    }

    static void use(EventLog log) {
        current = log;
    }

    static EventLog none() {
        return STRAY;
    }

    /** Adds a line, with the time since the test began and the name of the calling thread. */
    public void add(String event) {
        long micros = (System.nanoTime() - start) / 1_000;
        String line = String.format(
                Locale.ROOT,
                "%9.3f ms  [%s] %s",
                micros / 1_000.0,
                Thread.currentThread().getName(),
                event);
        synchronized (lines) {
            if (lines.size() == MOST_LINES) {
                lines.removeFirst();
                dropped++;
            }
            lines.addLast(line);
        }
    }

    /** The lines, one under the other. */
    @Override
    public String toString() {
        synchronized (lines) {
            String omitted = dropped == 0 ? "" : "(" + dropped + " earlier lines left out)\n";
            return omitted + String.join("\n", lines);
        }
    }
}
