package dev.clearway.lab.page.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What the machine can give at the moment: the same small piece of work, once alone and once on every processor at a
 * time. A browser, a proxy and an origin share the processors; where others use them too, ratios of times shrink.
 *
 * @param aloneSeconds how long the piece takes alone
 * @param besideSeconds how long it takes while every processor does one
 */
public record Calibration(double aloneSeconds, double besideSeconds) {
    /** Beyond this the processors are not ours. */
    public static final double BUSY = 1.5;

    private static final int ROUNDS = 5;
    private static final int STEPS = 20_000_000;

    /** Measures; takes about half a second on a quiet machine. */
    public static Calibration measure() throws InterruptedException {
        int processors = Runtime.getRuntime().availableProcessors();
        ExecutorService threads = Executors.newFixedThreadPool(processors, task -> {
            Thread thread = new Thread(task, "clearway-calibration");
            thread.setDaemon(true);
            return thread;
        });
        try {
            together(threads, 1);
            double alone = Double.MAX_VALUE;
            double beside = 0;
            for (int i = 0; i < ROUNDS; i++) {
                alone = Math.min(alone, together(threads, 1));
                beside += together(threads, processors) / ROUNDS;
            }
            return new Calibration(alone, beside);
        } finally {
            threads.shutdownNow();
        }
    }

    private static double together(ExecutorService threads, int count) throws InterruptedException {
        List<Callable<Long>> pieces = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long seed = i;
            pieces.add(() -> work(seed));
        }
        long start = System.nanoTime();
        for (Future<Long> piece : threads.invokeAll(pieces)) {
            try {
                piece.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private static long work(long seed) {
        long value = seed;
        for (int i = 0; i < STEPS; i++) {
            value = value * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
            value ^= value >>> 29;
        }
        return value;
    }

    /** How many times as long the piece takes beside others: 1 where every processor is free. */
    public double factor() {
        return besideSeconds / aloneSeconds;
    }

    /** Whether the processors are free enough that ratios of times say something. */
    public boolean quiet() {
        return factor() < BUSY;
    }
}
