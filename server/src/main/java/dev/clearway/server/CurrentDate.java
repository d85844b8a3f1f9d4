package dev.clearway.server;

import io.netty.util.AsciiString;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The current time as a {@code date} field shows it, formatted once a second (RFC 9110 section 6.6.1). */
final class CurrentDate {
    private static volatile Stamp last = new Stamp(0, AsciiString.EMPTY_STRING);

    private CurrentDate() {}

    static AsciiString text() {
        long second = System.currentTimeMillis() / 1000;
        Stamp stamp = last;
        if (stamp.second != second) {
            stamp = new Stamp(
                    second,
                    new AsciiString(DateTimeFormatter.RFC_1123_DATE_TIME.format(
                            Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC))));
            last = stamp;
        }
        return stamp.text;
    }

    private record Stamp(long second, AsciiString text) {}
}
