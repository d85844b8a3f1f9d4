package dev.clearway.testkit;

import java.time.Duration;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A clock and a scheduler that move only when a test turns them. Time stands still while a task runs, and tasks due at
 * the same instant run in the order in which they were scheduled.
 *
 * <p>Like {@link System#nanoTime()}, the clock starts at an arbitrary value: by default one second before
 * {@link Long#MAX_VALUE}, so that code which compares instants instead of their difference fails its tests.
 *
 * <p>Confined to one thread at a time.
 */
public final class VirtualTime {
    private static final long ONE_SECOND = 1_000_000_000;

    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private long now;
    private long sequence;

    private VirtualTime(long start) {
        now = start;
    }

    /** A clock that overflows one second after its start, as {@link System#nanoTime()} is free to. */
    public static VirtualTime create() {
        return new VirtualTime(Long.MAX_VALUE - ONE_SECOND);
    }

    /** A clock that starts at a value of the test's choice, in nanoseconds. */
    public static VirtualTime startingAt(long nanos) {
        return new VirtualTime(nanos);
    }

    /** The instant in nanoseconds. Only the difference of two instants means something. */
    public long nanoTime() {
        return now;
    }

    /**
     * Runs a task when the clock has moved by a delay; a delay of zero or less runs it at the next turn of the clock.
     *
     * @return the task, which can be cancelled
     */
    public Task schedule(Duration delay, Runnable action) {
        return scheduleAt(now + Math.max(0, delay.toNanos()), action);
    }

    /** Runs a task when the clock reaches an instant of {@link #nanoTime()}; one that has passed runs at the next turn. */
    public Task scheduleAt(long nanos, Runnable action) {
        Task task = new Task(nanos, sequence++, action);
        tasks.add(task);
        return task;
    }

    /** Moves the clock and runs each task that falls due on the way, at its instant, those scheduled meanwhile included. */
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("time does not move backwards: " + duration);
        }
        long end = now + duration.toNanos();
        for (Task next = tasks.peek(); next != null && next.due - end <= 0; next = tasks.peek()) {
            runNext();
        }
        now = end;
    }

    /**
     * Moves the clock to the earliest task and runs it.
     *
     * @return whether there was one
     */
    public boolean runNext() {
        Task next = tasks.poll();
        if (next == null) {
            return false;
        }
        if (next.due - now > 0) {
            now = next.due;
        }
        next.action.run();
        return true;
    }

    /**
     * Runs tasks until none is left.
     *
     * @param most how many at the most
     * @throws AssertionError when there are more, as with a task that schedules itself for ever
     */
    public void runAll(int most) {
        for (int ran = 0; !tasks.isEmpty(); ran++) {
            if (ran == most) {
                throw new AssertionError("more than " + most + " tasks; next in " + untilNext());
            }
            runNext();
        }
    }

    /** How many tasks wait. */
    public int pending() {
        return tasks.size();
    }

    /**
     * How long until the earliest task falls due; zero if it is overdue.
     *
     * @throws IllegalStateException when no task waits
     */
    public Duration untilNext() {
        Task next = tasks.peek();
        if (next == null) {
            throw new IllegalStateException("no task waits");
        }
        return Duration.ofNanos(Math.max(0, next.due - now));
    }

    /** Something to run at an instant. */
    public final class Task implements Comparable<Task> {
        private final long due;
        private final long order;
        private final Runnable action;

        private Task(long due, long order, Runnable action) {
            this.due = due;
            this.order = order;
            this.action = action;
        }

        /**
         * Takes the task out.
         *
         * @return whether it had not run and had not been cancelled
         */
        public boolean cancel() {
            return tasks.remove(this);
        }

        /** By instant, then by order of scheduling; instants compare by difference, since they may overflow. */
        @Override
        public int compareTo(Task other) {
            int byInstant = Long.signum(due - other.due);
            return byInstant != 0 ? byInstant : Long.compare(order, other.order);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(order);
        }
    }
}
