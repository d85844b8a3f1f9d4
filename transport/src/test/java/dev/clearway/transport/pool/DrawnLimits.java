package dev.clearway.transport.pool;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Limits as a seed draws them: narrow ones mostly, where things happen. */
final class DrawnLimits {
    private static final Duration MILLI = Duration.ofMillis(1);

    private final RandomGenerator random;

    private DrawnLimits(RandomGenerator random) {
        this.random = random;
    }

    static Limits of(RandomGenerator random) {
        return new DrawnLimits(random).draw();
    }

    @SafeVarargs
    private <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private Limits draw() {
        return new Limits(
                pick(Growth.values()),
                1 + random.nextInt(4),
                1 + random.nextInt(6),
                pick(0, 1, 5, 1000),
                random.nextInt(3) == 0 ? null : pick(MILLI.multipliedBy(3), MILLI.multipliedBy(30)),
                pick(Integer.MAX_VALUE, Integer.MAX_VALUE, 1, 7),
                pick(0.0, 0.1, 0.5),
                pick(0, 3, 1000),
                pick(0.0, 1.0),
                random.nextBoolean());
    }
}
