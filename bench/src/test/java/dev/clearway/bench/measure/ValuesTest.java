package dev.clearway.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ValuesTest {
    @Test
    void valuesSurviveTheWayToTheParentInOrder() {
        Values values = new Values().with("b", 1.5).with("a", Double.NaN).with("c", -3e9);

        Values decoded = Values.decode(values.encode());

        assertThat(decoded.numbers())
                .containsExactly(
                        java.util.Map.entry("b", 1.5),
                        java.util.Map.entry("a", Double.NaN),
                        java.util.Map.entry("c", -3e9));
        assertThat(decoded.number("none")).isNaN();
    }

    @Test
    void lineThatHoldsNoValuesIsRefused() {
        assertThatThrownBy(() -> Values.decode("a b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Values.decode("a=x")).isInstanceOf(IllegalArgumentException.class);
    }
}
