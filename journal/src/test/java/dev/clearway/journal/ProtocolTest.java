package dev.clearway.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtocolTest {
    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1, HTTP_1",
        "http/1.1, HTTP_1",
        "1.1, HTTP_1",
        "HTTP/1.0, HTTP_1",
        "h2, HTTP_2",
        "HTTP/2, HTTP_2",
        "http/2.0, HTTP_2",
        "HTTP/2.0, HTTP_2",
        "spdy, HTTP_2",
        "spdy/3.1, HTTP_2",
        "h3, HTTP_3",
        "HTTP/3, HTTP_3",
        "h3-29, HTTP_3",
        "quic, HTTP_3",
        "' H2 ', HTTP_2",
    })
    void spellingsOfRecordersAreUnderstood(String spelling, Protocol expected) {
        assertThat(Protocol.parse(spelling)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "unknown", "me:", "ori", "od:", "2 2", ": /", "data", "blob", "none", "HTTP/9", "2"})
    void whatNamesNoVersionIsUnknown(String spelling) {
        assertThat(Protocol.parse(spelling)).isEqualTo(Protocol.UNKNOWN);
    }
}
