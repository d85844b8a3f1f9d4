package dev.clearway.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.lab.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueDrawingTest {
    @Test
    void eachWaveIsARow() {
        List<String> lines = QueueDrawing.of(Samples.outcome("h2-300", Samples.h2With300()));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).startsWith("1–100").contains("sent at once"));
        assertThat(lines)
                .anySatisfy(line ->
                        assertThat(line).startsWith("101–200").contains("·█").contains("waited 1.01 s"));
        assertThat(lines)
                .anySatisfy(line ->
                        assertThat(line).startsWith("201–300").contains("·█").contains("waited 2.01 s"));
        assertThat(lines)
                .anySatisfy(line ->
                        assertThat(line).startsWith("requests").contains("0 s").contains("3 s"));
    }

    @Test
    void whoIsNeverSentIsNeverServed() {
        List<String> lines = QueueDrawing.of(Samples.outcome("h2-300-timeout", Samples.timedOut()));
        assertThat(lines)
                .anySatisfy(line ->
                        assertThat(line).startsWith("3–3").doesNotContain("█").contains("waited 1.5 s, never sent"));
    }

    @Test
    void nothingIsDrawnWhereNobodyWaited() {
        assertThat(QueueDrawing.of(Samples.outcome("reuse-h2-wan", Samples.reuse())))
                .isEmpty();
    }
}
