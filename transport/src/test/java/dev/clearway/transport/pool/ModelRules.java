package dev.clearway.transport.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Growth;
import dev.clearway.transport.Limits;
import dev.clearway.transport.Protocol;
import dev.clearway.transport.Refusal;
import dev.clearway.transport.Retry;
import dev.clearway.transport.WaitReason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the rules of the pool say of a state, naively: plain lists, everything recomputed when asked for. {@link Model} takes
 * the pool's effects to it. What it leaves open is when growth is held back by the forecast: there it says only whether there
 * was a reason to.
 */
class ModelRules {
    /** A request, with its waits added up step by step. */
    static final class Req extends Waiter {
        final long started;
        final long timeout;
        long queuedAt;
        long grantedAt;
        final Map<WaitReason, Duration> waited = new EnumMap<>(WaitReason.class);

        @Nullable
        Conn on;

        int ends;
        final int urgent;
        boolean returned;

        Req(long started, long timeout, int urgent) {
            super(started, timeout, urgent);
            this.started = started;
            this.timeout = timeout;
            this.urgent = urgent;
        }
    }

    /** A connection and who is on it. */
    static final class Conn extends PooledConnection {
        final List<Req> on = new ArrayList<>();
        final Object lane;
        final long begun;

        @Nullable
        Protocol spoken;

        int places;
        boolean said;
        boolean suspected;
        long up;
        long unusedSince;

        Conn(long number, Object lane, long begun) {
            super(number);
            this.lane = lane;
            this.begun = begun;
        }

        @Override
        protected Object loop() {
            return lane;
        }

        boolean hasRoom() {
            return on.size() < places;
        }
    }

    final Need need;
    final Limits limits;
    final long idle;
    final Upkeep upkeep;
    final List<Req> line = new ArrayList<>();
    final List<Conn> connecting = new ArrayList<>();
    final List<Conn> open = new ArrayList<>();

    final List<Conn> draining = new ArrayList<>();
    final Map<Refusal, Long> refusals = new EnumMap<>(Refusal.class);
    final Map<Retry, Long> retries = new EnumMap<>(Retry.class);
    long expired;

    @Nullable
    Protocol lastSpoken;

    @Nullable
    Integer lastSaid;

    @Nullable
    Long saidAt;

    boolean failing;
    int failures;
    long failedAt;
    long pauseUntil;
    boolean shut;
    boolean terminated;
    final long start;
    long now;
    long clock;

    @Nullable
    Long wake;

    @Nullable
    WaitReason reason;

    long handshake;
    final Deque<Long> ends = new ArrayDeque<>();
    final List<Long> answers = new ArrayList<>();

    // ---- the step under way
    @Nullable
    Req newcomer;

    @Nullable
    Object hint;

    @Nullable
    Conn subject;

    boolean cut;
    boolean dooms;

    ModelRules(Need need, Limits limits, Upkeep upkeep, long now) {
        this.need = need;
        this.limits = limits;
        this.idle = upkeep.idleNanos();
        this.upkeep = upkeep;
        this.start = now;
        this.now = now;
        this.clock = now;
        lastSpoken = need == Need.NEGOTIATED ? null : need == Need.HTTP_2 ? Protocol.HTTP_2 : Protocol.HTTP_1_1;
    }

    void begin(long time, @Nullable Conn about) {
        now = time;
        subject = about;
        newcomer = null;
        hint = null;
        if (!line.isEmpty() && time > clock) {
            Duration passed = Duration.ofNanos(time - clock);
            line.forEach(each -> each.waited.merge(Objects.requireNonNull(reason), passed, Duration::plus));
        }
        clock = line.isEmpty() ? time : Math.max(clock, time);
    }

    // ---- what the rules say

    int active() {
        int active = 0;
        for (Conn each : open) {
            active += each.on.size();
        }
        for (Conn each : draining) {
            active += each.on.size();
        }
        return active;
    }

    int grantable() {
        return limits.concurrentRequests() - active();
    }

    /** Whose turn it is: one that had a place before, else the one that would have come first if each had come a second later for each urgency. */
    Req head() {
        return line.stream()
                .filter(each -> each.returned)
                .findFirst()
                .orElseGet(() -> firsts().stream()
                        .min(Comparator.comparingLong(
                                        (Req each) -> each.queuedAt - start + each.urgent * 1_000_000_000L)
                                .thenComparingInt(each -> each.urgent))
                        .orElseThrow());
    }

    /** The first of each urgency, and of those who had a place before. */
    List<Req> firsts() {
        List<Req> firsts = new ArrayList<>();
        for (Req each : line) {
            if (firsts.stream().noneMatch(first -> first.returned == each.returned && first.urgent == each.urgent)) {
                firsts.add(each);
            }
        }
        return firsts;
    }

    /** Since when the one waits that has waited longest. */
    long oldestSince() {
        return start
                + firsts().stream()
                        .mapToLong(each -> each.queuedAt - start)
                        .min()
                        .orElseThrow();
    }

