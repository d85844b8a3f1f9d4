package dev.clearway.lab.run;

import dev.clearway.transport.observe.ExchangeRecord;
import dev.clearway.transport.observe.TransportListener;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Keeps what a client tells of each exchange that is over. Guarded by itself. */
final class ExchangeLog implements TransportListener {
    private final List<ExchangeRecord> ended = new ArrayList<>();

    @Override
    public synchronized void exchangeEnded(ExchangeRecord exchange) {
        ended.add(exchange);
        notifyAll();
    }

    /**
     * Takes out the records of so many exchanges, waiting for those that are still to come: a caller may have its
     * answer a moment before the listener is told.
     *
     * @throws IOException if fewer have come by then, or more
     */
    synchronized List<ExchangeRecord> take(int count, Duration patience) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (ended.size() < count) {
            long millis = (deadline - System.nanoTime()) / 1_000_000;
            if (millis <= 0) {
                break;
            }
            try {
                wait(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while exchanges were awaited");
            }
        }
        if (ended.size() != count) {
            throw new IOException("the client told of " + ended.size() + " exchanges that are over, not of " + count);
        }
        List<ExchangeRecord> taken = List.copyOf(ended);
        ended.clear();
        return taken;
    }
}
