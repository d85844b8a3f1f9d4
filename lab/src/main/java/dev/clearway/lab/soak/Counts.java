package dev.clearway.lab.soak;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Retry;
import dev.clearway.transport.observe.ConnectTimings;
import dev.clearway.transport.observe.TransportListener;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts what a client says that it does. Any thread. */
final class Counts implements TransportListener {
    private final LongAdder opened = new LongAdder();
    private final LongAdder closed = new LongAdder();
    private final LongAdder retried = new LongAdder();
    private final Map<Retry, LongAdder> retries = new ConcurrentHashMap<>();

    @Override
    public void connectionOpened(long connection, Origin origin, Protocol protocol, ConnectTimings timings) {
        opened.increment();
    }

    @Override
    public void connectionClosed(long connection, Origin origin, @Nullable Throwable cause) {
        closed.increment();
    }

    @Override
    public void exchangeRetried(long exchange, Origin origin, Retry why) {
        retried.increment();
        retries.computeIfAbsent(why, absent -> new LongAdder()).increment();
    }

    long opened() {
        return opened.sum();
    }

    long closed() {
        return closed.sum();
    }

    long retried() {
        return retried.sum();
    }

    /** Requests sent again, by reason. */
    Map<String, Long> retries() {
        Map<String, Long> all = new TreeMap<>();
        retries.forEach((why, times) -> all.put(why.name(), times.sum()));
        return all;
    }
}
