package dev.clearway.transport.pool;

import dev.clearway.transport.Refusal;
import dev.clearway.transport.Retry;
import java.util.EnumMap;
import java.util.Map;

/** How often what happened to requests since the pool was made. */
final class Tally {
    private final Map<Refusal, Long> refusals = new EnumMap<>(Refusal.class);
    private final Map<Retry, Long> retries = new EnumMap<>(Retry.class);
    private long expired;
    private long downgraded;

    void refused(Refusal refusal) {
        refusals.merge(refusal, 1L, Long::sum);
    }

    void retried(Retry why) {
        retries.merge(why, 1L, Long::sum);
    }

    void expired() {
        expired++;
    }

    void downgraded() {
        downgraded++;
    }

    long downgrades() {
        return downgraded;
    }

    Map<Refusal, Long> refusals() {
        return refusals;
    }

    Map<Retry, Long> retries() {
        return retries;
    }

    long expiries() {
        return expired;
    }
}
