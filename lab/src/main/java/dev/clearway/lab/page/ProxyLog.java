package dev.clearway.lab.page;

import dev.clearway.journal.RequestLife;
import dev.clearway.proxy.record.ObserverList;
import dev.clearway.proxy.record.ProxyObserver;
import dev.clearway.proxy.record.Recorder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Keeps a proxy's journal in memory, from a mark on. Any thread may call any method. */
final class ProxyLog implements AutoCloseable {
    private static final int MOST = 100_000;

    private final List<RequestLife> lives = new ArrayList<>(); // guarded by itself
    private long begun; // guarded by lives
    private long ended; // guarded by lives
    private final Recorder recorder;

    ProxyLog() throws IOException {
        recorder = Recorder.open(null, null, this::ended);
    }

    /** What the proxy is to tell. */
    ProxyObserver observer() {
        return ObserverList.of(List.of(recorder, new ProxyObserver() {
            @Override
            public void requestStarted(long id, String method, String scheme) {
                begun();
            }

            @Override
            public void tunnelOpened(long id, String host, int port) {
                begun();
            }
        }));
    }

    private void begun() {
        synchronized (lives) {
            begun++;
        }
    }

    private void ended(RequestLife life) {
        synchronized (lives) {
            ended++;
            if (lives.size() < MOST) {
                lives.add(life);
            }
            lives.notifyAll();
        }
    }

    /** Forgets what was told so far. */
    void mark() {
        synchronized (lives) {
            lives.clear();
        }
    }

    /** What was told since the mark; waits a while for what has begun and not ended. */
    List<RequestLife> await(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        synchronized (lives) {
            for (long left = millis; ended < begun && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
                lives.wait(left);
            }
            return List.copyOf(lives);
        }
    }

    @Override
    public void close() {
        try {
            recorder.close();
        } catch (IOException e) {
            throw new IllegalStateException("a journal in memory cannot fail", e);
        }
    }
}
