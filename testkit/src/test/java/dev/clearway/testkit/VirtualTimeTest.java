package dev.clearway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
    private final VirtualTime time = VirtualTime.create();
    private final List<String> ran = new ArrayList<>();

    @Test
    void standsStillUntilTurned() {
        long before = time.nanoTime();

        time.schedule(Duration.ofMillis(1), () -> ran.add("task"));

        assertThat(time.nanoTime()).isEqualTo(before);
        assertThat(ran).isEmpty();
        assertThat(time.pending()).isEqualTo(1);
    }

    @Test
    void tasksRunInOrderOfTheirInstantsAcrossOverflow() {
        long start = time.nanoTime();
        time.schedule(Duration.ofSeconds(3), () -> ran.add("after overflow"));
        time.schedule(Duration.ofMillis(500), () -> ran.add("before overflow"));

        time.advance(Duration.ofSeconds(4));

        assertThat(ran).containsExactly("before overflow", "after overflow");
        assertThat(time.nanoTime()).isNegative();
        assertThat(time.nanoTime() - start).isEqualTo(Duration.ofSeconds(4).toNanos());
    }

    @Test
    void tasksOfOneInstantRunInOrderOfScheduling() {
        for (int i = 0; i < 20; i++) {
            String name = "task " + i;
            time.schedule(Duration.ofMillis(7), () -> ran.add(name));
        }

        time.advance(Duration.ofMillis(7));

        assertThat(ran)
                .hasSize(20)
                .isSortedAccordingTo((a, b) -> Integer.parseInt(a.substring(5)) - Integer.parseInt(b.substring(5)));
    }

    @Test
    void taskSeesItsOwnInstantAndWhatItSchedulesRunsInTheSameTurn() {
        long start = time.nanoTime();
        time.schedule(Duration.ofMillis(10), () -> {
            ran.add("first at " + (time.nanoTime() - start));
            time.schedule(Duration.ofMillis(5), () -> ran.add("second at " + (time.nanoTime() - start)));
        });

        time.advance(Duration.ofMillis(15));

        assertThat(ran).containsExactly("first at 10000000", "second at 15000000");
    }

    @Test
    void taskDueLaterStaysAndIsCounted() {
        time.schedule(Duration.ofMillis(10), () -> ran.add("late"));

        time.advance(Duration.ofMillis(9));

        assertThat(ran).isEmpty();
        assertThat(time.untilNext()).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void cancelledTaskDoesNotRunAndIsCancelledOnce() {
        VirtualTime.Task task = time.schedule(Duration.ofMillis(1), () -> ran.add("cancelled"));

        assertThat(task.cancel()).isTrue();
        assertThat(task.cancel()).isFalse();
        time.advance(Duration.ofSeconds(1));

        assertThat(ran).isEmpty();
    }

    @Test
    void taskOfThePastRunsAtTheNextTurnWithoutMovingTheClockBack() {
        time.advance(Duration.ofSeconds(5));
        long now = time.nanoTime();
        time.scheduleAt(now - 1_000, () -> ran.add("overdue"));

        assertThat(time.untilNext()).isZero();
        assertThat(time.runNext()).isTrue();

        assertThat(ran).containsExactly("overdue");
        assertThat(time.nanoTime()).isEqualTo(now);
    }

    @Test
    void taskThatSchedulesItselfForEverIsBounded() {
        reschedule();

        assertThatThrownBy(() -> time.runAll(100))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("more than 100 tasks");
        assertThat(ran).hasSize(100);
    }

    @Test
    void refusesToMoveBackwardsAndToTellOfNothing() {
        assertThatIllegalArgumentException().isThrownBy(() -> time.advance(Duration.ofNanos(-1)));
        assertThatIllegalStateException().isThrownBy(time::untilNext);
        assertThat(time.runNext()).isFalse();
    }

    private void reschedule() {
        time.schedule(Duration.ofMillis(1), () -> {
            ran.add("again");
            reschedule();
        });
    }
}
