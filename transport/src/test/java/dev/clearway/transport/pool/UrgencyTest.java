package dev.clearway.transport.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule 10: the line's order is that of urgency (RFC 9218), and waiting makes up for it. */
class UrgencyTest {
    private static final Limits SINGLE = Limits.DEFAULT.withGrowth(Growth.SINGLE);

    private final Script script = Script.http2(SINGLE, 1);
    private Script.Caller holder = script.acquire();

    /** Gives the place to one after the other; their numbers. */
    private List<Integer> order() {
        List<Integer> order = new ArrayList<>();
        while (script.snapshot().waiting() > 0) {
            script.effects();
            script.release(holder);
            String grant = script.effects().get(0);
            int number = Integer.parseInt(grant.split(" ", -1)[1]);
            order.add(number);
            holder = script.caller(number);
        }
        return order;
    }

    @Test
    void moreUrgentOnesGoFirstAndEquallyUrgentOnesInTheirOrder() {
        script.acquireUrgency(7);
        script.acquireUrgency(3);
        script.acquireUrgency(0);
        script.acquireUrgency(3);
        script.acquireUrgency(0);
        script.acquire();
        assertThat(order()).containsExactly(5, 7, 4, 6, 8, 3);
    }

    @Test
    void secondOfWaitingMakesUpForOneUrgency() {
        script.acquireUrgency(4);
        script.afterMillis(999).acquireUrgency(3);
        assertThat(order()).containsExactly(4, 3);
        script.acquireUrgency(4);
        script.afterMillis(1001).acquireUrgency(3);
        assertThat(order()).containsExactly(5, 6);
    }

    @Test
    void leastUrgentOneIsServedHoweverManyUrgentOnesCome() {
        Script.Caller patient = script.acquireUrgency(7);
        int served = 0;
        while (patient.state() == Waiter.State.WAITING) {
            Script.Caller next = script.acquireUrgency(0);
            script.afterMillis(100).release(holder);
            holder = patient.state() == Waiter.State.WAITING ? next : patient;
            served++;
        }
        assertThat(served).isEqualTo(72);
    }

    @Test
    void requestThatIsSentAgainComesBeforeTheMostUrgent() {
        script.acquireUrgency(0);
        script.again(holder, Retry.REFUSED_STREAM);
        assertThat(holder.state()).isEqualTo(Waiter.State.GRANTED);
    }

    @Test
    void thoseThatAreSentAgainStandInTheOrderOfTheirTurn() {
        Script two = Script.http2(SINGLE, 2);
        List<Script.Caller> pair = two.acquire(2);
        two.acquireUrgency(0);
        two.limit(1, 0);
        two.again(pair.get(0), Retry.GOAWAY);
        two.again(pair.get(1), Retry.GOAWAY);
        two.effects();
        two.limit(1, 1);
        assertThat(two.effects()).startsWith("grant 3 on 1");
        two.release(pair.get(1));
        two.release(pair.get(0));
        assertThat(two.effects()).contains("grant 2 on 1", "grant 4 on 1");
    }

    @Test
    void longestWaitEndsFirstWhereWaitsAreBounded() {
        Script bounded = Script.http2(SINGLE.withQueueTime(Duration.ofMillis(500)), 1);
        bounded.acquire();
        bounded.acquireUrgency(7);
        bounded.afterMillis(100).acquireUrgency(0);
        assertThat(bounded.snapshot().oldestWait()).isEqualTo(Duration.ofMillis(100));
        bounded.effects();
        bounded.afterMillis(400).wake();
        assertThat(bounded.effects()).contains("refuse 3 QUEUE_TIME").doesNotContain("refuse 4 QUEUE_TIME");
    }

    @Test
    void thoseThatLeaveTheMiddleLeaveNoGap() {
        Script.Caller first = script.acquireUrgency(2);
        Script.Caller second = script.acquireUrgency(2);
        Script.Caller third = script.acquireUrgency(2);
        script.cancel(second);
        script.cancel(third);
        script.cancel(first);
        script.acquireUrgency(2);
        assertThat(order()).containsExactly(6);
    }

    @Test
    void urgenciesAreFromZeroToSeven() {
        assertThatThrownBy(() -> script.acquireUrgency(8)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> script.acquireUrgency(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
