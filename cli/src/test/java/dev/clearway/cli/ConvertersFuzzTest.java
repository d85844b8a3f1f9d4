package dev.clearway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.TypeConversionException;

/** Whatever an option's value is: it is refused in words, or it is a time within bounds. */
class ConvertersFuzzTest {
    private static final String TIME = "2m";

    @FuzzTest(maxDuration = TIME)
    void time(FuzzedDataProvider data) {
        String text = data.consumeRemainingAsString();
        try {
            Duration time = new SpanConverter().convert(text);
            assertThat(time).isGreaterThanOrEqualTo(Duration.ZERO);
            assertThat(time.toNanosPart() % 1_000_000).isZero();
        } catch (TypeConversionException refused) {
            assertThat(refused).hasMessageContaining(text);
        }
    }

    @FuzzTest(maxDuration = TIME)
    void service(FuzzedDataProvider data) {
        String text = data.consumeRemainingAsString();
        if (text.startsWith("samples:")) {
            return;
        }
        try {
            assertThat(new ServiceConverter().convert(text).meanSeconds()).isBetween(0.0, 3600.0);
        } catch (TypeConversionException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }

    @FuzzTest(maxDuration = TIME)
    void samples(byte[] bytes) throws IOException {
        Path file = Files.createTempFile("samples", ".txt");
        try {
            Files.write(file, bytes);
            assertThat(new ServiceConverter().convert("samples:" + file).meanSeconds())
                    .isBetween(0.0, 3600.0);
        } catch (TypeConversionException refused) {
            assertThat(refused.getMessage()).doesNotMatch("(?s).*\\p{Cntrl}.*");
        } finally {
            Files.delete(file);
        }
    }
}
