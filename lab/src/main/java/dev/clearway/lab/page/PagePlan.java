package dev.clearway.lab.page;

import dev.clearway.lab.page.site.PageSize;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the experiment is to be.
 *
 * @param modes the ways of loading the page, in the order in which they take turns; each at most once
 * @param size of what the page consists
 * @param runs how often each mode is timed, 1 to 100, after a first run that is shown apart and before one that is recorded
 * @param roundTrip the round trip time before the server, zero to 10 s
 * @param external the proxy of {@link Way#EXTERNAL}; {@code null} for none
 */
public record PagePlan(
        List<Mode> modes,
        PageSize size,
        int runs,
        Duration roundTrip,
        @Nullable External external) {
    /**
     * A proxy of the caller's.
     *
     * @param address where it listens
     * @param authorities who signs what it shows browsers, where it inspects TLS
     */
    public record External(InetSocketAddress address, List<X509Certificate> authorities) {
        public External {
            authorities = List.copyOf(authorities);
        }
    }

    /** The most runs. */
    public static final int MOST_RUNS = 100;

    private static final Duration LONGEST_ROUND_TRIP = Duration.ofSeconds(10);

    public PagePlan {
        modes = List.copyOf(modes);
        if (modes.isEmpty() || modes.stream().distinct().count() < modes.size()) {
            throw new IllegalArgumentException("each mode may be named once, and at least one must be");
        }
        if (external == null && modes.stream().anyMatch(mode -> mode.way() == Way.EXTERNAL)) {
            throw new IllegalArgumentException("the mode external needs a proxy");
        }
        if (runs < 1 || runs > MOST_RUNS) {
            throw new IllegalArgumentException("runs must be 1 to " + MOST_RUNS + ": " + runs);
        }
        if (roundTrip.isNegative() || roundTrip.compareTo(LONGEST_ROUND_TRIP) > 0) {
            throw new IllegalArgumentException("the round trip must be from zero to 10 s");
        }
    }

    /** The same plan with that mode alone. */
    public PagePlan with(Mode mode) {
        return new PagePlan(List.of(mode), size, runs, roundTrip, external);
    }

    /** How many loads that is. */
    public int loads() {
        return modes.size() * (runs + 2);
    }
}
