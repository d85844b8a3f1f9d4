package dev.clearway.transport.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Limits;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The pool once more, by {@link ModelRules}: takes the effects of the pool and checks each against what the rules allow at that
 * moment; {@link ModelCheck} compares the two after each step. It reads no state of the pool.
 */
final class Model extends ModelRules implements Effects {
    private long numbers;

    Model(Need need, Limits limits, Upkeep upkeep, long now) {
        super(need, limits, upkeep, now);
    }

    @Override
    public void grant(Waiter waiter, PooledConnection connection) {
        Req request = (Req) waiter;
        Conn conn = (Conn) connection;
        assertThat(grantable()).as("room under the cap").isPositive();
        Conn oldest = Objects.requireNonNull(oldestWithRoom());
        if (request == newcomer) {
            assertThat(line).as("line that a newcomer would pass").isEmpty();
            if (conn != oldest) {
                assertThat(conn.lane).as("loop of one that is not the oldest").isSameAs(hint);
                assertThat(conn.hasRoom()).isTrue();
                assertThat((long) open.indexOf(conn)).isLessThan(needed(active() + 1L) + 1);
            }
            newcomer = null;
        } else {
            assertThat(request).as("first in the line").isSameAs(head());
            line.remove(request);
            assertThat(conn)
                    .as("oldest with room, another than before if one has any")
                    .isSameAs(oldestBut(request.on));
            assertThat(late(request) || hopeless(request)).as("late").isFalse();
            assertThat(waitedTooLong(request)).as("waited too long").isFalse();
        }
        conn.on.add(request);
        request.grantedAt = now;
        request.on = conn;
    }

    private long needed(long requests) {
        long each = lastSpoken == Protocol.HTTP_1_1 || lastSaid == null ? 1 : Math.max(1, lastSaid);
        return (requests + each - 1) / each;
    }

    @Override
    public PooledConnection open() {
        assertThat(oneMore()).as("one more connection is wanted").isTrue();
        numbers++;
        Conn conn = new Conn(numbers, numbers % 2 == 0 ? "even" : "odd", now);
        connecting.add(conn);
        return conn;
    }

    @Override
    public void close(PooledConnection connection) {
        Conn conn = (Conn) connection;
        assertThat(cut || conn.on.isEmpty()).as("closed while used").isTrue();
        boolean ending = cut || (shut && line.isEmpty());
        if (connecting.remove(conn)) {
            assertThat(ending).as("attempt abandoned").isTrue();
        } else if (open.remove(conn)) {
            boolean idled = now - conn.unusedSince >= idle;
            Protocol spoken = Objects.requireNonNull(conn.spoken);
            boolean surplus = conn == subject && openOf(spoken) >= ceiling(spoken);
            assertThat(ending || idled || surplus || aged(conn))
                    .as("closed for a reason")
                    .isTrue();
        } else {
            assertThat(draining.remove(conn)).as("closed once").isTrue();
        }
        conn.on.clear();
    }

    @Override
    public void refuse(Waiter waiter, Refusal refusal) {
        Req request = (Req) waiter;
        if (refusal == Refusal.QUEUE_FULL) {
            assertThat(request).isSameAs(newcomer);
            assertThat((long) line.size()).isGreaterThanOrEqualTo((long) limits.queueLength() + connecting.size());
            newcomer = null;
        } else {
            if (refusal == Refusal.QUEUE_TIME) {
                assertThat(waitedTooLong(request)).isTrue();
                assertThat(request.queuedAt).as("waited longest").isEqualTo(oldestSince());
            } else {
                assertThat(request).as("first in the line").isSameAs(head());
                assertThat((late(request) || hopeless(request)) && grantable() > 0 && oldestWithRoom() != null)
                        .isTrue();
            }
            assertThat(line.remove(request)).as("in the line").isTrue();
        }
        refusals.merge(refusal, 1L, Long::sum);
        ended(request);
    }

    @Override
    public void fail(Waiter waiter, @Nullable PooledConnection connection) {
        assertThat(waiter).as("first in the line").isSameAs(head());
        line.remove(waiter);
        assertThat(connection).isSameAs(cut ? null : subject);
        assertThat(cut || (open.isEmpty() && (dooms || connecting.isEmpty())))
                .as("doomed")
                .isTrue();
        ended((Req) waiter);
    }

    @Override
    public void wakeAt(long nanos) {
        assertThat(wake == null || nanos < wake)
                .as("wish earlier than the one that is out")
                .isTrue();
        wake = nanos;
    }

    @Override
    public void terminated() {
        assertThat(shut && !terminated && line.isEmpty()).isTrue();
        assertThat(connecting).isEmpty();
        assertThat(open).isEmpty();
        assertThat(draining).isEmpty();
        terminated = true;
    }
}
