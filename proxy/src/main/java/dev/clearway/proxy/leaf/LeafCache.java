package dev.clearway.proxy.leaf;

import dev.clearway.certs.Leaf;
import dev.clearway.certs.LocalAuthority;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.SslContext;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes leaves on threads of its own, a few at a time, and keeps their contexts: one for each full host name and list of
 * protocols, however many ask for it meanwhile. The longest unused ones are forgotten first, and each a day before its
 * certificate ends. A name for which no leaf can be made is not kept.
 *
 * <p>State is guarded by {@code lock}, which is never held while a leaf is made or a future completed. Any thread.
 */
public final class LeafCache implements LeafContexts, AutoCloseable {
    /** How long a leaf is valid from its making on. */
    public static final Duration LIFE = Duration.ofDays(7);

    /** How many contexts are kept. */
    public static final int CAPACITY = 1_000;

    private static final Duration MARGIN = Duration.ofDays(1);
    private static final int MOST_THREADS = 2;
    private static final int MOST_WAITING = 1_024;
    private static final int THREAD_IDLE_SECONDS = 30;

    /** Makes one leaf and its context. */
    @FunctionalInterface
    interface Maker {
        Made make(String host, List<String> protocols);
    }

    /** A context, and when its certificate ends. */
    record Made(SslContext context, Instant expires) {}

    private record Key(String host, List<String> protocols) {}

    /** What is kept under a key; {@code goodUntil} is guarded by the lock. */
    private static final class Entry {
        final CompletableFuture<SslContext> context = new CompletableFuture<>();
        Instant goodUntil = Instant.MAX;
    }

    private final Maker maker;
    private final int capacity;
    private final Clock clock;
    private final ThreadPoolExecutor threads;

    private final Object lock = new Object();
    private final Map<Key, Entry> entries = new LinkedHashMap<>(64, 0.75f, true); // guarded by lock

    /** A cache of {@link #CAPACITY} leaves of that authority. */
    public LeafCache(LocalAuthority authority) {
        this((host, protocols) -> make(authority, host, protocols), CAPACITY, Clock.systemUTC());
    }

    LeafCache(Maker maker, int capacity, Clock clock) {
        this.maker = maker;
        this.capacity = capacity;
        this.clock = clock;
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                MOST_THREADS,
                MOST_THREADS,
                THREAD_IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                task -> {
                    Thread thread = new Thread(task, "clearway-leaf-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    static Made make(LocalAuthority authority, String host, List<String> protocols) {
        Leaf leaf = authority.issue(List.of(host), LIFE);
        SslContext context = LocalAuthority.serverContext(leaf, protocols, SelectorFailureBehavior.NO_ADVERTISE);
        return new Made(context, leaf.expires());
    }

    @Override
    public CompletionStage<SslContext> context(String host, List<String> protocols) {
        Key key = new Key(host.toLowerCase(Locale.ROOT), List.copyOf(protocols));
        Entry entry;
        synchronized (lock) {
            Entry kept = entries.get(key);
            if (kept != null && clock.instant().isBefore(kept.goodUntil)) {
                return kept.context.minimalCompletionStage();
            }
            entry = new Entry();
            entries.put(key, entry);
            forgetEldest();
        }
        try {
            threads.execute(() -> fill(key, entry));
        } catch (RejectedExecutionException e) {
            fail(key, entry, new RejectedExecutionException("too many certificates are being made, or none any more"));
        }
        return entry.context.minimalCompletionStage();
    }

    private void forgetEldest() {
        Iterator<Entry> eldest = entries.values().iterator();
        if (entries.size() > capacity) {
            eldest.next();
            eldest.remove();
        }
    }

    private void fill(Key key, Entry entry) {
        Made made;
        try {
            made = maker.make(key.host, key.protocols);
        } catch (RuntimeException | Error e) {
            fail(key, entry, e);
            return;
        }
        synchronized (lock) {
            entry.goodUntil = goodUntil(made.expires);
        }
        entry.context.complete(made.context);
    }

    /** A day before the certificate ends, or a quarter of its life where it is that short. */
    private Instant goodUntil(Instant expires) {
        Duration quarter = Duration.between(clock.instant(), expires).dividedBy(4);
        return expires.minus(quarter.compareTo(MARGIN) < 0 ? quarter : MARGIN);
    }

    private void fail(Key key, Entry entry, Throwable cause) {
        synchronized (lock) {
            entries.remove(key, entry);
        }
        entry.context.completeExceptionally(cause);
    }

    /** How many are kept or being made. */
    int size() {
        synchronized (lock) {
            return entries.size();
        }
    }

    /** Makes no more leaves; who waits for one is told so. */
    @Override
    public void close() {
        threads.shutdownNow();
        List<Entry> left;
        synchronized (lock) {
            left = new ArrayList<>(entries.values());
            entries.clear();
        }
        left.forEach(each -> each.context.completeExceptionally(
                new RejectedExecutionException("the certificates' maker has ended")));
    }
}
