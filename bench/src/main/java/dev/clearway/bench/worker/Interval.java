package dev.clearway.bench.worker;

import java.util.Locale;

/**
 * What one measured stretch of load cost.
 *
 * @param requests responses with the expected status and length
 * @param failures anything else
 * @param nanos its length
 * @param clientNanos CPU time of the client's process without its JIT compilers
 * @param jitNanos CPU time of those
 * @param gcNanos CPU time of its garbage collector, part of {@code clientNanos}
 * @param serverNanos CPU time of the server's process without its JIT compilers
 * @param allocatedBytes bytes allocated on the client's heap; -1 when unknown, here and below
 * @param p50Nanos median time from a request's submission to its whole response
 * @param p99Nanos 99th percentile of that
 * @param p999Nanos 99.9th percentile of that
 * @param connections the client's connections to the server at the end
 * @param othersShare share of the machine that other processes used, 0 to 1; NaN when unknown
 */
public record Interval(
        long requests,
        long failures,
        long nanos,
        long clientNanos,
        long jitNanos,
        long gcNanos,
        long serverNanos,
        long allocatedBytes,
        long p50Nanos,
        long p99Nanos,
        long p999Nanos,
        int connections,
        double othersShare) {
    private static final int FIELDS = 13;

    /** The interval as a line. */
    String encode() {
        return String.format(
                Locale.ROOT,
                "%d %d %d %d %d %d %d %d %d %d %d %d %s",
                requests,
                failures,
                nanos,
                clientNanos,
                jitNanos,
                gcNanos,
                serverNanos,
                allocatedBytes,
                p50Nanos,
                p99Nanos,
                p999Nanos,
                connections,
                othersShare);
    }

    /** The interval of such a line. @throws IllegalArgumentException when it is none */
    public static Interval decode(String line) {
        String[] field = line.trim().split(" ", -1);
        if (field.length != FIELDS) {
            throw new IllegalArgumentException("not an interval: " + line);
        }
        long[] number = new long[FIELDS - 1];
        for (int i = 0; i < number.length; i++) {
            number[i] = Long.parseLong(field[i]);
        }
        return new Interval(
                number[0],
                number[1],
                number[2],
                number[3],
                number[4],
                number[5],
                number[6],
                number[7],
                number[8],
                number[9],
                number[10],
                (int) number[11],
                Double.parseDouble(field[FIELDS - 1]));
    }

    /** Unknown where nothing was answered. */
    private double perRequest(double value) {
        return requests == 0 ? Double.NaN : value / requests;
    }

    /** Client CPU a request, without JIT, in microseconds. */
    public double clientCpuMicros() {
        return perRequest(clientNanos / 1e3);
    }

    /** Server CPU a request, without JIT, in microseconds. */
    public double serverCpuMicros() {
        return perRequest(serverNanos / 1e3);
    }

    /** CPU of the client's JIT compilers a request, in microseconds. */
    public double jitMicros() {
        return perRequest(jitNanos / 1e3);
    }

    /** CPU of the client's garbage collector a request, in microseconds. */
    public double gcMicros() {
        return perRequest(gcNanos / 1e3);
    }

    /** Bytes allocated on the heap a request; NaN when unknown, here and below. */
    public double garbageBytes() {
        return allocatedBytes < 0 ? Double.NaN : perRequest((double) allocatedBytes);
    }

    /** Median time of a request in milliseconds. */
    public double p50Millis() {
        return millis(p50Nanos);
    }

    /** 99th percentile in milliseconds. */
    public double p99Millis() {
        return millis(p99Nanos);
    }

    /** 99.9th percentile in milliseconds. */
    public double p999Millis() {
        return millis(p999Nanos);
    }

    private double millis(long nanos) {
        return nanos < 0 || requests == 0 ? Double.NaN : nanos / 1e6;
    }

    /** Requests answered a second. */
    public double requestsPerSecond() {
        return requests * 1e9 / nanos;
    }

    /** The interval in a line of progress. */
    public String line(String client, int round) {
        return String.format(
                Locale.ROOT,
                "  %-28s round %d: %6.1f µs client CPU, %6.1f µs server CPU, %8.0f requests/s, others %.0f %%%s",
                client,
                round,
                clientCpuMicros(),
                serverCpuMicros(),
                requestsPerSecond(),
                100 * othersShare,
                failures == 0 ? "" : ", " + failures + " failures");
    }
}
