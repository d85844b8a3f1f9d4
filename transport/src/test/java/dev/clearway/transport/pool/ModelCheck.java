package dev.clearway.transport.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Limits;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One run of the pool beside the {@link Model} with inputs drawn from a seed; the two are compared after each step. */
final class ModelCheck {
    private static final Duration MILLI = Duration.ofMillis(1);

    private final RandomGenerator random;
    private final Model model;
    private final Pool pool;
    private final ModelComparison comparison;
    private final List<ModelRules.Req> requests = new ArrayList<>();
    private final List<ModelRules.Conn> gone = new ArrayList<>();
    private final boolean fastService;
    private long now;
    private String input = "none";

    ModelCheck(long seed) {
        random = new Random(seed);
        now = pick(0L, Long.MIN_VALUE / 2, Long.MAX_VALUE / 2);
        fastService = random.nextBoolean();
        Need need = pick(Need.values());
        Limits limits = DrawnLimits.of(random);
        long idle = pick(Pool.NEVER, MILLI.toNanos() * 20, MILLI.toNanos() * 200);
        Upkeep upkeep = new Upkeep(idle, pick(Pool.NEVER, Pool.NEVER, MILLI.toNanos() * 50));
        model = new Model(need, limits, upkeep, now);
        pool = new Pool(Script.ORIGIN, need, limits, upkeep);
        comparison = new ModelComparison(model, pool);
    }

    @SafeVarargs
    private <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** Runs so many steps, then shuts the pool down and runs until it has ended. */
    void run(int steps) {
        int step = 0;
        try {
            for (; step < steps; step++) {
                next();
            }
            end(random.nextBoolean());
            for (; !model.terminated; step++) {
                assertThat(step).as("steps until the pool ends").isLessThan(steps + 20_000);
                next();
            }
            assertThat(requests).allMatch(each -> each.ends == 1 || model.cut);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("step " + step + ", input " + input + ", " + model.need + ", " + model.limits, e);
        }
    }

    // ---- inputs

    private void next() {
        if (random.nextInt(4) == 0) {
            now += (long) (MILLI.toNanos() * 5 * random.nextDouble() * random.nextDouble()) - pick(0, 0, 0, 100_000);
        }
        if (model.wake != null && now >= model.wake) {
            woken();
            return;
        }
        int choice = random.nextInt(100);
        if (choice < 32) {
            acquire();
        } else if (choice < (fastService ? 65 : 55)) {
            release();
        } else if (choice < 80) {
            attemptEnds();
        } else if (choice < 85) {
            limitChanges();
        } else if (choice < 88) {
            goneAway();
        } else if (choice < 91) {
            closed();
        } else if (choice < 93) {
            suspicion();
        } else if (choice < 96) {
            leave();
        } else if (choice < 98) {
            again();
        } else {
            rare();
        }
    }

    private void rare() {
        if (random.nextBoolean()) {
            woken();
        } else if (!gone.isEmpty()) {
            late(gone.get(random.nextInt(gone.size())));
        }
    }

    private void acquire() {
        if (model.shut) {
            return;
        }
        long timeout = pick(Waiter.NO_TIMEOUT, MILLI.toNanos() * 4, MILLI.toNanos() * 40);
        ModelRules.Req request = new ModelRules.Req(now, timeout, pick(3, 3, 3, 0, 7));
        begin("acquire", null);
        model.newcomer = request;
        model.hint = random.nextBoolean() ? null : pick("even", "odd", "none");
        requests.add(request);
        pool.acquire(request, model.hint, now, model);
        if (model.newcomer != null) {
            request.queuedAt = now;
            model.line.add(request);
            model.newcomer = null;
        }
        check(model.line.contains(request));
    }

