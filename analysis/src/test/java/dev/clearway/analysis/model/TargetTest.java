package dev.clearway.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {
    @ParameterizedTest
    @CsvSource({
        "https://A.Example/x, https://a.example",
        "https://a.example:443/, https://a.example",
        "https://a.example:8443?x, https://a.example:8443",
        "http://u:p@a.example:80#x, http://a.example",
        "wss://a.example/s, https://a.example",
        "https://[::1]:8443/x, https://[::1]:8443",
        "https://[::1]/x, https://[::1]",
        "https://a.example:99999/, https://a.example",
        "https://a.example:/, https://a.example",
    })
    void originIsRead(String url, String origin) {
        assertThat(Target.of(url).origin()).isEqualTo(origin);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "://", "https://", "data:text/html,x", "about:blank", "https:///x", "\u0000://a"})
    void whatIsNoUrlLeadsNowhere(String url) {
        Target target = Target.of(url);
        assertThat(target.http() && !target.host().isEmpty()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "https://www.shop.example.co.uk/, example.co.uk",
        "https://a.b.example.com/, example.com",
        "https://10.0.0.1/, 10.0.0.1",
        "https://localhost/, localhost",
    })
    void registeredNameIsGuessedByRule(String url, String registered) {
        assertThat(Target.of(url).registered()).isEqualTo(registered);
    }

    @ParameterizedTest
    @CsvSource({
        "https://lab.test/, true",
        "https://intranet/, true",
        "https://10.1.2.3/, true",
        "https://[fe80::1]/, true",
        "https://nas.home.arpa/, true",
        "https://www.google.com/, false",
    })
    void internalNamesAreTold(String url, boolean internal) {
        assertThat(Target.of(url).internal()).isEqualTo(internal);
    }

    @ParameterizedTest
    @CsvSource({
        "*, a.example, true",
        "a.example, a.example, true",
        "a.example, b.example, false",
        "*.example, a.example, true",
        "a*e, a.example, true",
        "a*x*e, a.example, true",
        "a*z*e, a.example, false",
        "ab*b, ab, false",
    })
    void hostPatternMatches(String pattern, String host, boolean matches) {
        assertThat(Selection.matches(pattern, host)).isEqualTo(matches);
    }
}
