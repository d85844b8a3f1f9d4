package dev.clearway.bench.run;

import java.util.List;

/**
 * What a run of hops does.
 *
 * @param hops in order
 * @param rounds how often each is measured
 * @param intervalMillis length of each measurement
 * @param warmUpSeconds CPU seconds of the client that each hop is warmed with
 * @param warmUpLimitSeconds the longest that this may take by the clock
 * @param pages how many pages are fetched of each hop, each on a new connection
 * @param pageRequests requests of a page, all at once
 * @param pageDelayMillis the server's delay of each
 */
public record HopPlan(
        List<Hop.Kind> hops,
        int rounds,
        int intervalMillis,
        int warmUpSeconds,
        int warmUpLimitSeconds,
        int pages,
        int pageRequests,
        int pageDelayMillis) {}
