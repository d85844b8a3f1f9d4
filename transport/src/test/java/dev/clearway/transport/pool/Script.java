package dev.clearway.transport.pool;

import dev.clearway.transport.Limits;
import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.Retry;
import dev.clearway.transport.observe.PoolSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Drives a pool by hand: each method is one input (or a run of the same), time moves only when told, and every effect is
 * written down as a line of text until {@link #effects} takes them. Connections are numbered in the order in which they
 * are opened and waiters in the order in which they come, from 1.
 */
final class Script implements Effects {
    static final Origin ORIGIN = new Origin("https", "example.test", 443);
    static final Duration IDLE = Duration.ofSeconds(60);

    final Pool pool;
    private final List<String> effects = new ArrayList<>();
    private final List<Peer> peers = new ArrayList<>();
    private final List<Caller> callers = new ArrayList<>();
    private LongFunction<@Nullable Object> loops = number -> null;
    private long nowNanos;
    /** How many connections others leave to this pool. */
    int left = Integer.MAX_VALUE;

    /** Time begins close to where a long overflows, since {@link System#nanoTime} may. */
    Script(Need need, Limits limits) {
        this(need, limits, IDLE.toNanos());
    }

    Script(Need need, Limits limits, long idleNanos) {
        this(need, limits, new Upkeep(idleNanos, Pool.NEVER));
    }

    Script(Need need, Limits limits, Upkeep upkeep) {
        pool = new Pool(ORIGIN, need, limits, upkeep);
        nowNanos = Long.MAX_VALUE - 1_000_000_000L;
    }

    /** An HTTP/2 pool with one open connection whose limit is known. */
    static Script http2(Limits limits, int streams) {
        Script script = new Script(Need.HTTP_2, limits);
        Caller first = script.acquire();
        script.connected(1, Protocol.HTTP_2);
        script.limit(1, streams);
        script.release(first);
        // The wish that is out now is the one for the idle connection.
        script.wake();
        script.effects();
        return script;
    }

    static final class Caller extends Waiter {
        final int number;

        Caller(int number, long nowNanos, long timeoutNanos) {
            super(nowNanos, timeoutNanos);
            this.number = number;
        }

        Caller(int number, long nowNanos, int urgency) {
            super(nowNanos, NO_TIMEOUT, urgency);
            this.number = number;
        }
    }

    static final class Peer extends PooledConnection {
        private final @Nullable Object loop;

        Peer(int number, @Nullable Object loop) {
            super(number);
            this.loop = loop;
        }

        @Override
        protected @Nullable Object loop() {
            return loop;
        }
    }

    // ---- time

    Script after(Duration time) {
        nowNanos += time.toNanos();
        return this;
    }

    Script afterMillis(long millis) {
        return after(Duration.ofMillis(millis));
    }

    long now() {
        return nowNanos;
    }

    // ---- inputs

    Caller acquire() {
        return acquire(Waiter.NO_TIMEOUT, null);
    }

    Caller acquireWithin(Duration timeout) {
        return acquire(timeout.toNanos(), null);
    }

    Caller acquireOn(Object loop) {
        return acquire(Waiter.NO_TIMEOUT, loop);
    }

    Caller acquireUrgency(int urgency) {
        return acquire(new Caller(callers.size() + 1, nowNanos, urgency), null);
    }

    private Caller acquire(long timeoutNanos, @Nullable Object loop) {
        return acquire(new Caller(callers.size() + 1, nowNanos, timeoutNanos), loop);
    }

    private Caller acquire(Caller caller, @Nullable Object loop) {
        callers.add(caller);
        pool.acquire(caller, loop, nowNanos, this);
        return caller;
    }

    List<Caller> acquire(int times) {
        return IntStream.range(0, times).mapToObj(i -> acquire()).toList();
    }

    /** Which loop each connection to be opened is on. */
    void loops(LongFunction<@Nullable Object> value) {
        loops = value;
    }

    void connected(int peer, Protocol protocol) {
        pool.connected(peer(peer), protocol, nowNanos, this);
    }

    /** It speaks HTTP/1.1 although HTTP/2 was offered. */
    void downgraded(int peer) {
        pool.downgraded(peer(peer));
        connected(peer, Protocol.HTTP_1_1);
    }

    void connectFailed(int peer) {
        pool.connectFailed(peer(peer), nowNanos, this);
    }

    void limit(int peer, int streams) {
        pool.limitChanged(peer(peer), streams, nowNanos, this);
    }

    void release(Waiter waiter) {
        pool.released(waiter, nowNanos, this);
    }

    void release(List<Caller> waiters) {
        waiters.forEach(this::release);
    }

    /** Asks for another place, if that is permitted. */
    boolean again(Waiter waiter, Retry why) {
        return pool.permits(waiter, why, nowNanos) && pool.again(waiter, nowNanos, this);
    }

    void goneAway(int peer) {
        pool.goneAway(peer(peer), nowNanos, this);
    }

    void suspected(int peer) {
        pool.suspected(peer(peer), nowNanos, this);
    }

    void trusted(int peer) {
        pool.trusted(peer(peer), nowNanos, this);
    }

    void closed(int peer) {
        pool.closed(peer(peer), nowNanos, this);
    }

    boolean cancel(Waiter waiter) {
        return pool.cancelled(waiter, nowNanos, this);
    }

    boolean deadline(Waiter waiter) {
        return pool.deadlineReached(waiter, nowNanos, this);
    }

    boolean giveUpIdle() {
        return pool.giveUpIdle(this);
    }

    void wake() {
        pool.woken(nowNanos, this);
    }

    void shutdown() {
        pool.shutdown(nowNanos, this);
    }

    void shutdownNow() {
        pool.shutdownNow(nowNanos, this);
    }

    // ---- what came of it

    Peer peer(int number) {
        return peers.get(number - 1);
    }

    Caller caller(int number) {
        return callers.get(number - 1);
    }

    PoolSnapshot snapshot() {
        return pool.snapshot(nowNanos);
    }

    /** How many connections were opened in all. */
    int opened() {
        return peers.size();
    }

    long granted() {
        return callers.stream()
                .filter(caller -> caller.state() == Waiter.State.GRANTED)
                .count();
    }

    /** The effects since the last call, in order. */
    List<String> effects() {
        List<String> taken = List.copyOf(effects);
        effects.clear();
        return taken;
    }

    @Override
    public void grant(Waiter waiter, PooledConnection connection) {
        effects.add("grant " + number(waiter) + " on " + connection.id());
    }

    @Override
    public boolean mayOpen() {
        return left > 0;
    }

    @Override
    public PooledConnection open() {
        left--;
        int number = peers.size() + 1;
        Peer peer = new Peer(number, loops.apply(number));
        peers.add(peer);
        effects.add("open " + peer.id());
        return peer;
    }

    @Override
    public void close(PooledConnection connection) {
        effects.add("close " + connection.id());
    }

    @Override
    public void refuse(Waiter waiter, Refusal refusal) {
        effects.add("refuse " + number(waiter) + " " + refusal);
    }

    @Override
    public void fail(Waiter waiter, @Nullable PooledConnection connection) {
        effects.add("fail " + number(waiter) + (connection == null ? "" : " by " + connection.id()));
    }

    @Override
    public void wakeAt(long nanos) {
        effects.add("wake in " + Duration.ofNanos(nanos - nowNanos).toMillis() + " ms");
    }

    @Override
    public void terminated() {
        effects.add("terminated");
    }

    private static int number(Waiter waiter) {
        return ((Caller) waiter).number;
    }
}
