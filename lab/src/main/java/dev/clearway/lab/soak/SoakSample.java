package dev.clearway.lab.soak;

/**
 * One interval in figures.
 *
 * @param seconds when it ended, since the start
 * @param requests requests that ended in it
 * @param failed those of them that failed
 * @param p50Millis half of the answers came within that
 * @param p99Millis 99 of 100 answers came within that
 * @param heapBytes heap in use after the last collection of garbage in it or before; 0 before the first
 * @param descriptors open file descriptors at its end; -1 where the system does not tell
 * @param threads live threads at its end
 * @param opened connections opened in it
 * @param closed connections closed in it
 * @param retried requests sent again in it
 */
public record SoakSample(
        double seconds,
        long requests,
        long failed,
        double p50Millis,
        double p99Millis,
        long heapBytes,
        long descriptors,
        int threads,
        long opened,
        long closed,
        long retried) {}
