package dev.clearway.lab.expect;

import static dev.clearway.lab.expect.Amount.counted;
import static dev.clearway.lab.expect.Amount.seconds;

import dev.clearway.lab.scenario.Burst;
import dev.clearway.lab.scenario.Caller;
import dev.clearway.transport.Growth;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What a burst must show. */
final class BurstExpectation {
    /** Round trips of a cold burst that grows at once: two handshakes of three and the eighth of one between them, its own request, and what is left to spare. */
    private static final int COLD_ROUND_TRIPS = 8;

    /** Answers that the line wants to see before it refuses anybody: the places of the first ones are still given away. */
    private static final int UNTIL_KNOWN = 16;

    private final Burst burst;
    private final BurstArithmetic sums;
    private final Map<Figure, Range> ranges = new EnumMap<>(Figure.class);
    private final Set<Figure> varying = EnumSet.noneOf(Figure.class);

    private BurstExpectation(Burst burst) {
        this.burst = burst;
        sums = new BurstArithmetic(burst);
    }

    static Expectation of(Burst burst) {
        BurstExpectation expectation = new BurstExpectation(burst);
        Duration timeout = burst.timeout();
        String text;
        if (burst.caller() == Caller.JDK) {
            text = expectation.refusing();
        } else if (timeout != null) {
            text = expectation.timingOut(timeout.toNanos() / 1e9);
        } else if (!burst.cold()) {
            text = expectation.warm();
        } else if (burst.limits().growth() == Growth.ONE_AT_A_TIME) {
            text = expectation.coldAndSerial();
        } else {
            text = expectation.cold();
        }
        expectation.findVarying();
        return new Expectation(text, expectation.ranges, expectation.varying);
    }

    /**
     * A range of outcomes is one because the moment decides: who finds a connection open while the burst is handed over,
     * which wave is a little before or after the timeout. Connections are steady even where the range only bounds them.
     */
    private void findVarying() {
        ranges.forEach((figure, range) -> {
            if (range.min() != range.max()) {
                varying.add(figure);
            }
        });
        if (sums.steady() && burst.limits().growth() != Growth.ONE_AT_A_TIME) {
            varying.removeAll(EnumSet.of(Figure.CONNECTIONS, Figure.SERVER_CONNECTIONS));
        }
    }

    /** Every request is answered; those without a place wait for one. */
    private String warm() {
        double first = sums.waves() * sums.delay();
        double longestWait = (sums.waves() - 1) * sums.delay();
        everyoneSucceeds(steadyCount(1, sums.connections()));
        ranges.put(Figure.SLOWEST, new Range(first, first + sums.margin()));
        ranges.put(Figure.QUEUED, sums.queued());
        ranges.put(Figure.LONGEST_QUEUE, longestQueue(longestWait));
        return counted(sums.connections(), "connection") + ", slowest ≈ " + seconds(first) + wavesOf() + ", "
                + queuedText(longestWait) + serverText();
    }

    private Range longestQueue(double wait) {
        return new Range(sums.steady() ? wait : 0, wait + sums.margin());
    }

    private String queuedText(double longestWait) {
        Range queued = sums.queued();
        if (queued.max() == 0) {
            return "none queued";
        }
        String count = queued.min() == queued.max()
                ? Amount.plain(queued.max())
                : Amount.plain(queued.min()) + " to " + Amount.plain(queued.max());
        return count + " queued" + (longestWait > 0 ? " up to ≈ " + seconds(longestWait) : " for a moment");
    }

    private String wavesOf() {
        return sums.waves() == 1 ? "" : " (" + sums.waves() + " waves)";
    }

    private String serverText() {
        return ", the server's longest ≈ " + seconds(sums.delay());
    }

    /** As {@link #warm()}, but connections are made in the burst, side by side, at a round trip that shows. */
    private String cold() {
        double served = sums.waves() * sums.delay();
        double least = served + 3 * sums.roundTrip();
        double most = served + COLD_ROUND_TRIPS * sums.roundTrip();
        everyoneSucceeds(new Range(1, sums.connections()));
        ranges.put(Figure.SLOWEST, new Range(least, most));
        ranges.put(Figure.QUEUED, Range.upTo(sums.requests()));
        ranges.put(Figure.LONGEST_QUEUE, Range.upTo(most));
        return "at most " + counted(sums.connections(), "connection") + ", slowest ≤ " + seconds(most) + ": "
                + seconds(served) + " of service and " + COLD_ROUND_TRIPS + " round trips";
    }

    /** As {@link #cold()}, but each connection is opened only when the one before is there. */
    private String coldAndSerial() {
        double service = sums.delay() + sums.roundTrip();
        double least = serial(2 * sums.roundTrip(), service).lastEnd();
        double most = serial(3 * sums.roundTrip(), service).lastEnd() + sums.margin();
        everyoneSucceeds(new Range(1, sums.connections()));
        ranges.put(Figure.SLOWEST, new Range(least, most));
        ranges.put(Figure.QUEUED, Range.upTo(sums.requests()));
        ranges.put(Figure.LONGEST_QUEUE, Range.upTo(most));
        return "at most " + counted(sums.connections(), "connection") + ", slowest " + seconds(least) + " to "
                + seconds(most) + ": the line waits for one handshake after another";
    }

    private SerialGrowth serial(double handshake, double service) {
        return new SerialGrowth(sums.requests(), burst.ceiling(), burst.places(), handshake, service);
    }

