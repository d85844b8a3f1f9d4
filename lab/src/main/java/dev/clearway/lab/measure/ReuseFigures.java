package dev.clearway.lab.measure;

import java.util.Map;

/**
 * What a first request costs and those after it do not.
 *
 * @param tls the TLS version of the connections, as the JDK names it
 * @param connections connections that carried any of the requests
 * @param first the request for which the connection was made
 * @param rest the requests over a connection that was there
 * @param ratio the first request's total over the mean of the rest
 * @param roundTrips round trips that a first request needs: TCP, TLS, and its own
 * @param also the same over something else, by a name for it
 */
public record ReuseFigures(
        String tls,
        int connections,
        Split first,
        Spread rest,
        double ratio,
        int roundTrips,
        Map<String, ReuseFigures> also) {

    /** Figures from a first request and the others. */
    public static ReuseFigures of(String tls, int connections, Split first, Sample rest) {
        Spread spread = rest.spread();
        double ratio = first.total() / spread.mean();
        return new ReuseFigures(tls, connections, first, spread, ratio, roundTrips(tls), Map.of());
    }

    /** These figures beside others. */
    public ReuseFigures beside(String name, ReuseFigures other) {
        return new ReuseFigures(tls, connections, first, rest, ratio, roundTrips, Map.of(name, other));
    }

    /** One for TCP, one for TLS 1.3 (RFC 8446, section 2) or two for TLS 1.2 (RFC 5246, section 7.3), one for the request. */
    public static int roundTrips(String tls) {
        return tls.equals("TLSv1.2") ? 4 : 3;
    }
}
