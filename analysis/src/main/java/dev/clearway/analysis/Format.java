package dev.clearway.analysis;

import dev.clearway.analysis.model.Target;
import dev.clearway.journal.RequestLife;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;

/** Puts numbers into words, the same in every form of report. */
public final class Format {
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX", Locale.ROOT);

    private Format() {}

    /** {@code 3.11 s}, {@code 175 ms}, {@code 0.4 ms}. */
    public static String duration(long micros) {
        if (micros >= 60_000_000) {
            return String.format(Locale.ROOT, "%d min %d s", micros / 60_000_000, micros / 1_000_000 % 60);
        }
        if (micros >= 1_000_000) {
            return String.format(Locale.ROOT, "%.2f s", micros / 1e6);
        }
        if (micros >= 10_000 || micros == 0) {
            return Math.round(micros / 1e3) + " ms";
        }
        return String.format(Locale.ROOT, "%.1f ms", micros / 1e3);
    }

    /** {@code 532 ms to 843 ms}; one duration where the two differ by less than a twentieth. */
    public static String range(long least, long most) {
        return most - least < most / 20 ? duration(most) : duration(least) + " to " + duration(most);
    }

    /** When {@code requests} were issued: {@code 2026-11-30T08:08:54.123Z to 08:09:01.002Z}; empty if none is dated. */
    public static String period(List<RequestLife> requests) {
        LongSummaryStatistics issued = requests.stream()
                .filter(RequestLife::dated)
                .mapToLong(RequestLife::issuedMicros)
                .summaryStatistics();
        if (issued.getCount() == 0) {
            return "";
        }
        String from = instant(issued.getMin());
        String to = instant(issued.getMax());
        int time = from.indexOf('T') + 1;
        return from + " to " + (to.startsWith(from.substring(0, time)) ? to.substring(time) : to);
    }

    private static String instant(long micros) {
        return Instant.ofEpochMilli(Math.floorDiv(micros, 1_000))
                .atOffset(ZoneOffset.UTC)
                .format(MILLIS);
    }

    /** {@code 1 request}, {@code 24 requests}. */
    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** {@code 7 %}, without a sign. */
    public static String percent(double share) {
        return Math.round(Math.abs(share) * 100) + " %";
    }

    /** {@code host:port} of an origin; a word for one that is not known. */
    public static String authority(String origin) {
        return origin.isEmpty() ? "(unknown host)" : Target.of(origin + "/").authority();
    }

    /** The sentence with a capital letter. */
    public static String sentence(String text) {
        return text.isEmpty() ? text : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
}
