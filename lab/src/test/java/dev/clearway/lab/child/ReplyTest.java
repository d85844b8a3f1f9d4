package dev.clearway.lab.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyTest {
    @Test
    void valuesAreReadByName() throws IOException {
        Reply reply = Reply.parse("opened id=7 tls=8443", "opened");
        assertThat(reply.number("id")).isEqualTo(7);
        assertThat(reply.text("tls")).isEqualTo("8443");
        assertThatThrownBy(() -> reply.text("h1"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("h1");
    }

    @Test
    void valueMayContainAnEqualsSign() throws IOException {
        assertThat(Reply.parse("ready ca=MII=", "ready").text("ca")).isEqualTo("MII=");
    }

    @Test
    void errorOfTheChildIsTold() {
        assertThatThrownBy(() -> Reply.parse("error no server 9", "read"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no server 9");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "closed", "read requests", "read =1", "read  requests=1", "Hello, world"})
    void anythingElseIsAnError(String line) {
        assertThatThrownBy(() -> Reply.parse(line, "read")).isInstanceOf(IOException.class);
    }

    @Test
    void numberThatIsNoneIsAnError() throws IOException {
        Reply reply = Reply.parse("read requests=many", "read");
        assertThatThrownBy(() -> reply.number("requests"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("many");
    }
}
