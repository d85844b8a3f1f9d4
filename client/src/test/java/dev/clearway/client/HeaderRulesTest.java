package dev.clearway.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which field names and values are let through. */
class HeaderRulesTest {
    @Test
    void restrictedNamesAreTheJdks() {
        assertThat(HeaderRules.restricted(null))
                .containsExactlyInAnyOrder("connection", "content-length", "expect", "host", "upgrade");
        assertThat(HeaderRules.restricted("")).hasSize(5);
    }

    @Test
    void propertyFreesNamesInAnyCase() {
        assertThat(HeaderRules.restricted("Host, connection,unknown"))
                .containsExactlyInAnyOrder("content-length", "expect", "upgrade");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a:", "a\n", "ä", "a(b)", "\"a\"", "a\0"})
    void nameIsAToken(String name) {
        assertThatThrownBy(() -> HeaderRules.check(name, "value")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r", "a\nb", "a\r\nb: c", "\0", "a\u007f", "a\u0100", "\u001b[31m"})
    void valueHoldsNoControlCharacters(String value) {
        assertThatThrownBy(() -> HeaderRules.check("name", value))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .matches("[ -~]+");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\tb", "gr\u00fcn", "!#$%&'*+-.^_`|~()<>@,;:\\\"/[]?={}"})
    void valueHoldsEverythingElse(String value) {
        HeaderRules.check("x-Name.1", value);
    }

    @Test
    void longTextIsCutInMessages() {
        assertThatThrownBy(() -> HeaderRules.check("name", "\n" + "x".repeat(100_000)))
                .message()
                .hasSizeLessThan(200);
    }
}
