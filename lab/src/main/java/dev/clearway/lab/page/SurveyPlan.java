package dev.clearway.lab.page;

import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Somebody's page to be loaded.
 *
 * @param url its address, {@code http} or {@code https}
 * @param proxy {@code host:port} of the proxy to compare with; {@code null} for none
 * @param runs how often each way is measured, 1 to 100
 * @param trusted authorities to trust beside those that the browser knows
 * @param patience after which a page that comes to no rest is taken as it is
 */
public record SurveyPlan(URI url, @Nullable String proxy, int runs, List<X509Certificate> trusted, Duration patience) {
    public SurveyPlan {
        trusted = List.copyOf(trusted);
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!(scheme.equals("http") || scheme.equals("https")) || url.getHost() == null) {
            throw new IllegalArgumentException("not an address of a page, as https://shop.example/: " + url);
        }
        if (proxy != null && !proxy.matches("(https?://)?([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+\\]):[0-9]{1,5}")) {
            throw new IllegalArgumentException("not a proxy, as proxy.example:3128: " + proxy);
        }
        if (runs < 1 || runs > PagePlan.MOST_RUNS) {
            throw new IllegalArgumentException("runs must be 1 to " + PagePlan.MOST_RUNS + ": " + runs);
        }
        if (patience.isNegative() || patience.isZero()) {
            throw new IllegalArgumentException("the patience must be positive: " + patience);
        }
    }
}
