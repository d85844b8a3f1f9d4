package dev.clearway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DelayConverterTest {
    private final DelayConverter converter = new DelayConverter();

    @ParameterizedTest
    @CsvSource({"300, 300", "300ms, 300", "'300 ms', 300", "1.5s, 1500", "0, 0", "2s, 2000", "0.001s, 1"})
    void timesAreMillisecondsUnlessTheySayOtherwise(String text, long millis) {
        assertThat(converter.convert(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ms", "-1", "1,5s", "1h", "1e3", "0.5", "0.0001s", "99999999999"})
    void othersAreRefused(String text) {
        assertThatThrownBy(() -> converter.convert(text)).isInstanceOf(TypeConversionException.class);
    }
}
