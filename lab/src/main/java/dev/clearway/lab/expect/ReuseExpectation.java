package dev.clearway.lab.expect;

import static dev.clearway.lab.expect.Amount.counted;
import static dev.clearway.lab.expect.Amount.seconds;

import dev.clearway.lab.measure.ReuseFigures;
import dev.clearway.lab.scenario.Reuse;
import dev.clearway.lab.scenario.ReuseBurst;
import dev.clearway.lab.scenario.Scenario;
import dev.clearway.transport.Limits;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What the reuse of a connection must show. */
final class ReuseExpectation {
    private static final double NANOS = 1e9;
    /** What a handshake's sums may cost on a busy machine, in seconds. */
    private static final double HANDSHAKE = 0.4;
    /** The same where round trips are to be told apart and the code has run before. */
    private static final double WARM_HANDSHAKE = 0.15;
    /** What a request over a connection that is there may cost on a busy machine, in seconds. */
    private static final double REQUEST = 0.03;

    /** How many places are asked for at once depends on how soon the first answers come. */
    private static final Set<Figure> VARYING = EnumSet.of(Figure.QUEUED, Figure.HTTP1_CONNECTIONS);

    private ReuseExpectation() {}

    static Expectation of(Reuse reuse) {
        Map<Figure, Range> ranges = everyoneSucceeds(reuse, reuse.requests());
        double delay = reuse.delay().toNanos() / NANOS;
        double roundTrip = reuse.roundTrip().toNanos() / NANOS;
        ranges.put(Figure.CONNECTIONS, Range.exactly(1));
        ranges.put(Figure.SERVER_CONNECTIONS, Range.exactly(1));
        ranges.put(Figure.QUEUED, Range.upTo(1));
        ranges.put(Figure.REST_MEAN, new Range(delay + roundTrip, delay + roundTrip + REQUEST));
        if (roundTrip == 0) {
            ranges.put(Figure.FIRST_TOTAL, new Range(delay, delay + HANDSHAKE));
            ranges.put(Figure.RATIO, Range.from(1));
            return new Expectation(
                    "1 connection, made once: the first request is slower than the rest", ranges, VARYING);
        }
        int modern = ReuseFigures.roundTrips("TLSv1.3");
        int older = ReuseFigures.roundTrips("TLSv1.2");
        Range first = trips(modern, roundTrip, delay);
        ranges.put(Figure.FIRST_TOTAL, first);
        ranges.put(Figure.TLS12_FIRST_TOTAL, trips(older, roundTrip, delay));
        ranges.put(Figure.TLS12_CONNECTIONS, Range.exactly(1));
        ranges.put(
                Figure.RATIO,
                new Range(first.min() / (delay + roundTrip + REQUEST), first.max() / (delay + roundTrip)));
        return new Expectation(
                "1 connection; first ≈ " + seconds(first.min()) + " (" + modern + " round trips; TLS 1.2: " + older
                        + "), the rest ≈ " + seconds(delay + roundTrip),
                ranges,
                VARYING);
    }

    private static Range trips(int count, double roundTrip, double delay) {
        double least = count * roundTrip + delay;
        return new Range(least, least + WARM_HANDSHAKE);
    }

    static Expectation of(ReuseBurst burst) {
        Map<Figure, Range> ranges = everyoneSucceeds(burst, 2 * burst.requests());
        int needed = (burst.requests() + burst.limit() - 1) / burst.limit();
        int connections = Math.min(Limits.DEFAULT.http2Connections(), needed);
        int http1 = Math.min(Limits.DEFAULT.http1Connections(), burst.requests());
        ranges.put(Figure.CONNECTIONS, new Range(1, connections));
        ranges.put(Figure.SERVER_CONNECTIONS, new Range(1, connections));
        ranges.put(Figure.RATIO, Range.from(1));
        ranges.put(Figure.HTTP1_CONNECTIONS, new Range(1, http1));
        ranges.put(Figure.HTTP1_RATIO, Range.from(1));
        return new Expectation(
                counted(connections, "connection") + " over HTTP/2, at most " + http1
                        + " over HTTP/1.1; the first request is slower than the warm ones",
                ranges,
                VARYING);
    }

    private static Map<Figure, Range> everyoneSucceeds(Scenario scenario, int requests) {
        Map<Figure, Range> ranges = new EnumMap<>(Figure.class);
        ranges.put(Figure.SUCCEEDED, Range.exactly(requests));
        ranges.put(Figure.FAILED, Range.exactly(0));
        ranges.put(Figure.NEVER_SENT, Range.exactly(0));
        ranges.put(Figure.SERVER_REQUESTS, Range.exactly(requests));
        double delay = scenario.delay().toNanos() / NANOS;
        ranges.put(Figure.SERVER_LONGEST, new Range(delay, delay + HANDSHAKE));
        return ranges;
    }
}
