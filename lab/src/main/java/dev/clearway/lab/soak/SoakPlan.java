package dev.clearway.lab.soak;

import java.time.Duration;

/**
 * What a soak is to be.
 *
 * @param duration how long load is offered; a second at least
 * @param rate requests a second, 1 to 100,000
 * @param interval how long a line of figures is
 * @param maxAge how old a connection becomes
 * @param moves after how long the name moves to the other address, and the server that it leaves is restarted
 */
public record SoakPlan(Duration duration, int rate, Duration interval, Duration maxAge, Duration moves) {
    /** The fewest intervals that can be judged. */
    static final int LEAST_INTERVALS = 6;

    public SoakPlan {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("duration must be a second at least: " + duration);
        }
        if (rate < 1 || rate > 100_000) {
            throw new IllegalArgumentException("rate must be 1 to 100000: " + rate);
        }
        if (interval.isZero()
                || interval.isNegative()
                || interval.multipliedBy(LEAST_INTERVALS).compareTo(duration) > 0) {
            throw new IllegalArgumentException(
                    "interval must be positive, and at most a sixth of the duration: " + interval);
        }
        if (maxAge.isZero() || maxAge.isNegative() || moves.isZero() || moves.isNegative()) {
            throw new IllegalArgumentException("times must be positive");
        }
    }

    /** A plan with intervals, ages and moves that suit its duration. */
    public static SoakPlan of(Duration duration, int rate) {
        Duration twentieth = duration.dividedBy(20);
        Duration interval = twentieth.compareTo(Duration.ofMinutes(1)) > 0 ? Duration.ofMinutes(1) : twentieth;
        return new SoakPlan(duration, rate, interval, atMost(duration.dividedBy(10)), atMost(duration.dividedBy(15)));
    }

    private static Duration atMost(Duration wanted) {
        Duration most = Duration.ofSeconds(30);
        return wanted.compareTo(most) > 0 ? most : wanted;
    }
}
