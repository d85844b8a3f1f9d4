package dev.clearway.lab.simulate;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** How long a server takes for an answer, from the request's arrival to the answer's departure. Immutable. */
public abstract class ServiceTimes {
    private static final double NANOS = 1e9;
    /** The longest time that can be asked for. */
    public static final Duration LONGEST = Duration.ofHours(1);

    private final String text;
    private final double meanSeconds;

    private ServiceTimes(String text, double meanSeconds) {
        this.text = text;
        this.meanSeconds = meanSeconds;
    }

    /** The time of one answer, in nanoseconds. */
    abstract long draw(RandomGenerator random);

    /** The mean, in seconds. */
    public double meanSeconds() {
        return meanSeconds;
    }

    /** Every answer takes the same. */
    public static ServiceTimes fixed(Duration time) {
        long nanos = checked(time);
        return new ServiceTimes(text(nanos), nanos / NANOS) {
            @Override
            long draw(RandomGenerator random) {
                return nanos;
            }
        };
    }

    /** Exponentially distributed times: many short, a few many times as long as the mean. */
    public static ServiceTimes exponential(Duration mean) {
        long nanos = checked(mean);
        return new ServiceTimes("exponential, mean " + text(nanos), nanos / NANOS) {
            @Override
            long draw(RandomGenerator random) {
                return (long) (nanos * random.nextExponential());
            }
        };
    }

    /** Evenly spread times. */
    public static ServiceTimes uniform(Duration least, Duration most) {
        long from = checked(least);
        long to = checked(most);
        if (from > to) {
            throw new IllegalArgumentException(
                    "service times from " + text(from) + " to " + text(to) + ": the shorter comes first");
        }
        return new ServiceTimes("spread evenly from " + text(from) + " to " + text(to), (from + to) / 2.0 / NANOS) {
            @Override
            long draw(RandomGenerator random) {
                return from + (long) ((to - from) * random.nextDouble());
            }
        };
    }

    /**
     * Times as they were seen somewhere, each as likely as it occurs among them.
     *
     * @param source where they come from, for people
     * @param seconds at least one, each from 0 to {@link #LONGEST}
     */
    public static ServiceTimes samples(String source, double[] seconds) {
        if (seconds.length == 0) {
            throw new IllegalArgumentException("there is no time in " + source);
        }
        long[] nanos = new long[seconds.length];
        for (int i = 0; i < nanos.length; i++) {
            if (!(seconds[i] >= 0 && seconds[i] <= LONGEST.toSeconds())) {
                throw new IllegalArgumentException(
                        "a service time is from 0 to an hour, and " + source + " holds " + seconds[i] + " s");
            }
            nanos[i] = Math.round(seconds[i] * NANOS);
        }
        double mean = Arrays.stream(nanos).average().orElse(0) / NANOS;
        String text = nanos.length + " samples of " + source + ", mean " + text(Math.round(mean * NANOS));
        return new ServiceTimes(text, mean) {
            @Override
            long draw(RandomGenerator random) {
                return nanos[random.nextInt(nanos.length)];
            }
        };
    }

    /** These times in words. */
    @Override
    public String toString() {
        return text;
    }

    private static long checked(Duration time) {
        if (time.isNegative() || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a service time is from 0 to an hour: " + time);
        }
        return time.toNanos();
    }

    private static String text(long nanos) {
        BigDecimal millis = BigDecimal.valueOf(nanos).movePointLeft(6).setScale(3, RoundingMode.HALF_UP);
        boolean whole = nanos >= 1_000_000_000L;
        BigDecimal shown = whole ? millis.movePointLeft(3) : millis;
        String plain = shown.signum() == 0 ? "0" : shown.stripTrailingZeros().toPlainString();
        return plain + (whole ? " s" : " ms");
    }
}
