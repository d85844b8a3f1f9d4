package dev.clearway.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which hosts are left alone. */
class HostPatternsTest {
    @ParameterizedTest
    @CsvSource({
        "bank.example, bank.example, true",
        "bank.example, BANK.example., true",
        "bank.example, my.bank.example, false",
        "*.bank.example, my.bank.example, true",
        "*.bank.example, bank.example, false",
        "*.bank.example, riverbank.example, false",
        "*, anything.example, true",
        "10.0.0.1, 10.0.0.1, true",
        "[::1], 0:0:0:0:0:0:0:1, true",
        "::1, ::1, true",
    })
    void hostsAreMatchedByName(String pattern, String host, boolean bypassed) {
        assertThat(HostPatterns.of(List.of("other.example", pattern)).bypasses(host))
                .isEqualTo(bypassed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "*a.example", "10.0.0.0/8", "bank.example:443", "https://bank.example"})
    void whatIsNoPatternIsRefused(String pattern) {
        assertThatIllegalArgumentException().isThrownBy(() -> HostPatterns.of(List.of(pattern)));
    }
}
