package dev.clearway.transport;

import dev.clearway.transport.exchange.ActiveExchange;
import dev.clearway.transport.exchange.Connection;
import dev.clearway.transport.pool.Effects;
import dev.clearway.transport.pool.PooledConnection;
import dev.clearway.transport.pool.Waiter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one step of a pool wants done. Grants and closes are put into the connections' mailboxes within the step; what
 * must not happen under the lock, waking loops, opening connections, failing exchanges, is kept until {@link #run}.
 */
final class Step implements Effects {
    private record Doomed(ActiveExchange exchange, @Nullable Connection cause) {}

    private record Refused(ActiveExchange exchange, Refusal reason) {}

    private final Destination destination;
    private final List<Connection> wakes = new ArrayList<>(2);
    private final List<Connection> opens = new ArrayList<>(0);
    private final List<Doomed> doomed = new ArrayList<>(0);
    private final List<Refused> refused = new ArrayList<>(0);
    private final List<ActiveExchange> late = new ArrayList<>(0);
    private long nowNanos;
    private long wakeNanos;
    private boolean wakeAsked;
    private int gone;
    private boolean starved;
    private boolean cut;
    private boolean terminated;

    Step(Destination destination) {
        this.destination = destination;
    }

    /** Begins a step, under the lock. */
    Step begin(long now) {
        nowNanos = now;
        return this;
    }

    long nowNanos() {
        return nowNanos;
    }

    /** What is closed in this step is cut, whatever it carries. */
    void cuts() {
        cut = true;
    }

    /** The exchange's timeout struck in the line. */
    void late(ActiveExchange exchange) {
        late.add(exchange);
    }

    @Override
    public void grant(Waiter waiter, PooledConnection connection) {
        ActiveExchange exchange = (ActiveExchange) waiter;
        Connection on = (Connection) connection;
        destination.left(exchange);
        if (exchange.granted(on, nowNanos)) {
            wakes.add(on);
        }
    }

    @Override
    public boolean mayOpen() {
        boolean may = destination.budget().take(destination);
        starved |= !may;
        return may;
    }

    /** A connection has left the pool. */
    void gone() {
        gone++;
    }

    @Override
    public PooledConnection open() {
        Connection connection = destination.newConnection();
        opens.add(connection);
        return connection;
    }

    @Override
    public void close(PooledConnection connection) {
        gone++;
        Connection closing = (Connection) connection;
        if (closing.closing(cut)) {
            wakes.add(closing);
        }
    }

    @Override
    public void refuse(Waiter waiter, Refusal refusal) {
        ActiveExchange exchange = (ActiveExchange) waiter;
        destination.left(exchange);
        refused.add(new Refused(exchange, refusal));
    }

    @Override
    public void fail(Waiter waiter, @Nullable PooledConnection connection) {
        ActiveExchange exchange = (ActiveExchange) waiter;
        destination.left(exchange);
        doomed.add(new Doomed(exchange, (Connection) connection));
    }

    @Override
    public void requeued(Waiter waiter) {
        ((ActiveExchange) waiter).requeued(destination);
    }

    @Override
    public void wakeAt(long nanos) {
        wakeAsked = true;
        wakeNanos = nanos;
    }

    @Override
    public void terminated() {
        terminated = true;
    }

    /** Does what was kept, without the lock. */
    void run() {
        for (int i = 0; i < wakes.size(); i++) {
            wakes.get(i).wake();
        }
        for (int i = 0; i < opens.size(); i++) {
            destination.open(opens.get(i));
        }
        for (int i = 0; i < refused.size(); i++) {
            refused.get(i).exchange.refuse(refused.get(i).reason);
        }
        for (int i = 0; i < doomed.size(); i++) {
            doomed.get(i).exchange.refuseDoomed(doomed.get(i).cause);
        }
        for (int i = 0; i < late.size(); i++) {
            late.get(i).refuseLate();
        }
        if (wakeAsked) {
            destination.wakePoolAt(wakeNanos);
        }
        if (terminated) {
            destination.terminated();
        }
        int left = gone;
        boolean relief = starved;
        clear();
        destination.giveBack(this);
        if (left > 0) {
            destination.budget().giveBack(left);
        }
        if (relief) {
            destination.budget().relieve(destination);
        }
    }

    private void clear() {
        wakes.clear();
        if (!opens.isEmpty()) {
            opens.clear();
        }
        refused.clear();
        doomed.clear();
        late.clear();
        wakeAsked = false;
        gone = 0;
        starved = false;
        cut = false;
        terminated = false;
    }
}
