package dev.clearway.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time: milliseconds, or a number with {@code ms} or {@code s}. */
final class DelayConverter implements ITypeConverter<Duration> {
    private static final Pattern TIME = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?) ?(ms|s|)");
    private static final BigDecimal NANOS_IN_MILLI = BigDecimal.valueOf(1_000_000);
    private static final BigDecimal MILLIS_IN_SECOND = BigDecimal.valueOf(1000);

    @Override
    public Duration convert(String value) {
        Matcher matcher = TIME.matcher(value);
        if (!matcher.matches()) {
            throw new TypeConversionException("'" + value + "' is no time: milliseconds, or as 250ms or 1.5s");
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        BigDecimal millis = matcher.group(2).equals("s") ? number.multiply(MILLIS_IN_SECOND) : number;
        Duration time = Duration.ofNanos(millis.multiply(NANOS_IN_MILLI).longValue());
        if (time.toNanosPart() % 1_000_000 != 0) {
            throw new TypeConversionException("'" + value + "' is finer than a millisecond");
        }
        return time;
    }
}
