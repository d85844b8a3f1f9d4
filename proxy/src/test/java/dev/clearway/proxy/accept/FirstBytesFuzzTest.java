package dev.clearway.proxy.accept;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.clearway.proxy.accept.FirstBytes.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Whatever a connection begins with: what it speaks is told from as few bytes as needed, and more bytes change nothing. */
class FirstBytesFuzzTest {
    private static final int ENOUGH = 26;

    @FuzzTest(maxDuration = "2m")
    void firstBytes(byte[] bytes) {
        ByteBuf all = Unpooled.wrappedBuffer(bytes);
        Kind whole = FirstBytes.kind(all);
        if (bytes.length > ENOUGH) {
            assertThat(whole).isNotNull();
        }
        Kind first = null;
        for (int length = 0; length <= Math.min(bytes.length, ENOUGH + 1) && first == null; length++) {
            first = FirstBytes.kind(all.slice(0, length));
        }
        assertThat(first).isEqualTo(whole);
    }
}
