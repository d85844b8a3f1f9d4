package dev.clearway.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a span of time: as {@link DelayConverter}, or a whole number with {@code m} or {@code h}. */
final class SpanConverter implements ITypeConverter<Duration> {
    private static final Pattern LONG = Pattern.compile("([0-9]{1,6}) ?([mh])");

    @Override
    public Duration convert(String value) {
        Matcher matcher = LONG.matcher(value);
        if (matcher.matches()) {
            long number = Long.parseLong(matcher.group(1));
            return matcher.group(2).equals("m") ? Duration.ofMinutes(number) : Duration.ofHours(number);
        }
        try {
            return new DelayConverter().convert(value);
        } catch (TypeConversionException e) {
            throw new TypeConversionException("'" + value + "' is no time: milliseconds, or as 250ms, 90s, 5m or 1h");
        }
    }
}
