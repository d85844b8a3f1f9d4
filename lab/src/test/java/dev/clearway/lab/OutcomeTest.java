package dev.clearway.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clearway.lab.measure.Measured;
import dev.clearway.lab.measure.ServerFigures;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    @Test
    void quietMachineHolds() {
        assertThat(Samples.outcome("h2-300", Samples.h2With300()).objections()).isEmpty();
        assertThat(Samples.outcome("h2-300-timeout", Samples.timedOut()).objections())
                .isEmpty();
        assertThat(Samples.outcome("reuse-h2-wan", Samples.reuse()).objections())
                .isEmpty();
    }

    @Test
    void secondConnectionIsObjectedTo() {
        Outcome outcome = Samples.outcome("h2-300", changed(2, 3.02, "HTTP/2"));
        assertThat(outcome.holds()).isFalse();
        assertThat(outcome.objections()).contains("connections is 2, not 1");
    }

    @Test
    void waveTooManyIsObjectedTo() {
        Outcome outcome = Samples.outcome("h2-300", changed(1, 4.02, "HTTP/2"));
        assertThat(outcome.objections()).containsExactly("slowestSeconds is 4.02 s, not 3 s to 3.8 s");
    }

    @Test
    void answersByAnotherProtocolAreObjectedTo() {
        Outcome outcome = Samples.outcome("h2-300", changed(1, 3.02, "HTTP/1.1, HTTP/2"));
        assertThat(outcome.objections()).containsExactly("protocol is HTTP/1.1, HTTP/2, not HTTP/2");
    }

    @Test
    void countsMustBeThoseOfTheFirstRun() {
        Outcome first = Samples.outcome("h2-grow-1000-wan", wan(10));
        Outcome second = Samples.outcome("h2-grow-1000-wan", wan(9), first);
        assertThat(first.objections()).isEmpty();
        assertThat(second.run()).isEqualTo(2);
        assertThat(second.objections()).contains("connections is 9, in the first run it was 10");
        assertThat(Samples.outcome("h2-grow-1000-wan", wan(10), first).holds()).isTrue();
    }

    private static Measured changed(int connections, double slowest, String protocol) {
        Measured own = Samples.h2With300();
        return new Measured(
                300,
                300,
                0,
                0,
                slowest,
                own.p50Seconds(),
                connections,
                200,
                2.01,
                own.waitSecondsByReason(),
                own.server(),
                protocol,
                List.of(),
                List.of(),
                null);
    }

    private static Measured wan(int connections) {
        return new Measured(
                1000,
                1000,
                0,
                0,
                1.65,
                1.6,
                connections,
                1000,
                0.4,
                Map.of(),
                new ServerFigures(1000, 1.01, connections, 0.2),
                "HTTP/2",
                List.of(),
                List.of(),
                null);
    }
}