    @Nullable
    Conn oldestWithRoom() {
        return open.stream().filter(Conn::hasRoom).findFirst().orElse(null);
    }

    /** The oldest with room that is not that one, if there is another. */
    @Nullable
    Conn oldestBut(@Nullable Conn one) {
        return open.stream()
                .filter(each -> each.hasRoom() && each != one)
                .findFirst()
                .orElseGet(this::oldestWithRoom);
    }

    boolean aged(Conn conn) {
        long limit = upkeep.ageNanos(conn.id());
        return limit != Pool.NEVER && now - conn.up >= limit;
    }

    boolean late(Req request) {
        return request.timeout != Waiter.NO_TIMEOUT
                && request.timeout - (now - request.started) < limits.deadlineShare() * request.timeout;
    }

    /** Whether less is left than 95 of 100 of the last answers took, as they were when there were last 16 new ones. */
    boolean hopeless(Req request) {
        int known = answers.size() / 16 * 16;
        if (!limits.overload() || known == 0 || request.timeout == Waiter.NO_TIMEOUT) {
            return false;
        }
        List<Long> last = answers.subList(Math.max(0, known - 128), known).stream()
                .sorted()
                .toList();
        long enough = last.get((int) Math.ceil(0.95 * last.size()) - 1);
        return request.timeout - (now - request.started) < enough;
    }

    boolean waitedTooLong(Req request) {
        return limits.queueTime() != null
                && now - request.queuedAt >= limits.queueTime().toNanos();
    }

    long openOf(Protocol protocol) {
        return open.stream().filter(each -> each.spoken == protocol).count();
    }

    long ceiling(Protocol protocol) {
        return protocol == Protocol.HTTP_1_1
                ? limits.http1Connections()
                : limits.growth() == Growth.SINGLE ? 1 : limits.http2Connections();
    }

    /** An attempt that began then has failed now. */
    void failed(Conn conn, long since) {
        if (!failing || since - failedAt > 0) {
            failures = failing ? failures + 1 : 1;
            failedAt = now;
            pauseUntil = now + BackOff.pause(failures, conn.id());
        }
        failing = true;
    }

    boolean pauses() {
        return failing && pauseUntil - now > 0;
    }

    boolean oneMore() {
        int waiting = line.size() + (newcomer == null ? 0 : 1);
        int sendable = Math.min(waiting, grantable());
        Protocol next = lastSpoken;
        long there = connecting.size() + (next == null ? 0 : openOf(next));
        long most = ceiling(next == null ? Protocol.HTTP_2 : next);
        boolean permitted = there < most && there + draining.size() < most + Math.max(most, 16);
        boolean serial = failing || (next != Protocol.HTTP_1_1 && limits.growth() == Growth.ONE_AT_A_TIME);
        if (pauses() || sendable < 1 || !permitted || (serial && !connecting.isEmpty())) {
            return false;
        }
        if (next == Protocol.HTTP_1_1) {
            return sendable > connecting.size();
        }
        if (next == null || lastSaid == null || lastSaid == 0) {
            return there == 0;
        }
        return sendable > (long) lastSaid * connecting.size();
    }

    WaitReason whyWaiting() {
        if (grantable() <= 0) {
            return WaitReason.REQUEST_LIMIT;
        }
        if (!connecting.isEmpty()
                || (open.isEmpty() && pauses())
                || (lastSaid == null && openOf(Protocol.HTTP_2) > 0)) {
            return WaitReason.CONNECTING;
        }
        if (open.isEmpty()) {
            return WaitReason.DRAINING;
        }
        return lastSpoken == Protocol.HTTP_1_1 ? WaitReason.CONNECTION_LIMIT : WaitReason.STREAM_LIMIT;
    }

    /**
     * Whether there is a reason for a connection that is missing: the limit is news and connections have doubled, or so many
     * requests ended of late that those which there are, and those being opened, may serve the line in a handshake's time.
     * And the pool looks again soon.
     */
    boolean growthMayWait() {
        long eighth = handshake / 8;
        Long said = saidAt;
        if (said != null && now - said < eighth && connecting.size() >= Math.max(1, openOf(Protocol.HTTP_2))) {
            return wakeBy(said + Math.max(1_000_000, eighth));
        }
        double ofLate =
                8.0 * ends.stream().filter(end -> now - end <= 2 * handshake).count();
        int sendable = Math.min(line.size(), grantable());
        double served = ofLate + connecting.size() * Math.max(needPlaces(), ofLate);
        return ofLate > 0 && sendable <= served && wakeBy(now + Math.max(1_000_000, eighth));
    }

    double needPlaces() {
        return lastSpoken == Protocol.HTTP_1_1 || lastSaid == null ? 1 : lastSaid;
    }

    /** Whether the pool will be woken by then; a little later is good enough, since times may run backwards a little. */
    boolean wakeBy(long time) {
        return wake != null && wake - time <= 1_000_000;
    }

    void ended(Req request) {
        request.ends++;
        assertThat(request.ends).as("ends of a request").isEqualTo(1);
    }
}
