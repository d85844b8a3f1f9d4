package dev.clearway.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever a field or a target holds: it is read or refused, and what was taken says one thing. */
class ValuesFuzzTest {
    private static final String TIME = "2m";

    @FuzzTest(maxDuration = TIME)
    void priority(byte[] bytes) {
        Priority priority = Priority.of(new String(bytes, ISO_8859_1));
        if (priority != null) {
            assertThat(priority.urgency()).isBetween(0, 7);
            assertThat(Priority.of(priority.toString())).isEqualTo(priority);
        }
    }

    @FuzzTest(maxDuration = TIME)
    void authority(byte[] bytes) {
        String text = new String(bytes, ISO_8859_1);
        boolean port = Authority.hasPort(text);
        if (Authority.isValid(text)) {
            assertThat(text).matches("(\\[[^\\[\\]\\s@/?#]+]|[^\\[\\]:\\s@/?#]+)(:[0-9]{0,5})?");
            assertThat(port).isEqualTo(text.matches(".*:[0-9]+"));
        }
    }

    @FuzzTest(maxDuration = TIME)
    void path(byte[] bytes) {
        String text = new String(bytes, ISO_8859_1);
        if (Authority.isPath(text)) {
            assertThat(text).matches("/[\\x21-\\x7e&&[^#]]*");
        }
    }
}
