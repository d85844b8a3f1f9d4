package dev.clearway.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorityTest {
    @Test
    void hostAndPortAreRead() throws Exception {
        assertThat(Authority.of("Example.COM:8443")).isEqualTo(new Authority("example.com", 8443));
        assertThat(Authority.of("example.com")).isEqualTo(new Authority("example.com", -1));
        assertThat(Authority.of("[::1]:443")).isEqualTo(new Authority("::1", 443));
        assertThat(Authority.of("10.0.0.1:").portOr("https")).isEqualTo(443);
        assertThat(Authority.of("a_b.example").portOr("http")).isEqualTo(80);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":443",
                "user@host:1",
                "host:0",
                "host:65536",
                "host:-1",
                "host:1x",
                "[::1",
                "[::1%eth0]",
                "[::1]x",
                "::1",
                "a b",
                "a/b",
                "a#b",
                "host:00000443",
                ".",
                "a\u0000b",
                "ex\u00e4mple"
            })
    void othersAreRefused(String text) {
        assertThatThrownBy(() -> Authority.of(text)).isInstanceOf(RefusedException.class);
    }
}
