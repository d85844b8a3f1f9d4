package dev.clearway.transport.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.observe.PoolSnapshot;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Compares a pool with the {@link Model} after a step of both. */
final class ModelComparison {
    private final Model model;
    private final Pool pool;

    ModelComparison(Model model, Pool pool) {
        this.model = model;
        this.pool = pool;
    }

    /** Throws where they differ, or the pool has left out what it should have done. */
    void check(boolean mayGrow) {
        model.reason = model.line.isEmpty() ? null : model.whyWaiting();
        if (!model.line.isEmpty()) {
            checkLine(mayGrow);
        }
        checkWishes();
        checkSnapshot();
    }

    private void checkLine(boolean mayGrow) {
        if (model.grantable() > 0 && model.oldestWithRoom() != null) {
            throw new AssertionError("someone waits while there is room: " + pool.snapshot(model.now));
        }
        if (mayGrow && model.oneMore() && !model.growthMayWait()) {
            throw new AssertionError("a connection is missing: " + pool.snapshot(model.now));
        }
    }

    private void checkWishes() {
        if (!model.line.isEmpty() && model.pauses()) {
            assertThat(model.wakeBy(model.pauseUntil)).isTrue();
        }
        Duration queueTime = model.limits.queueTime();
        if (queueTime != null && !model.line.isEmpty()) {
            assertThat(model.wakeBy(model.oldestSince() + queueTime.toNanos())).isTrue();
        }
        if (model.idle != Pool.NEVER) {
            assertThat(model.open).allMatch(each -> !each.on.isEmpty() || model.wakeBy(each.unusedSince + model.idle));
        }
    }

    private void checkSnapshot() {
        assertThat(model.draining).noneMatch(each -> each.on.isEmpty() && !each.suspected);
        List<PoolSnapshot.Connection> shown = Stream.concat(model.open.stream(), model.draining.stream())
                .sorted(Comparator.comparingLong((ModelRules.Conn each) -> each.up - model.start)
                        .thenComparingLong(ModelRules.Conn::id))
                .map(each -> new PoolSnapshot.Connection(
                        each.id(),
                        Objects.requireNonNull(each.spoken),
                        each.on.size(),
                        each.places,
                        state(each),
                        since(each.up)))
                .toList();
        PoolSnapshot expected = new PoolSnapshot(
                Script.ORIGIN,
                model.need.offered(),
                shown,
                model.connecting.size(),
                model.active(),
                model.line.size(),
                model.reason,
                model.line.isEmpty() ? Duration.ZERO : since(model.oldestSince()),
                model.refusals,
                model.expired,
                model.retries,
                0);
        PoolSnapshot snapshot = pool.snapshot(model.now);
        if (!snapshot.equals(expected)) {
            assertThat(snapshot).isEqualTo(expected);
        }
    }

    private PoolSnapshot.State state(ModelRules.Conn each) {
        if (!model.draining.contains(each)) {
            return PoolSnapshot.State.OPEN;
        }
        return each.suspected ? PoolSnapshot.State.SUSPECT : PoolSnapshot.State.DRAINING;
    }

    private Duration since(long nanos) {
        return Duration.ofNanos(Math.max(0, model.now - nanos));
    }
}
