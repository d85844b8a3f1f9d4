package dev.clearway.analysis.read.har;

import dev.clearway.analysis.json.Json;
import dev.clearway.analysis.model.RecordingBuilder;
import dev.clearway.journal.Protocol;
import dev.clearway.journal.Timings;
import dev.clearway.journal.Wait;
import dev.clearway.journal.Waits;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** Reads the times of one entry: when it was issued, for what it waited, how long its parts took. */
final class EntryTimes {
    /** 1970 to 2100. */
    private static final long LATEST_MICROS = 4_102_444_800_000_000L;

    /** A part above this (ten days) is nonsense. */
    private static final double LONGEST_MILLIS = 864_000_000;

    private final RecordingBuilder recording;
    private final Dialect dialect;
    private final Json entry;
    private final Json timings;
    private final String pointer;

    EntryTimes(RecordingBuilder recording, Dialect dialect, Json entry, String pointer) {
        this.recording = recording;
        this.dialect = dialect;
        this.entry = entry;
        this.timings = entry.get("timings");
        this.pointer = pointer;
    }

    /** When the request was issued; {@link Timings#UNKNOWN} if that cannot be read. */
    long issued() {
        long started = date(entry.get("startedDateTime").text());
        if (started == Timings.UNKNOWN) {
            return started;
        }
        return switch (dialect) {
            case CHROME_HAR -> started - Math.max(0, micros(timings.get("_queued")));
            case WEBPAGETEST -> started - beforeSending();
            default -> started;
        };
    }

    private long date(String text) {
        long micros = parse(text);
        if (micros == Timings.UNKNOWN) {
            recording.note("An entry's startedDateTime is no date; when it was issued is unknown.", pointer);
        } else if (micros < 0 || micros > LATEST_MICROS) {
            recording.note("An entry lies outside the years 1970 to 2100; when it was issued is unknown.", pointer);
            return Timings.UNKNOWN;
        }
        return micros;
    }

    private long parse(String text) {
        if (text.length() > 64) {
            return Timings.UNKNOWN;
        }
        try {
            return micros(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException | ArithmeticException e) {
            return withoutZone(text);
        }
    }

    private long withoutZone(String text) {
        try {
            long micros = micros(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
            recording.note("An entry's startedDateTime has no time zone; UTC was assumed.", pointer);
            return micros;
        } catch (DateTimeException | ArithmeticException e) {
            return Timings.UNKNOWN;
        }
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    /** For what it waited before it was sent, or before its connection was opened for it. */
    Waits waits(Protocol protocol) {
        if (dialect == Dialect.WEBPAGETEST) {
            return Waits.of(Wait.BLOCKED, beforeSending() - opening());
        }
        if (dialect == Dialect.CLEARWAY) {
            return named();
        }
        long blocked = Math.max(0, micros(timings.get("blocked")));
        Wait network = protocol == Protocol.HTTP_1 ? Wait.SOCKET : Wait.BLOCKED;
        Json queueing = timings.get("_blocked_queueing");
        if (queueing.isNumber()) {
            long queued = Math.min(blocked, Math.max(0, micros(queueing)));
            return Waits.of(Wait.BROWSER, queued).plus(network, blocked - queued);
        }
        if (dialect == Dialect.CHROME_HAR) {
            return Waits.of(Wait.BROWSER, micros(timings.get("_queued"))).plus(network, blocked);
        }
        return Waits.of(Wait.BLOCKED, blocked);
    }

    private Waits named() {
        Waits waits = Waits.NONE;
        for (Wait kind : Wait.values()) {
            waits = waits.plus(kind, micros(entry.get("_waits").get(kind.name())));
        }
        return waits;
    }

    /** Whether the entry says anything of waiting, be it that there was none. */
    boolean tellsWaits() {
        double blocked = timings.get("blocked").number(-1);
        return dialect == Dialect.WEBPAGETEST
                ? entry.get("_created").isNumber()
                : blocked > 0 || (blocked == 0 && dialect.writesBlocked());
    }

    /** Whether the entry tells the browser's own queue from the rest. */
    boolean tellsBrowser() {
        return timings.get("_blocked_queueing").isNumber()
                || timings.get("_queued").isNumber();
    }

    /** From when WebPageTest saw the request made to when it was sent. */
    private long beforeSending() {
        double created = entry.get("_created").number(-1);
        double sent = entry.get("_load_start").number(-1);
        return created >= 0 && sent > created && sent < LONGEST_MILLIS
                ? Math.round((sent - created) * 1_000)
                : opening();
    }

    private long opening() {
        return Math.max(0, micros(timings.get("dns"))) + Math.max(0, micros(timings.get("connect")));
    }

    /** How long the parts took. */
    Timings timings() {
        if (!timings.isObject() || timings.members().isEmpty()) {
            recording.note("An entry has no timings; where its time went is unknown.", pointer);
            return Timings.NONE;
        }
        for (String part : new String[] {"send", "wait", "receive"}) {
            if (!timings.get(part).isNumber()) {
                recording.note("An entry's timings lack " + part + "; it is unknown.", pointer);
            }
        }
        long connect = micros(timings.get("connect"));
        long tls = micros(timings.get("ssl"));
        if (tls > 0 && connect >= tls && dialect.tlsInsideConnect()) {
            connect -= tls;
        }
        Timings read = new Timings(
                micros(timings.get("dns")),
                connect,
                tls,
                micros(timings.get("send")),
                micros(timings.get("wait")),
                micros(timings.get("receive")));
        checkSum(read);
        return read;
    }

    private void checkSum(Timings read) {
        double time = entry.get("time").number(-1);
        if (time < 0) {
            return;
        }
        double parts = (Math.max(0, micros(timings.get("blocked"))) + read.opening() + read.exchange()) / 1_000.0;
        if (Math.abs(parts - time) > Math.max(10, time / 50)) {
            recording.note("An entry's time is not the sum of its timings; the timings were used.", pointer);
        }
    }

    /** Microseconds for milliseconds; what is negative does not apply, what is no number is unknown: both are the same to us. */
    private long micros(Json millis) {
        double value = millis.number(-1);
        if (millis.exists() && !millis.isNumber() && !millis.isText()) {
            recording.note("A timing is no number; it is unknown.", pointer);
        }
        if (value > LONGEST_MILLIS) {
            recording.note("A timing is longer than ten days; it is unknown.", pointer);
            return Timings.UNKNOWN;
        }
        return value < 0 ? Timings.UNKNOWN : Math.round(value * 1_000);
    }
}
