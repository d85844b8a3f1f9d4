package dev.clearway.analysis.model;

import dev.clearway.journal.RequestLife;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which requests of a recording are looked at. Selecting while reading keeps a small part of a very large file small.
 *
 * @param host a host name, in which {@code *} stands for anything; {@code null} for all
 * @param page part of a page's id or title, or of the site that asked; {@code null} for all
 * @param sinceMicros only requests issued then or later: microseconds since 1970
 * @param untilMicros only requests issued before then
 */
public record Selection(@Nullable String host, @Nullable String page, long sinceMicros, long untilMicros) {
    /** Every request. */
    public static final Selection ALL = new Selection(null, null, Long.MIN_VALUE, Long.MAX_VALUE);

    /** Whether {@code request} is looked at. One that is not dated is, unless a time was asked for. */
    public boolean takes(RequestLife request) {
        if (!timed(request)) {
            return false;
        }
        if (page != null && !request.page().toLowerCase(Locale.ROOT).contains(page.toLowerCase(Locale.ROOT))) {
            return false;
        }
        return host == null
                || matches(
                        host.toLowerCase(Locale.ROOT), Target.of(request.url()).host());
    }

    private boolean timed(RequestLife request) {
        if (!request.dated()) {
            return sinceMicros == Long.MIN_VALUE && untilMicros == Long.MAX_VALUE;
        }
        return request.issuedMicros() >= sinceMicros && request.issuedMicros() < untilMicros;
    }

    /** Matches with {@code *} for anything, in time linear in the text for each star. */
    static boolean matches(String pattern, String text) {
        String[] parts = pattern.split("\\*", -1);
        if (parts.length == 1) {
            return pattern.equals(text);
        }
        int at = parts[0].length();
        if (!text.startsWith(parts[0])) {
            return false;
        }
        for (int i = 1; i < parts.length - 1; i++) {
            int found = text.indexOf(parts[i], at);
            if (found < 0) {
                return false;
            }
            at = found + parts[i].length();
        }
        String last = parts[parts.length - 1];
        return text.length() - last.length() >= at && text.endsWith(last);
    }
}
