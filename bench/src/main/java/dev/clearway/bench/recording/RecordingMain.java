package dev.clearway.bench.recording;

import dev.clearway.analysis.Analysis;
import dev.clearway.analysis.read.ReadOptions;
import dev.clearway.analysis.read.Recordings;
import dev.clearway.analysis.report.JsonReport;
import dev.clearway.analysis.report.TextReport;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * Judges one recording and prints what that took, as words in a line: seconds of this thread's CPU to read it and to judge
 * it, seconds by the clock in all, the most heap in use in bytes, requests, findings, requests beyond the bound.
 */
public final class RecordingMain {
    private RecordingMain() {}

    public static void main(String[] arguments) throws IOException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        HeapWatch heap = new HeapWatch();
        heap.start();
        long begun = System.nanoTime();
        long before = threads.getCurrentThreadCpuTime();
        var recording = Recordings.read(Path.of(arguments[0]), ReadOptions.DEFAULT);
        long read = threads.getCurrentThreadCpuTime();
        Analysis analysis = Analysis.of(recording);
        int length = TextReport.of(analysis).length() + JsonReport.of(analysis).length();
        long judged = threads.getCurrentThreadCpuTime();
        long clock = System.nanoTime() - begun;
        System.out.println((read - before) / 1e9 + " " + (judged - read) / 1e9 + " " + clock / 1e9 + " " + heap.most
                + " "
                + recording.requests().size() + " " + analysis.findings().size() + " "
                + recording.extent().dropped() + " " + length);
    }

    /** Looks every 20 ms how much of the heap is in use. */
    private static final class HeapWatch extends Thread {
        private volatile long most;

        HeapWatch() {
            setDaemon(true);
        }

        @Override
        public void run() {
            Runtime runtime = Runtime.getRuntime();
            while (true) {
                most = Math.max(most, runtime.totalMemory() - runtime.freeMemory());
                LockSupport.parkNanos(20_000_000);
            }
        }
    }
}
