package dev.clearway.transport.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.transport.Fields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriorityTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "u=0 | 0",
                "u=7, i | 7",
                "i, u=1 | 1",
                "i,u=5;x=\"a,u=2\" | 5",
                "u=1, u=6 | 6",
                "a=\"u=1\" | 3",
                "a=\"x,u=1\", u=2 | 2",
                "a=\"\\\",u=1\" | 3",
                "i | 3",
                "u | 3",
                "u=8 | 3",
                "u=-1 | 3",
                "u=1.0 | 3",
                "u=x | 3",
                "u=2, u=? | 3",
                "u=2, \"open | 3",
                "uu=1 | 3",
                ", | 3"
            })
    void urgencyIsTheLastIntegerOfItsKey(String value, int urgency) {
        assertThat(Priority.urgency(Fields.of("Priority", value))).isEqualTo(urgency);
    }

    @Test
    void severalLinesAreOneDictionary() {
        assertThat(Priority.urgency(Fields.of("priority", "u=5", "accept", "*/*", "PRIORITY", "u=1, i")))
                .isEqualTo(1);
    }

    @Test
    void requestsWithoutOneHaveTheDefault() {
        assertThat(Priority.urgency(Fields.EMPTY)).isEqualTo(3);
        assertThat(Priority.urgency(Fields.of("priority", ""))).isEqualTo(3);
    }
}
