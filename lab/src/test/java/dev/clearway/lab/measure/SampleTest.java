package dev.clearway.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SampleTest {
    @Test
    void quantileIsTheLeastTimeThatTheShareDoesNotExceed() {
        Sample sample = Sample.of(
                DoubleStream.iterate(100, value -> value - 1).limit(100).boxed().toList());
        assertThat(sample.quantile(0.5)).isEqualTo(50);
        assertThat(sample.quantile(0.501)).isEqualTo(51);
        assertThat(sample.quantile(0.99)).isEqualTo(99);
        assertThat(sample.quantile(0)).isEqualTo(1);
        assertThat(sample.max()).isEqualTo(100);
    }

    @Test
    void spreadHasBothEndsAndTheMean() {
        assertThat(Sample.of(List.of(3.0, 1.0, 8.0)).spread()).isEqualTo(new Spread(1, 4, 8));
    }

    @Test
    void emptySampleHasNoFigures() {
        Sample empty = Sample.of(List.of());
        assertThat(empty.max()).isNaN();
        assertThat(empty.quantile(0.5)).isNaN();
        assertThat(empty.spread().mean()).isNaN();
    }
}
