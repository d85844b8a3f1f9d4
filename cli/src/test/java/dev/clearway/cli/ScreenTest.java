package dev.clearway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ScreenTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Test
    void charactersThatTheCharsetLacksAreReplaced() {
        new Screen(bytes, StandardCharsets.US_ASCII, false, 80).line("≈ 3 s – 2×, ≤ 10 ·█…");
        assertThat(bytes.toString(StandardCharsets.US_ASCII).strip()).isEqualTo("~ 3 s - 2x, <= 10 .#...");
    }

    @Test
    void statusIsShownOnATerminalOnly() {
        new Screen(bytes, StandardCharsets.UTF_8, false, 80).status("busy");
        assertThat(bytes.size()).isZero();
    }

    @Test
    void lineTakesThePlaceOfTheStatus() {
        Screen screen = new Screen(bytes, StandardCharsets.UTF_8, true, 80);
        screen.status("busy");
        screen.line("done");
        assertThat(shown()).isEqualTo("done");
    }

    @Test
    void shorterStatusLeavesNothingOfALongerOne() {
        Screen screen = new Screen(bytes, StandardCharsets.UTF_8, true, 80);
        screen.status("a long status");
        screen.status("short");
        assertThat(shown()).isEqualTo("short");
    }

    @Test
    void statusIsCutSoThatItStaysOnOneLine() {
        new Screen(bytes, StandardCharsets.UTF_8, true, 40).status("x".repeat(100));
        assertThat(shown()).hasSize(39);
    }

    /** What a terminal shows on its last written line: each carriage return begins to write over it. */
    private String shown() {
        StringBuilder line = new StringBuilder();
        for (String part : bytes.toString(StandardCharsets.UTF_8)
                .stripLeading()
                .replace("\n", "")
                .split("\r", -1)) {
            line.replace(0, Math.min(line.length(), part.length()), part);
        }
        return line.toString().stripTrailing();
    }
}