    private void release() {
        ModelRules.Conn conn =
                any(Stream.concat(model.open.stream(), model.draining.stream()), each -> !each.on.isEmpty());
        if (conn == null) {
            return;
        }
        begin("release", null);
        ModelRules.Req request = conn.on.remove(random.nextInt(conn.on.size()));
        model.ended(request);
        if (conn.on.isEmpty()) {
            conn.unusedSince = now;
        }
        if (model.open.contains(conn)) {
            model.ends.add(now);
            if (model.ends.size() > 200) {
                model.ends.remove();
            }
            model.answers.add(Math.max(0, now - request.grantedAt));
        }
        pool.released(request, now, model);
        check(true);
    }

    /** One that has, or had, a place asks for another. */
    private void again() {
        ModelRules.Req request = anyOfLate();
        if (request == null || model.terminated || model.line.contains(request) || request.on == null) {
            return;
        }
        Retry why = pick(Retry.values());
        if (!pool.permits(request, why, now)) {
            return;
        }
        begin("again", null);
        model.retries.merge(why, 1L, Long::sum);
        if (request.on.on.remove(request) && request.on.on.isEmpty()) {
            request.on.unusedSince = now;
        }
        request.ends = 0;
        request.queuedAt = model.line.isEmpty() ? now : model.head().queuedAt;
        request.returned = true;
        model.line.add(0, request);
        assertThat(pool.again(request, now, model)).isTrue();
        check(true);
    }

    private void attemptEnds() {
        ModelRules.Conn conn = any(model.connecting.stream(), each -> true);
        if (conn == null) {
            return;
        }
        model.connecting.remove(conn);
        if (random.nextInt(4) == 0) {
            begin("connectFailed", conn);
            model.failed(conn, conn.begun);
            model.dooms = random.nextBoolean();
            pool.connectFailed(conn, model.dooms, now, model);
            model.dooms = false;
            gone.add(conn);
            check(false);
            return;
        }
        begin("connected", conn);
        Protocol protocol = spoken();
        long took = Math.max(0, now - conn.begun);
        model.handshake =
                model.handshake == 0 || took < model.handshake ? took : model.handshake + (took - model.handshake) / 8;
        conn.spoken = protocol;
        conn.up = now;
        conn.unusedSince = now;
        conn.said = protocol == Protocol.HTTP_1_1;
        conn.places = conn.said || model.lastSaid == null ? 1 : model.lastSaid;
        model.lastSpoken = protocol;
        model.failing &= !conn.said;
        model.open.add(conn);
        pool.connected(conn, protocol, now, model);
        check(true);
    }

    private Protocol spoken() {
        Protocol before = model.lastSpoken;
        return switch (model.need) {
            case HTTP_1_1 -> Protocol.HTTP_1_1;
            case HTTP_2 -> Protocol.HTTP_2;
            case NEGOTIATED -> before != null && random.nextInt(5) > 0 ? before : pick(Protocol.values());
        };
    }

    private void limitChanges() {
        ModelRules.Conn conn = any(
                Stream.concat(model.open.stream(), model.draining.stream()), each -> each.spoken == Protocol.HTTP_2);
        if (conn == null) {
            return;
        }
        begin("limitChanged", conn);
        int limit = pick(0, 1, 2, 3, 3, 10, 10, Integer.MAX_VALUE);
        conn.said = true;
        conn.places = limit;
        if (model.open.contains(conn)) {
            model.failing = false;
            model.saidAt = model.lastSaid == null ? Long.valueOf(now) : model.saidAt;
            if (limit > 0 || model.lastSaid == null) {
                model.lastSaid = limit;
            }
        }
        pool.limitChanged(conn, limit, now, model);
        check(true);
    }

    private void goneAway() {
        ModelRules.Conn conn = any(Stream.concat(model.open.stream(), model.draining.stream()), each -> true);
        if (conn == null) {
            return;
        }
        input = "goneAway";
        if (model.draining.contains(conn) && !conn.suspected) {
            pool.goneAway(conn, now, model);
            return;
        }
        begin("goneAway", conn);
        if (model.open.remove(conn)) {
            model.draining.add(conn);
        }
        conn.suspected = false;
        pool.goneAway(conn, now, model);
        check(true);
    }

