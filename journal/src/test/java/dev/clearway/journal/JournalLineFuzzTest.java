package dev.clearway.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;

/** Whatever bytes a line holds: it is read or refused, and what was read is written and read again as the same. */
class JournalLineFuzzTest {
    @FuzzTest(maxDuration = "2m")
    void line(byte[] bytes) throws IOException {
        RequestLife life;
        try {
            life = JournalLine.read(bytes, 0, bytes.length);
        } catch (IOException e) {
            return;
        }
        byte[] again = JournalLine.write(life);
        assertThat(JournalLine.read(again, 0, again.length)).isEqualTo(life);
    }
}
