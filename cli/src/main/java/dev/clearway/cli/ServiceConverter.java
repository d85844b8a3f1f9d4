package dev.clearway.cli;

import dev.clearway.lab.simulate.ServiceTimes;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.DoubleStream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how long a server takes: a time, a distribution, or a file of samples. */
final class ServiceConverter implements ITypeConverter<ServiceTimes> {
    /** The most samples of a file, of which each is kept. */
    private static final int MOST_SAMPLES = 1_000_000;

    private static final int LONGEST_LINE = 64;
    private static final String EXPONENTIAL = "exponential:";
    private static final String SAMPLES = "samples:";
    private static final String UNIFORM = "uniform:";

    @Override
    public ServiceTimes convert(String value) {
        try {
            if (value.startsWith(SAMPLES)) {
                return samples(value.substring(SAMPLES.length()));
            }
            if (value.startsWith(EXPONENTIAL)) {
                return ServiceTimes.exponential(time(value.substring(EXPONENTIAL.length())));
            }
            if (value.startsWith(UNIFORM)) {
                String[] ends = value.substring(UNIFORM.length()).split("-", -1);
                if (ends.length != 2) {
                    throw new TypeConversionException("'" + value + "' is not as uniform:300ms-1100ms");
                }
                return ServiceTimes.uniform(time(ends[0]), time(ends[1]));
            }
            return ServiceTimes.fixed(time(value));
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(Messages.of(e));
        }
    }

    private static Duration time(String text) {
        return new DelayConverter().convert(text);
    }

    /** A time a line: seconds as a plain number where it has no unit, as programs write them; empty lines and those with # are skipped. */
    private static ServiceTimes samples(String file) {
        DoubleStream.Builder seconds = DoubleStream.builder();
        try (BufferedReader lines = Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8)) {
            int number = 0;
            int samples = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                String text = line.strip();
                if (!text.isEmpty() && !text.startsWith("#")) {
                    samples++;
                    if (samples > MOST_SAMPLES) {
                        throw new TypeConversionException(
                                file + " has more than " + MOST_SAMPLES + " times: take a part of them");
                    }
                    seconds.add(sample(file, number, text));
                }
            }
        } catch (CharacterCodingException e) {
            throw new TypeConversionException(file + " is no text in UTF-8: a time a line is wanted");
        } catch (IOException e) {
            throw new TypeConversionException("the service times cannot be read: " + Messages.of(e));
        }
        return ServiceTimes.samples(file, seconds.build().toArray());
    }

    private static double sample(String file, int line, String text) {
        try {
            return text.endsWith("s") ? time(text).toNanos() / 1e9 : Double.parseDouble(text);
        } catch (TypeConversionException | NumberFormatException e) {
            String shown = text.length() > LONGEST_LINE ? text.substring(0, LONGEST_LINE) + "…" : text;
            throw new TypeConversionException("line " + line + " of " + file + " is no time: '"
                    + shown.replaceAll("\\p{Cntrl}", "?") + "'; wanted are seconds as 0.25, or 250ms or 1.5s");
        }
    }
}