    private void suspicion() {
        ModelRules.Conn conn = any(Stream.concat(model.open.stream(), model.draining.stream()), each -> true);
        if (conn == null) {
            return;
        }
        if (random.nextBoolean()) {
            begin("suspected", conn);
            boolean news = model.open.remove(conn);
            if (news) {
                model.draining.add(conn);
                conn.suspected = true;
            }
            pool.suspected(conn, now, model);
            check(news);
        } else {
            begin("trusted", conn);
            boolean place = model.openOf(Objects.requireNonNull(conn.spoken)) < model.ceiling(conn.spoken);
            if (conn.suspected && place) {
                model.draining.remove(conn);
                model.open.add(conn);
                conn.unusedSince = now;
            }
            boolean news = conn.suspected;
            conn.suspected = false;
            pool.trusted(conn, now, model);
            check(news);
        }
    }

    private void closed() {
        ModelRules.Conn conn = any(Stream.concat(model.open.stream(), model.draining.stream()), each -> true);
        if (conn == null) {
            return;
        }
        begin("closed", conn);
        model.open.remove(conn);
        model.draining.remove(conn);
        List<ModelRules.Req> cut = List.copyOf(conn.on);
        conn.on.clear();
        if (!conn.said) {
            model.failed(conn, conn.up);
        }
        pool.closed(conn, now, model);
        gone.add(conn);
        check(true);
        cut.forEach(request -> {
            model.ended(request);
            pool.released(request, now, model);
        });
        check(false);
    }

    private void leave() {
        ModelRules.Req request = anyOfLate();
        if (request == null) {
            return;
        }
        input = "leave";
        if (!model.line.contains(request)) {
            assertThat(pool.cancelled(request, now, model)).isFalse();
            assertThat(pool.deadlineReached(request, now, model)).isFalse();
            return;
        }
        begin("leave", null);
        model.line.remove(request);
        model.ended(request);
        if (random.nextBoolean()) {
            assertThat(pool.cancelled(request, now, model)).isTrue();
        } else {
            assertThat(pool.deadlineReached(request, now, model)).isTrue();
            model.expired++;
        }
        check(false);
    }

    private void woken() {
        begin("woken", null);
        model.wake = null;
        for (ModelRules.Conn each : List.copyOf(model.open)) {
            if (model.aged(each) && !each.on.isEmpty()) {
                model.open.remove(each);
                model.draining.add(each);
            }
        }
        pool.woken(now, model);
        check(true);
    }

    /** Inputs about a connection that is out of the pool. */
    private void late(ModelRules.Conn conn) {
        input = "late";
        pool.connected(conn, Protocol.HTTP_2, now, model);
        pool.limitChanged(conn, 5, now, model);
        pool.goneAway(conn, now, model);
        pool.suspected(conn, now, model);
        pool.trusted(conn, now, model);
        pool.closed(conn, now, model);
    }

    private void end(boolean cut) {
        begin("shutdown", null);
        model.shut = true;
        model.cut = cut;
        if (cut) {
            pool.shutdownNow(now, model);
        } else {
            pool.shutdown(now, model);
        }
        check(false);
    }

    private <T> @Nullable T any(Stream<T> candidates, Predicate<T> which) {
        List<T> list = candidates.filter(which).toList();
        return list.isEmpty() ? null : list.get(random.nextInt(list.size()));
    }

    private ModelRules.@Nullable Req anyOfLate() {
        return requests.isEmpty() ? null : requests.get(Math.max(0, requests.size() - 1 - random.nextInt(20)));
    }

    // ---- the comparison

    private void begin(String name, ModelRules.@Nullable Conn about) {
        input = name;
        model.begin(now, about);
    }

    private void check(boolean mayGrow) {
        comparison.check(mayGrow);
        ModelRules.Req any = anyOfLate();
        if (any != null) {
            assertThat(pool.waits(any, now)).isEqualTo(any.waited);
        }
    }
}
