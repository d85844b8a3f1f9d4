package dev.clearway.analysis.mask;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaskTest {
    @ParameterizedTest
    @CsvSource({
        "https://a.example/x?token=1, https://a.example/x?…",
        "https://a.example/x#access_token=1, https://a.example/x",
        "https://a.example/x?a=1#b, https://a.example/x?…",
        "https://me:secret@a.example:8443/x, https://a.example:8443/x",
        "https://me@a.example, https://a.example",
        "https://a.example/users/me@mail.example/x, https://a.example/users/…/x",
        "https://a.example/users/me%40mail.example/x, https://a.example/users/…/x",
        "https://a.example/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln/x, https://a.example/…/x",
        "https://a.example/x;jsessionid=0123, https://a.example/x…",
        "https://a.example/0123456789abcdef0123456789abcdef0123456789/x, https://a.example/…/x",
        "https://a.example/img/logo-v12.png, https://a.example/img/logo-v12.png",
    })
    void secretsAreLeftOut(String url, String shown) {
        assertThat(Mask.ON.url(url)).isEqualTo(shown);
    }

    @Test
    void nothingIsLeftOutWhenAskedNotTo() {
        assertThat(Mask.OFF.url("https://me:s@a.example/x?y#z")).isEqualTo("https://me:s@a.example/x?y#z");
    }

    @Test
    void longUrlIsShortened() {
        assertThat(Mask.OFF.url("https://a.example/" + "x".repeat(100_000)))
                .hasSizeLessThan(1_100)
                .endsWith("…");
    }

    @Test
    void hostileUrlTakesNoTime() {
        String url = "https://a.example" + "/a@".repeat(300) + "-".repeat(2_000);
        assertThat(Mask.ON.url(url)).isNotEmpty();
    }
}
