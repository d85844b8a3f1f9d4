package dev.clearway.lab.expect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountTest {
    @ParameterizedTest
    @CsvSource({
        "3, 3 s",
        "1.0149, 1.01 s",
        "0.3, 0.3 s",
        "0.0997, 0.1 s",
        "0.0449, 45 ms",
        "0.01, 10 ms",
        "0.0042, 4.2 ms",
        "0.000041, 0 ms",
        "0, 0 s",
        "NaN, –",
        "120, 120 s"
    })
    void secondsAreShortAndCarryTheirUnit(double seconds, String text) {
        assertThat(Amount.seconds(seconds)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"300, 300", "3.04, 3.04", "2.5, 2.5", "NaN, –"})
    void plainNumbersLoseTheirTrailingZeros(double value, String text) {
        assertThat(Amount.plain(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"1, 1 connection", "3, 3 connections", "0, 0 connections"})
    void countsAgreeWithTheirNoun(int count, String text) {
        assertThat(Amount.counted(count, "connection")).isEqualTo(text);
    }
}
