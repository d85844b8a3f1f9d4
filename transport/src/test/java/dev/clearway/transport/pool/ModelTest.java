package dev.clearway.transport.pool;

import org.junit.jupiter.api.Test;

/** The pool against the naive model, with random inputs. A seed that fails is in the failure's message: it becomes a test of its own here. */
class ModelTest {
    private static final int RUNS = 200;
    private static final int STEPS = 1000;

    @Test
    void poolDoesWhatTheModelAllowsWhateverHappens() {
        long first = Long.getLong("clearway.seed", 1);
        long last = Long.getLong("clearway.seeds", RUNS) + first;
        for (long seed = first; seed < last; seed++) {
            run(seed);
        }
    }

    private static void run(long seed) {
        try {
            new ModelCheck(seed).run(STEPS);
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }
}
