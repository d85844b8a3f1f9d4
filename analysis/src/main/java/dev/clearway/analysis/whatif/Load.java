package dev.clearway.analysis.whatif;

import dev.clearway.journal.RequestLife;
import dev.clearway.journal.Wait;
import java.util.Locale;

/**
 * One measured request, as a replay needs it. Moments are microseconds since 1970.
 *
 * @param ready when it had passed the browser's own queues
 * @param unheld when it would have, had the browser's scheduler not held it back
 * @param start when its exchange began
 * @param exchange how long its exchange took
 * @param opening how long it waited for its own connection to be opened; 0 if it found one
 * @param connection its connection's id; empty if not known
 * @param rank its priority: lower ones go first
 */
record Load(long ready, long unheld, long start, long exchange, long opening, String connection, int rank) {

    static Load of(RequestLife life) {
        long ready = life.grantedMicros() - life.waits().network();
        return new Load(
                ready,
                ready - life.waits().of(Wait.SCHEDULER),
                life.sentMicros(),
                life.timings().exchange(),
                life.timings().opening(),
                life.leg().connection(),
                rank(life.priority()));
    }

    long end() {
        return start + exchange;
    }

    /** Of the words of Chromium's network stack, and of those that DevTools writes. */
    private static int rank(String priority) {
        return switch (priority.toUpperCase(Locale.ROOT)) {
            case "HIGHEST", "VERYHIGH" -> 0;
            case "HIGH" -> 1;
            case "MEDIUM", "" -> 2;
            case "LOW" -> 3;
            case "LOWEST", "VERYLOW" -> 4;
            default -> 5;
        };
    }
}
