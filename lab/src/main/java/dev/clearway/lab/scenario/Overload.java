package dev.clearway.lab.scenario;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import java.time.Duration;

/**
 * Twice as many requests as the server can answer, evenly spaced, over one connection; each is given up after one and a
 * half times what an answer takes.
 *
 * @param name its name
 * @param line how the client's line treats those who cannot make it any more
 * @param times how long answers take
 * @param requests how many
 * @param limit streams that the server allows on one HTTP/2 connection
 * @param delay how long an answer takes, or, where that differs, what it is drawn around
 */
public record Overload(String name, Line line, Times times, int requests, int limit, Duration delay)
        implements Scenario {
    private static final double TIMEOUT = 1.5;
    private static final double LEAST = 0.3;
    private static final double MOST = 1.1;

    /** How the line treats those who cannot make it any more. */
    public enum Line {
        /** They are refused, so that places go to those who can. The client's default. */
        REFUSES,
        /** First come, first served: what most clients do. */
        FIFO
    }

    /** How long answers take. */
    public enum Times {
        /** All the same. */
        FIXED,
        /** Spread evenly from 0.3 to 1.1 times the delay. */
        SPREAD
    }

    @Override
    public Family family() {
        return Family.OVERLOAD;
    }

    @Override
    public Wire wire() {
        return Wire.H2C;
    }

    @Override
    public Duration roundTrip() {
        return Duration.ZERO;
    }

    /** The client's pool. */
    public Limits limits() {
        Limits single = Limits.DEFAULT.withGrowth(Growth.SINGLE).withQueueLength(Math.max(10_000, requests));
        return line == Line.REFUSES ? single : single.withOverload(false).withDeadlineShare(0);
    }

    /** Each request's timeout. */
    public Duration timeout() {
        return times(TIMEOUT);
    }

    /** The shortest answer. */
    public Duration least() {
        return times == Times.FIXED ? delay : times(LEAST);
    }

    /** The longest answer. */
    public Duration most() {
        return times == Times.FIXED ? delay : times(MOST);
    }

    private Duration times(double factor) {
        return Duration.ofMillis(Math.round(delay.toMillis() * factor));
    }

    /** Answers a second that one connection's places can give. */
    public double capacity() {
        return 2e9 * limit / (least().toNanos() + most().toNanos());
    }

    /** Requests a second: twice that. */
    public double rate() {
        return 2 * capacity();
    }

    @Override
    public String what() {
        String takes = times == Times.FIXED
                ? Burst.seconds(delay) + " an answer"
                : Burst.seconds(least()) + " to " + Burst.seconds(most()) + " an answer";
        return requests + " requests, " + Math.round(rate()) + " a second, " + wire() + ", single connection, "
                + (line == Line.FIFO ? "first come first served" : "hopeless ones refused") + ", timeout "
                + Burst.seconds(timeout()) + "; server: " + takes + ", " + limit + " streams a connection";
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if answers would take less than 100 ms: what code costs would show
     */
    @Override
    public Overload with(Overrides overrides) {
        Duration takes = overrides.delayOr(delay);
        if (takes.toMillis() < 100) {
            throw new IllegalArgumentException(name + " needs a delay of at least 100 ms: " + takes.toMillis() + " ms");
        }
        return new Overload(name, line, times, overrides.requestsOr(requests), overrides.limitOr(limit), takes);
    }
}