    /** Waves that end in time succeed; waves that begin in time are sent; the rest never is. */
    private String timingOut(double timeout) {
        double latestStart = timeout * (1 - burst.limits().deadlineShare());
        Range succeeded = requestsIn(sums.wavesEndedBy(timeout - sums.edge()), sums.wavesEndedBy(timeout));
        if (burst.limits().overload() && burst.limits().growth() == Growth.SINGLE && sums.steady()) {
            return refusingTheHopeless(succeeded, timeout);
        }
        Range sent = requestsIn(sums.wavesBegunBy(latestStart - sums.edge()), sums.wavesBegunBy(latestStart));
        int waves = sums.wavesEndedBy(timeout);
        boolean someNeverSent = sent.max() < sums.requests();
        double longestWait = someNeverSent ? timeout : (sums.wavesBegunBy(latestStart) - 1) * sums.delay();
        ranges.put(Figure.SUCCEEDED, succeeded);
        ranges.put(Figure.FAILED, restOf(succeeded));
        ranges.put(Figure.NEVER_SENT, restOf(sent));
        ranges.put(Figure.SERVER_REQUESTS, sent);
        ranges.put(Figure.CONNECTIONS, Range.exactly(sums.connections()));
        if (succeeded.min() > 0) {
            ranges.put(Figure.SLOWEST, new Range(sums.delay(), waves * sums.delay() + sums.margin()));
        }
        ranges.put(Figure.QUEUED, sums.queued());
        ranges.put(Figure.LONGEST_QUEUE, new Range(longestWait * 0.98, longestWait + sums.margin()));
        ranges.put(Figure.SERVER_LONGEST, Range.upTo(sums.delay() + sums.margin()));
        return countText(succeeded) + " succeed, " + countText(restOf(succeeded)) + " fail, " + countText(restOf(sent))
                + " of them never sent; the server sees " + countText(sent) + ", none longer than ≈ "
                + seconds(sums.delay()) + "; longest queue ≈ " + seconds(longestWait);
    }

    /** Who cannot be answered in time is refused as soon as some answers have shown how long they take: few are sent in vain. */
    private String refusingTheHopeless(Range succeeded, double timeout) {
        double most = Math.min(sums.requests(), succeeded.max() + UNTIL_KNOWN);
        Range sent = new Range(succeeded.min(), most);
        ranges.put(Figure.SUCCEEDED, succeeded);
        ranges.put(Figure.FAILED, restOf(succeeded));
        ranges.put(Figure.NEVER_SENT, restOf(sent));
        ranges.put(Figure.SERVER_REQUESTS, sent);
        ranges.put(Figure.CONNECTIONS, Range.exactly(sums.connections()));
        ranges.put(Figure.QUEUED, sums.queued());
        ranges.put(Figure.LONGEST_QUEUE, Range.upTo(timeout + sums.margin()));
        ranges.put(Figure.SERVER_LONGEST, Range.upTo(sums.delay() + sums.margin()));
        return countText(succeeded) + " succeed; the others are refused as soon as answers have shown how long they"
                + " take, " + countText(restOf(sent)) + " of them never sent";
    }

    private Range requestsIn(int leastWaves, int mostWaves) {
        return new Range(sums.requestsIn(leastWaves), sums.requestsIn(mostWaves));
    }

    private Range restOf(Range part) {
        return new Range(sums.requests() - part.max(), sums.requests() - part.min());
    }

    private static String countText(Range range) {
        return range.min() == range.max()
                ? Amount.plain(range.max())
                : Amount.plain(range.min()) + " to " + Amount.plain(range.max());
    }

    /** The JDK's client fails what has no place, at once. */
    private String refusing() {
        int answered = Math.min(sums.requests(), burst.limit());
        Range succeeded = sums.steady() ? Range.exactly(answered) : new Range(answered, sums.requests());
        ranges.put(Figure.SUCCEEDED, succeeded);
        ranges.put(Figure.FAILED, restOf(succeeded));
        ranges.put(Figure.CONNECTIONS, Range.exactly(1));
        ranges.put(Figure.SLOWEST, new Range(sums.delay(), sums.delay() + sums.margin()));
        ranges.put(Figure.SERVER_REQUESTS, succeeded);
        ranges.put(Figure.SERVER_LONGEST, new Range(sums.delay(), sums.delay() + sums.margin()));
        return "1 connection, " + countText(succeeded) + " succeed in ≈ " + seconds(sums.delay()) + ", "
                + countText(restOf(succeeded)) + " fail at once: no line, no second connection";
    }

    private void everyoneSucceeds(Range connections) {
        ranges.put(Figure.SUCCEEDED, Range.exactly(sums.requests()));
        ranges.put(Figure.FAILED, Range.exactly(0));
        ranges.put(Figure.NEVER_SENT, Range.exactly(0));
        ranges.put(Figure.CONNECTIONS, connections);
        ranges.put(Figure.SERVER_CONNECTIONS, connections);
        ranges.put(Figure.SERVER_REQUESTS, Range.exactly(sums.requests()));
        ranges.put(Figure.SERVER_LONGEST, new Range(sums.delay(), sums.delay() + sums.margin()));
    }

    private Range steadyCount(int least, int exact) {
        return new Range(sums.steady() ? exact : Math.min(least, exact), exact);
    }
}
