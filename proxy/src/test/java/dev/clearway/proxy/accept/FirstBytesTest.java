package dev.clearway.proxy.accept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.proxy.accept.FirstBytes.Kind;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FirstBytesTest {
    private static @Nullable Kind of(String text) {
        return FirstBytes.kind(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
    }

    @Test
    void aTlsRecordIsKnownByTwoBytes() {
        assertThat(of("\u0016")).isNull();
        assertThat(of("\u0016\u0003")).isEqualTo(Kind.TLS);
        assertThat(of("\u0016\u0002\u0001")).isEqualTo(Kind.OTHER);
    }

    @Test
    void aRequestIsKnownByItsTarget() {
        assertThat(of("GET")).isNull();
        assertThat(of("GET ")).isNull();
        assertThat(of("GET /")).isEqualTo(Kind.HTTP_1_1);
        assertThat(of("OPTIONS *")).isEqualTo(Kind.HTTP_1_1);
        assertThat(of("BASELINE-CONTROL /")).isEqualTo(Kind.HTTP_1_1);
        assertThat(of("P")).isNull();
        assertThat(of("PROPFIND /a")).isEqualTo(Kind.HTTP_1_1);
    }

    @Test
    void thePrefaceIsKnownWhole() {
        assertThat(of("PRI * HTTP/2.0\r\n\r\n")).isNull();
        assertThat(of("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")).isEqualTo(Kind.HTTP_2);
        assertThat(of("PRI * HTTP/1.1\r\n")).isEqualTo(Kind.HTTP_1_1);
    }

    @Test
    void otherProtocolsAreOthers() {
        assertThat(of("")).isNull();
        assertThat(of("SSH-2.0-OpenSSH_9.2p1 Debian")).isEqualTo(Kind.OTHER);
        assertThat(of("EHLO mail.example.com\r\n")).isEqualTo(Kind.OTHER);
        assertThat(of("\u0000\u0001")).isEqualTo(Kind.OTHER);
        assertThat(of("get /")).isEqualTo(Kind.OTHER);
        assertThat(of("A".repeat(40))).isEqualTo(Kind.OTHER);
    }
}
