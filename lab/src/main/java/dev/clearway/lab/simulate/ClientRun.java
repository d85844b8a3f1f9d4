package dev.clearway.lab.simulate;

import dev.clearway.transport.Origin;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.pool.Effects;
import dev.clearway.transport.pool.Need;
import dev.clearway.transport.pool.Pool;
import dev.clearway.transport.pool.PooledConnection;
import dev.clearway.transport.pool.Upkeep;
import dev.clearway.transport.pool.Waiter;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One client: the transport's pool, its clock, and the network and the server as far as this client meets them. What is to
 * happen lies in a queue by time; what happens at the same time happens in the order in which it was put there.
 */
final class ClientRun implements Effects {
    /** How long connections are kept: the transport's defaults. */
    static final Upkeep UPKEEP =
            new Upkeep(Duration.ofSeconds(60).toNanos(), Duration.ofMinutes(30).toNanos(), Pool.NEVER);

    private static final Origin ORIGIN = new Origin("https", "server.simulated", 443);

    private record Event(long at, long order, Runnable what) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return at == other.at ? Long.compare(order, other.order) : Long.compare(at, other.at);
        }
    }

    /** A request. */
    private static final class Call extends Waiter {
        final long started;
        final boolean counted;

        Call(long started, long timeout, boolean counted) {
            super(started, timeout);
            this.started = started;
            this.counted = counted;
        }
    }

    /** A connection. */
    private static final class Peer extends PooledConnection {
        boolean up;
        boolean carried;

        Peer(long id) {
            super(id);
        }
    }

    private final SimulationPlan plan;
    private final Totals totals;
    private final RandomGenerator random;
    private final Pool pool;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final long roundTrip;
    private final long timeout;
    private long now;
    /** When the work that has come up so far is done. */
    private long workedOff;

    private long order;
    private long ids;
    private long toCome;
    private long underWay;

    /** The client of that number, which adds what it does to those totals. */
    ClientRun(SimulationPlan plan, int number, Totals totals) {
        this.plan = plan;
        this.totals = totals;
        random = new SplittableRandom(plan.seed() * 1_000_003 + number);
        Need need = plan.protocol() == Protocol.HTTP_2 ? Need.HTTP_2 : Need.HTTP_1_1;
        pool = new Pool(ORIGIN, need, plan.limits(), UPKEEP);
        roundTrip = plan.network().roundTrip().toNanos();
        timeout = plan.timeout() == null ? Waiter.NO_TIMEOUT : plan.timeout().toNanos();
    }

    /** Runs until every request is over. */
    void run() {
        if (plan.warm()) {
            underWay++;
            pool.acquire(new Call(now, Waiter.NO_TIMEOUT, false), null, now, this);
            // To the end of the SETTINGS too, which may come after the answer.
            play(() -> underWay > 0 || nextWithin(settingsNanos()));
        }
        totals.begin(now);
        toCome = plan.arrivals().requests();
        if (plan.arrivals().atOnce()) {
            for (; toCome > 0; toCome--) {
                call();
            }
        } else {
            at(now, this::arrive);
        }
        play(() -> toCome + underWay > 0);
        totals.end(now);
    }

    /** Does work that comes up now, behind what came up before, and says when it is done. */
    private long worked(long nanos) {
        workedOff = Math.max(workedOff, now) + nanos;
        return nanos == 0 ? now : workedOff;
    }

    private void after(long nanos, Runnable what) {
        if (nanos == 0) {
            what.run();
        } else {
            at(worked(nanos), what);
        }
    }

    private boolean nextWithin(long nanos) {
        return !events.isEmpty() && events.element().at - now <= nanos;
    }

    private long settingsNanos() {
        return plan.network().settings().toNanos();
    }

    private interface Condition {
        boolean holds();
    }

    private void play(Condition condition) {
        while (condition.holds()) {
            Event next = events.remove();
            now = next.at;
            next.what.run();
        }
    }

    private void at(long nanos, Runnable what) {
        events.add(new Event(Math.max(now, nanos), order++, what));
    }

    // ---- requests

    private void arrive() {
        toCome--;
        if (toCome > 0) {
            at(now + plan.arrivals().gap(random), this::arrive);
        }
        call();
    }

    private void call() {
        Call call = new Call(now, timeout, true);
        underWay++;
        pool.acquire(call, null, now, this);
        if (call.state() == Waiter.State.WAITING && timeout != Waiter.NO_TIMEOUT) {
            at(now + timeout, () -> expire(call));
        }
    }

    private void expire(Call call) {
        if (pool.deadlineReached(call, now, this)) {
            lost(call, Loss.TIMEOUT_IN_QUEUE);
        }
    }

    private void lost(Call call, Loss loss) {
        underWay--;
        totals.waited(call);
        totals.lost(call.started, now, loss);
    }

    @Override
    public void grant(Waiter waiter, PooledConnection connection) {
        Call call = (Call) waiter;
        Peer peer = (Peer) connection;
        long service = call.counted ? plan.service().draw(random) : 0;
        long granted = now;
        long sent = call.counted ? worked(plan.network().work().request().toNanos()) : now;
        long left = timeout == Waiter.NO_TIMEOUT || !call.counted ? Long.MAX_VALUE : call.started + timeout - sent;
        boolean inTime = roundTrip + service <= left;
        if (call.counted) {
            totals.carried(!peer.carried);
            peer.carried = true;
            totals.served(sent + roundTrip / 2, inTime ? service : Math.min(service, Math.max(0, left)));
        }
        at(sent + (inTime ? roundTrip + service : Math.max(0, left)), () -> over(call, inTime, granted));
    }

    private void over(Call call, boolean inTime, long granted) {
        underWay--;
        pool.released(call, now, this);
        if (call.counted) {
            totals.waited(call);
            if (inTime) {
                totals.succeeded(call.started, granted, now);
            } else {
                totals.timedOut(call.started, granted, now);
            }
        }
    }

    @Override
    public void refuse(Waiter waiter, Refusal refusal) {
        lost((Call) waiter, Loss.of(refusal));
    }

    @Override
    public void fail(Waiter waiter, @Nullable PooledConnection connection) {
        throw new IllegalStateException("no attempt fails in a simulation");
    }

    // ---- connections

    @Override
    public PooledConnection open() {
        Peer peer = new Peer(++ids);
        totals.handshake(now);
        long work = plan.network().work().connection().toNanos();
        at(now + plan.network().handshake().toNanos(), () -> after(work, () -> connected(peer)));
        return peer;
    }

    private void connected(Peer peer) {
        peer.up = true;
        totals.connection(now, 1);
        pool.connected(peer, plan.protocol(), now, this);
        if (plan.protocol() == Protocol.HTTP_2) {
            at(now + settingsNanos(), () -> pool.limitChanged(peer, plan.streams(), now, this));
        }
    }

    @Override
    public void close(PooledConnection connection) {
        if (((Peer) connection).up) {
            totals.connection(now, -1);
        }
    }

    // ---- time

    @Override
    public void wakeAt(long nanos) {
        at(nanos, () -> pool.woken(now, this));
    }

    @Override
    public void terminated() {
        throw new IllegalStateException("no pool is shut down in a simulation");
    }
}
